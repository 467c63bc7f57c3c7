import { Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { SellerDetailsUpdate } from '@tessera/proto/api/billing/seller';
import { useMemo } from 'react';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { asFailure } from '../../api/failure.ts';
import { type SellerDetails, useUpdateSellerDetailsMutation } from '../../api/taxes.ts';
import { t } from '../../i18n/t.ts';
import { FormLayout } from '../../ui/FormLayout.tsx';
import { checkRequest, failureErrors } from '../../ui/form-errors.ts';
import { type GuardedForm, useGuardedForm } from '../../ui/guarded-form.ts';
import { notifyDone } from '../../ui/notify.ts';
import { Section } from '../../ui/Section.tsx';
import { countryChoices, stateChoices } from './describe.ts';

type Lines = 'line1' | 'line2' | 'postalCode' | 'city' | 'state' | 'country';
type SellerFields = Record<Lines | 'legalName' | 'taxId' | 'form', string>;

const fields = Object.fromEntries(
  ['line1', 'line2', 'postalCode', 'city', 'state', 'country'].map((line) => [`address.${line}`, line]),
);

const formOf = ({ legalName, address, taxId }: SellerDetails): SellerFields => ({
  legalName: legalName ?? '',
  line1: address?.line1 ?? '',
  line2: address?.line2 ?? '',
  postalCode: address?.postalCode ?? '',
  city: address?.city ?? '',
  state: address?.state?.replace(`${address.country}-`, '') ?? '',
  country: address?.country ?? '',
  taxId: taxId ?? '',
  form: '',
});

/** Who sells, as invoices and credit notes name them. */
export const SellerForm = ({ seller }: { seller: SellerDetails }) => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const [update, { isLoading }] = useUpdateSellerDetailsMutation();
  const form = useGuardedForm<SellerFields>({ initialValues: formOf(seller) });
  const submit = form.onSubmit(async ({ legalName, taxId, form: _form, ...address }) => {
    const isPlaced = Object.values(address).some((line) => line.trim() !== '');
    if (isPlaced && address.country === '') return form.setErrors({ country: t('common:thisIsRequired') });
    const changes = {
      legalName,
      taxId,
      address: isPlaced ? address : null,
      organizationId: organization.id,
    };
    const map = { ...fields, address: 'country' };
    const { request, errors } = checkRequest(SellerDetailsUpdate, changes, { fields: map });
    if (errors) return form.setErrors(errors);
    const { data, error } = await update(request);
    if (error) return form.setErrors(failureErrors(asFailure(error), map));
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
          <AddressLines form={form} />
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

const AddressLines = ({ form }: { form: GuardedForm<SellerFields> }) => {
  const choices = useMemo(() => countryChoices(), []);
  const states = stateChoices(form.values.country);
  return (
    <>
      <Select
        label={t('taxes:country')}
        searchable
        clearable
        data={choices}
        value={form.values.country || null}
        onChange={(value) => form.setValues({ country: value ?? '', state: '' })}
        error={form.errors['country']}
      />
      <TextInput label={t('taxes:street')} autoComplete="address-line1" {...form.getInputProps('line1')} />
      <TextInput
        label={t('taxes:streetMore')}
        autoComplete="address-line2"
        {...form.getInputProps('line2')}
      />
      <SimpleGrid cols={{ base: 1, xs: states.length > 0 ? 3 : 2 }}>
        <TextInput
          label={t('taxes:postalCode')}
          autoComplete="postal-code"
          {...form.getInputProps('postalCode')}
        />
        <TextInput label={t('taxes:city')} autoComplete="address-level2" {...form.getInputProps('city')} />
        {states.length > 0 && (
          <Select
            label={t('taxes:state')}
            searchable
            clearable
            data={states}
            value={form.values.state || null}
            onChange={(value) => form.setFieldValue('state', value ?? '')}
            error={form.errors['state']}
          />
        )}
      </SimpleGrid>
    </>
  );
};
