import { asFailure } from '../../api/request/failure.ts';
import { type TaxRegistration, useDeleteTaxRegistrationMutation } from '../../api/sales/taxes.ts';
import { t } from '../../i18n/t.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { placeName } from './describe.ts';

/** Asks for confirmation before tax collection in a place ends. */
export const EndRegistration = ({
  registration,
  onClose,
}: {
  registration: TaxRegistration;
  onClose: () => void;
}) => {
  const [remove, { isLoading, error }] = useDeleteTaxRegistrationMutation();
  const place = placeName(registration);
  const end = async () => {
    const { error: refused } = await remove(registration.id);
    if (refused) return;
    notifyDone(t('taxes:removed', { place }));
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      title={t('taxes:removeQuestion', { place })}
      action={t('taxes:removeRegistration')}
      isBusy={isLoading}
      error={error && asFailure(error).message}
      onConfirm={end}
      onClose={onClose}
    >
      {t('taxes:whatRemovingDoes')}
    </ConfirmDialog>
  );
};
