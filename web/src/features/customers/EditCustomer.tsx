import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type Customer, useUpdateCustomerMutation } from '../../api/customers.ts';
import { asFailure } from '../../api/failure.ts';
import { t } from '../../i18n/t.ts';
import { PostalAddress } from '../../shared/fields/PostalAddress.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormError } from '../../ui/FormError.tsx';
import { failureErrors } from '../../ui/form-errors.ts';
import { notifyDone } from '../../ui/notify.ts';
import {
  type CustomerForm,
  changedCustomer,
  checkChange,
  customerFields,
  customerForm,
} from './customer-form.ts';

/** Changes what is known of a customer. The seller's own id can be given once. */
export const EditCustomer = ({ customer, onClose }: { customer: Customer; onClose: () => void }) => {
  const [update, { isLoading }] = useUpdateCustomerMutation();
  const form = useForm<CustomerForm>({
    initialValues: customerForm(customer),
    validate: (values) => checkChange(values, customer),
  });
  const submit = form.onSubmit(async (values) => {
    const { error } = await update({ id: customer.id, changes: changedCustomer(values, customer) });
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
          <FormError message={form.errors['form'] as string | undefined} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} disabled={isLoading}>
              {t('ui:cancel')}
            </Button>
            <Button type="submit" loading={isLoading}>
              {t('ui:saveChanges')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};
