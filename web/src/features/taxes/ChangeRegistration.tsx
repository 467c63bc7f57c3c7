import { useForm } from '@mantine/form';
import { TaxRegistrationUpdate } from '@tessera/proto/api/billing/tax';
import { asFailure } from '../../api/request/failure.ts';
import { type TaxRegistration, useUpdateTaxRegistrationMutation } from '../../api/sales/taxes.ts';
import { t } from '../../i18n/t.ts';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { checkRequest, failureErrors } from '../../ui/forms/form-errors.ts';
import { placeName } from './describe.ts';
import { daysOf, periodOf } from './period.ts';
import { RegistrationDialog, type RegistrationValues, registrationFields } from './RegistrationDialog.tsx';

type Props = { registration: TaxRegistration; onClose: () => void };

/** Edits the tax number and dates of a registration; its place stays. */
export const ChangeRegistration = ({ registration, onClose }: Props) => {
  const { form, isLoading, submit } = useChange(registration, onClose);
  return (
    <RegistrationDialog
      title={t('taxes:changeRegistration', { place: placeName(registration) })}
      action={t('ui:saveChanges')}
      form={form}
      isBusy={isLoading}
      onSubmit={submit}
      onClose={onClose}
    />
  );
};

const useChange = (registration: TaxRegistration, onDone: () => void) => {
  const [update, { isLoading }] = useUpdateTaxRegistrationMutation();
  const form = useForm<RegistrationValues>({
    initialValues: { taxNumber: registration.taxNumber ?? '', ...daysOf(registration), form: '' },
  });
  const submit = form.onSubmit(async ({ taxNumber, from, lastDay }) => {
    if (from === '') return form.setErrors({ from: t('common:thisIsRequired') });
    const number = taxNumber.trim() || null;
    const changes = {
      ...(number !== registration.taxNumber && { taxNumber: number }),
      ...periodOf({ from, lastDay }, registration),
    };
    const { request, errors } = checkRequest(TaxRegistrationUpdate, changes, { fields: registrationFields });
    if (errors) return form.setErrors(errors);
    const { error } = await update({ id: registration.id, changes: request });
    if (error) return form.setErrors(failureErrors(asFailure(error), registrationFields));
    notifyDone(t('taxes:changed', { place: placeName(registration) }));
    onDone();
  });
  return { form, isLoading, submit };
};
