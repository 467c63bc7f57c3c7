import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from 'react-router';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { type CustomField, useDeleteCustomFieldMutation } from '../../api/custom-fields.ts';
import { asFailure } from '../../api/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { notifyDone } from '../../ui/notify.ts';

export const DeleteCustomField = ({ field }: { field: CustomField }) => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const navigate = useNavigate();
  const [isAsking, asking] = useDisclosure(false);
  const [remove, { isLoading, error }] = useDeleteCustomFieldMutation();
  const confirm = async () => {
    const { error: refused } = await remove(field.id);
    if (refused) return;
    notifyDone(t('custom-fields:wasDeleted', { name: field.name }));
    await navigate(paths.customFields(organization.slug));
  };
  return (
    <>
      <GuardedButton variant="default" refusal={writeRefusal} onClick={asking.open}>
        {t('ui:delete')}
      </GuardedButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('custom-fields:deleteQuestion', { name: field.name })}
        action={t('custom-fields:deleteCustomField')}
        isBusy={isLoading}
        error={error ? asFailure(error).message : null}
        onConfirm={confirm}
        onClose={asking.close}
      >
        {t('custom-fields:noCheckoutAsksForItAnyMore')}
      </ConfirmDialog>
    </>
  );
};
