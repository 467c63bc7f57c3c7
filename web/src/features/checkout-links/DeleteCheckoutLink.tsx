import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from 'react-router';
import { type CheckoutLink, useDeleteCheckoutLinkMutation } from '../../api/checkout-links.ts';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { asFailure } from '../../api/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { nameOfLink } from '../../shared/describe/checkout-link.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { notifyDone } from '../../ui/notify.ts';

export const DeleteCheckoutLink = ({ link }: { link: CheckoutLink }) => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const navigate = useNavigate();
  const [isAsking, asking] = useDisclosure(false);
  const [remove, { isLoading, error }] = useDeleteCheckoutLinkMutation();
  const confirm = async () => {
    const { error: refused } = await remove(link.id);
    if (refused) return;
    notifyDone(t('checkout-links:theLinkWasDeleted'));
    await navigate(paths.checkoutLinks(organization.slug));
  };
  return (
    <>
      <GuardedButton variant="default" refusal={writeRefusal} onClick={asking.open}>
        {t('ui:delete')}
      </GuardedButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('checkout-links:deleteQuestion', { name: nameOfLink(link) })}
        action={t('checkout-links:deleteCheckoutLink')}
        isBusy={isLoading}
        error={error ? asFailure(error).message : null}
        onConfirm={confirm}
        onClose={asking.close}
      >
        {t('checkout-links:whoFollowsItFindsNothing')}
      </ConfirmDialog>
    </>
  );
};
