import { Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { OrderUpdate } from '@tessera/proto/api/billing/order';
import { asFailure } from '../../api/request/failure.ts';
import { type Order, useUpdateOrderMutation } from '../../api/sales/orders.ts';
import { t } from '../../i18n/t.ts';
import {
  type AddressForm,
  addressFieldMap,
  addressForm,
  addressOf,
  PostalAddress,
} from '../../shared/fields/PostalAddress.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { checkRequest, type FieldErrors, failureErrors } from '../../ui/forms/form-errors.ts';

type DetailsForm = AddressForm & { billingName: string; form: string };

const fields = addressFieldMap('billingAddress');

const requestOf = (values: DetailsForm) => ({
  billingName: values.billingName.trim() || null,
  billingAddress: addressOf(values),
});

/** An address without a country is incomplete. */
const mistakesOf = (values: DetailsForm): FieldErrors => {
  const request = requestOf(values);
  return {
    ...checkRequest(OrderUpdate, request, { fields }).errors,
    ...(request.billingAddress?.country === '' && { country: t('common:thisIsRequired') }),
  };
};

/** Edits the billing details of an order, as long as it has no invoice. */
export const BillingDetails = ({ order, onClose }: { order: Order; onClose: () => void }) => {
  const [update, { isLoading }] = useUpdateOrderMutation();
  const form = useForm<DetailsForm>({
    initialValues: {
      billingName: order.billingName ?? '',
      ...addressForm(order.billingAddress),
      form: '',
    },
    validate: mistakesOf,
  });
  const submit = form.onSubmit(async (values) => {
    const { error } = await update({ id: order.id, changes: requestOf(values) });
    if (error) return form.setErrors(failureErrors(asFailure(error), fields));
    notifyDone(t('ui:yourChangesWereSaved'));
    onClose();
  });
  return (
    <Dialog opened onClose={onClose} title={t('orders:changeBillingDetails')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text size="sm">{t('orders:billingDetailsNote')}</Text>
          <TextInput label={t('orders:billingName')} {...form.getInputProps('billingName')} />
          <PostalAddress form={form} />
          <FormError message={form.errors['form']} />
          <DialogActions action={t('ui:saveChanges')} isBusy={isLoading} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
};
