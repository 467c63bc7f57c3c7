import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { asFailure } from '../../api/request/failure.ts';
import { type Customer, useUpdateCustomerMutation } from '../../api/sales/customers.ts';
import { t } from '../../i18n/t.ts';
import { MetadataInput } from '../../shared/fields/MetadataSection.tsx';
import { PostalAddress } from '../../shared/fields/PostalAddress.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { failureErrors } from '../../ui/forms/form-errors.ts';
import {
  type CustomerForm,
  changedCustomer,
  checkChange,
  customerFields,
  customerForm,
} from './customer-form.ts';

/** Edits a customer. The seller's own id can be set once. */
export const EditCustomer = ({ customer, onClose }: { customer: Customer; onClose: () => void }) => {
  // The customer may be saved elsewhere meanwhile: fields not edited here keep their values then.
  const [before] = useState(customer);
  const [update, { isLoading }] = useUpdateCustomerMutation();
  const form = useForm<CustomerForm>({
    initialValues: customerForm(before),
    validate: (values) => checkChange(values, before),
  });
  const submit = form.onSubmit(async (values) => {
    const { error } = await update({ id: customer.id, changes: changedCustomer(values, before) });
    if (error) return form.setErrors(failureErrors(asFailure(error), customerFields));
    notifyDone(t('ui:yourChangesWereSaved'));
    onClose();
  });
  return (
    <Dialog opened onClose={onClose} title={t('customers:editCustomer')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput label={t('ui:name')} {...form.getInputProps('name')} />
          <TextInput label={t('ui:email')} type="email" {...form.getInputProps('email')} />
          <TextInput
            label={t('customers:yourOwnId')}
            description={t('customers:yourOwnIdStays')}
            disabled={customer.externalId !== null}
            {...form.getInputProps('externalId')}
          />
          <PostalAddress form={form} />
          <TextInput
            label={t('customers:taxId')}
            description={t('customers:taxIdUse')}
            {...form.getInputProps('taxNumber')}
          />
          <MetadataInput form={form} />
          <FormError message={form.errors['form'] as string | undefined} />
          <DialogActions action={t('ui:saveChanges')} isBusy={isLoading} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
};
