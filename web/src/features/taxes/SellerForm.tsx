import { Stack, TextInput } from '@mantine/core';
import { SellerDetailsUpdate } from '@tessera/proto/api/billing/seller';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { asFailure } from '../../api/failure.ts';
import { type SellerDetails, useUpdateSellerDetailsMutation } from '../../api/taxes.ts';
import { t } from '../../i18n/t.ts';
import {
  type AddressForm,
  addressFieldMap,
  addressForm,
  addressOf,
  PostalAddress,
} from '../../shared/fields/PostalAddress.tsx';
import { FormLayout } from '../../ui/FormLayout.tsx';
import { checkRequest, failureErrors } from '../../ui/form-errors.ts';
import { useGuardedForm } from '../../ui/guarded-form.ts';
import { notifyDone } from '../../ui/notify.ts';
import { Section } from '../../ui/Section.tsx';

type SellerFields = AddressForm & Record<'legalName' | 'taxId' | 'form', string>;

const fields = addressFieldMap('address');

const formOf = ({ legalName, address, taxId }: SellerDetails): SellerFields => ({
  legalName: legalName ?? '',
  ...addressForm(address),
  taxId: taxId ?? '',
  form: '',
});

/** Who sells, as invoices and credit notes name them. */
export const SellerForm = ({ seller }: { seller: SellerDetails }) => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const [update, { isLoading }] = useUpdateSellerDetailsMutation();
  const form = useGuardedForm<SellerFields>({ initialValues: formOf(seller) });
  const submit = form.onSubmit(async (values) => {
    const { legalName, taxId } = values;
    const address = addressOf(values);
    if (address?.country === '') return form.setErrors({ country: t('common:thisIsRequired') });
    const changes = { legalName, taxId, address, organizationId: organization.id };
    const { request, errors } = checkRequest(SellerDetailsUpdate, changes, { fields });
    if (errors) return form.setErrors(errors);
    const { data, error } = await update(request);
    if (error) return form.setErrors(failureErrors(asFailure(error), fields));
    const kept = formOf(data);
    form.setValues(kept);
    form.saved(kept);
    notifyDone(t('ui:yourChangesWereSaved'));
  });
  return (
    <FormLayout
      onSubmit={submit}
      error={form.errors['form']}
      submitLabel={t('ui:saveChanges')}
      isBusy={isLoading}
      refusal={writeRefusal}
      isDirty={form.isDirty()}
    >
      <Section title={t('taxes:onInvoices')} description={t('taxes:onInvoicesUse')}>
        <Stack gap="md">
          <TextInput
            label={t('taxes:legalName')}
            placeholder={organization.name}
            autoComplete="organization"
            {...form.getInputProps('legalName')}
          />
          <PostalAddress form={form} />
          <TextInput
            label={t('taxes:taxId')}
            description={t('taxes:taxIdUse')}
            {...form.getInputProps('taxId')}
          />
        </Stack>
      </Section>
    </FormLayout>
  );
};
