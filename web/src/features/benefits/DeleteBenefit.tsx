import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from 'react-router';
import { type Benefit, useDeleteBenefitMutation } from '../../api/benefits.ts';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { asFailure } from '../../api/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { notifyDone } from '../../ui/notify.ts';

export const DeleteBenefit = ({ benefit }: { benefit: Benefit }) => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const navigate = useNavigate();
  const [isAsking, asking] = useDisclosure(false);
  const [remove, { isLoading, error }] = useDeleteBenefitMutation();
  const confirm = async () => {
    const { error: refused } = await remove(benefit.id);
    if (refused) return;
    notifyDone(t('benefits:wasDeleted', { description: benefit.description }));
    await navigate(paths.benefits(organization.slug));
  };
  const fixed = benefit.deletable ? null : t('benefits:thisBenefitBelongs');
  return (
    <>
      <GuardedButton variant="default" refusal={writeRefusal ?? fixed} onClick={asking.open}>
        {t('ui:delete')}
      </GuardedButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('benefits:delete', { description: benefit.description })}
        action={t('benefits:deleteBenefit')}
        isBusy={isLoading}
        error={error ? asFailure(error).message : null}
        onConfirm={confirm}
        onClose={asking.close}
      >
        {t('benefits:everyCustomerWho')}
      </ConfirmDialog>
    </>
  );
};
