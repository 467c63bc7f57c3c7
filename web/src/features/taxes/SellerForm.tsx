import { Checkbox, Stack, Textarea, TextInput } from '@mantine/core';
import { maxNoteLength, SellerDetailsUpdate } from '@tessera/proto/api/billing/seller';
import { unionCountries } from '@tessera/proto/api/billing/union';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { type SellerDetails, useUpdateSellerDetailsMutation } from '../../api/sales/taxes.ts';
import { t } from '../../i18n/t.ts';
import { changedParts } from '../../shared/changed-parts.ts';
import {
  type AddressForm,
  addressFieldMap,
  addressForm,
  addressOf,
  PostalAddress,
} from '../../shared/fields/PostalAddress.tsx';
import { EditForm } from '../../shared/PageForm.tsx';
import { checkRequest } from '../../ui/forms/form-errors.ts';
import type { GuardedForm } from '../../ui/forms/guarded-form.ts';
import { Section } from '../../ui/pages/Section.tsx';

type SellerFields = AddressForm &
  Record<'legalName' | 'taxId' | 'invoicePrefix' | 'invoiceNote' | 'form', string> & {
    isSmallBusiness: boolean;
  };

const fields = addressFieldMap('address');

const formOf = ({ legalName, address, taxId, invoicePrefix, ...more }: SellerDetails): SellerFields => ({
  legalName: legalName ?? '',
  ...addressForm(address),
  taxId: taxId ?? '',
  invoicePrefix,
  isSmallBusiness: more.isSmallBusiness ?? false,
  invoiceNote: more.invoiceNote ?? '',
  form: '',
});

const requestOf = (values: SellerFields, present: SellerDetails) => ({
  legalName: values.legalName,
  taxId: values.taxId,
  address: addressOf(values),
  // Of other countries, the form does not show it.
  isSmallBusiness: values.isSmallBusiness && unionCountries.has(values.country),
  invoiceNote: values.invoiceNote,
  // An existing prefix may be longer than a new one may be.
  ...(values.invoicePrefix !== present.invoicePrefix && { invoicePrefix: values.invoicePrefix }),
  organizationId: present.organizationId,
});

/** The seller as named on invoices and credit notes. */
export const SellerForm = ({ seller }: { seller: SellerDetails }) => {
  const [update] = useUpdateSellerDetailsMutation();
  return (
    <EditForm<SellerFields, SellerDetails>
      initialValues={formOf(seller)}
      fields={fields}
      validate={(values) => {
        const request = requestOf(values, seller);
        if (request.address?.country === '') return { country: t('common:thisIsRequired') };
        return checkRequest(SellerDetailsUpdate, request, { fields }).errors ?? {};
      }}
      send={(values, before) =>
        update({
          ...changedParts(requestOf(values, seller), requestOf(before, seller)),
          organizationId: seller.organizationId,
        })
      }
      savedAs={(_values, kept) => formOf(kept)}
    >
      {(form) => <InvoiceFields form={form} />}
    </EditForm>
  );
};

const InvoiceFields = ({ form }: { form: GuardedForm<SellerFields> }) => {
  const { organization } = useCurrentOrganization();
  return (
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
        {unionCountries.has(form.values.country) && (
          <Checkbox
            label={t('taxes:smallBusiness')}
            description={t('taxes:smallBusinessUse')}
            {...form.getInputProps('isSmallBusiness', { type: 'checkbox' })}
          />
        )}
        <TextInput
          label={t('taxes:prefix')}
          description={t('taxes:prefixUse', {
            example: `${form.values.invoicePrefix.trim().toUpperCase() || 'NORTH'}-0042`,
          })}
          autoComplete="off"
          {...form.getInputProps('invoicePrefix')}
        />
        <Textarea
          label={t('taxes:note')}
          description={t('taxes:noteUse')}
          maxLength={maxNoteLength}
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps('invoiceNote')}
        />
      </Stack>
    </Section>
  );
};
