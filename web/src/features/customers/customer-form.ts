import { CustomerCreate, CustomerUpdate } from '@tessera/proto/api/billing/customer';
import type { Customer } from '../../api/customers.ts';
import { t } from '../../i18n/t.ts';
import { changedParts } from '../../shared/changed-parts.ts';
import {
  changedMetadata,
  entriesOf,
  type MetadataEntry,
  metadataMistakes,
} from '../../shared/fields/metadata.ts';
import {
  type AddressForm,
  addressFieldMap,
  addressForm,
  addressOf,
} from '../../shared/fields/PostalAddress.tsx';
import { checkRequest, type FieldErrors } from '../../ui/form-errors.ts';

export type CustomerForm = AddressForm & {
  name: string;
  email: string;
  externalId: string;
  taxNumber: string;
  metadata: MetadataEntry[];
  form: string;
};

/** Where the server's refusals of an address are shown. */
export const customerFields = addressFieldMap('billingAddress');

/** What a form holds of a customer; nothing of a new one. */
export const customerForm = (customer?: Customer): CustomerForm => ({
  name: customer?.name ?? '',
  email: customer?.email ?? '',
  externalId: customer?.externalId ?? '',
  taxNumber: customer?.taxId?.[0] ?? '',
  ...addressForm(customer?.billingAddress ?? null),
  metadata: entriesOf(customer?.metadata ?? {}),
  form: '',
});

/** What is known of both new and changed customers. The id is sent only where it is new: it can be given once. */
const detailsOf = (values: CustomerForm, customer?: Customer) => {
  const externalId = values.externalId.trim();
  const taxNumber = values.taxNumber.trim();
  return {
    name: values.name.trim() || null,
    email: values.email.trim(),
    billingAddress: addressOf(values),
    ...(externalId !== '' && externalId !== customer?.externalId && { externalId }),
    // One that the seller has given with its format is not read anew.
    ...(taxNumber !== (customer?.taxId?.[0] ?? '') && { taxNumber: taxNumber || null }),
    ...changedMetadata(values.metadata, customer?.metadata ?? {}),
  };
};

/** Lines of an address without a country say nothing to whom they are written. */
const countryErrors = ({ billingAddress }: { billingAddress: AddressForm | null }): FieldErrors =>
  billingAddress?.country === '' ? { country: t('common:thisIsRequired') } : {};

/** The request that makes a customer. */
export const newCustomer = (values: CustomerForm, organizationId: string) => ({
  ...detailsOf(values),
  organizationId,
});

/** What is wrong with a new customer, by field. */
export const checkCreate = (values: CustomerForm, organizationId: string): FieldErrors => {
  const customer = newCustomer(values, organizationId);
  const { errors } = checkRequest(CustomerCreate, customer, { fields: customerFields });
  return { ...errors, ...countryErrors(customer), ...metadataMistakes(values.metadata) };
};

/** The request that changes a customer who was as `before`. */
export const changedCustomer = (values: CustomerForm, before: Customer) =>
  changedParts(detailsOf(values, before), detailsOf(customerForm(before), before));

/** What is wrong with a change, by field. */
export const checkChange = (values: CustomerForm, before: Customer): FieldErrors => {
  const details = detailsOf(values, before);
  const { errors } = checkRequest(CustomerUpdate, details, { fields: customerFields });
  return { ...errors, ...countryErrors(details), ...metadataMistakes(values.metadata) };
};
