import { useDisclosure } from '@mantine/hooks';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { asFailure } from '../../api/request/failure.ts';
import { type FullLicenseKey, useUpdateLicenseKeyMutation } from '../../api/sales/license-keys.ts';
import { t } from '../../i18n/t.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';

/** Disables a key, which software notices, or enables it again. */
export const SwitchKey = ({ licenseKey: { id, status } }: { licenseKey: FullLicenseKey }) => {
  const { writeRefusal } = useCurrentOrganization();
  const [update, { isLoading, error }] = useUpdateLicenseKeyMutation();
  const [isAsking, asking] = useDisclosure(false);
  const change = async (next: 'granted' | 'disabled') => {
    const { error: refused } = await update({ id, changes: { status: next } });
    if (refused) return;
    asking.close();
    notifyDone(t(next === 'granted' ? 'license-keys:enabledNow' : 'license-keys:disabledNow'));
  };
  // A revoked key can be neither disabled nor enabled.
  if (status === 'revoked') return null;
  if (status === 'disabled')
    return (
      <GuardedButton refusal={writeRefusal} loading={isLoading} onClick={() => change('granted')}>
        {t('license-keys:enable')}
      </GuardedButton>
    );
  return (
    <>
      <GuardedButton variant="default" refusal={writeRefusal} onClick={asking.open}>
        {t('license-keys:disable')}
      </GuardedButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('license-keys:disableQuestion')}
        action={t('license-keys:disableAction')}
        isReversible
        isBusy={isLoading}
        error={error ? asFailure(error).message : null}
        onConfirm={() => change('disabled')}
        onClose={asking.close}
      >
        {t('license-keys:softwareIsRefused')}
      </ConfirmDialog>
    </>
  );
};
