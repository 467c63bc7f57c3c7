import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from 'react-router';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { type Discount, useDeleteDiscountMutation } from '../../api/discounts.ts';
import { asFailure } from '../../api/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { notifyDone } from '../../ui/notify.ts';

export const DeleteDiscount = ({ discount }: { discount: Discount }) => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const navigate = useNavigate();
  const [isAsking, asking] = useDisclosure(false);
  const [remove, { isLoading, error }] = useDeleteDiscountMutation();
  const confirm = async () => {
    const { error: refused } = await remove(discount.id);
    if (refused) return;
    notifyDone(t('discounts:wasDeleted', { name: discount.name }));
    await navigate(paths.discounts(organization.slug));
  };
  return (
    <>
      <GuardedButton variant="default" refusal={writeRefusal} onClick={asking.open}>
        {t('ui:delete')}
      </GuardedButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('discounts:deleteQuestion', { name: discount.name })}
        action={t('discounts:deleteDiscount')}
        isBusy={isLoading}
        error={error ? asFailure(error).message : null}
        onConfirm={confirm}
        onClose={asking.close}
      >
        {t('discounts:whatIsLost')}
      </ConfirmDialog>
    </>
  );
};
