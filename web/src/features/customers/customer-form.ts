import { CustomerCreate, CustomerUpdate } from '@tessera/proto/api/billing/customer';
import type { Customer } from '../../api/sales/customers.ts';
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
import { checkRequest, type FieldErrors } from '../../ui/forms/form-errors.ts';

export type CustomerForm = AddressForm & {
  name: string;
  email: string;
  externalId: string;
  taxNumber: string;
  metadata: MetadataEntry[];
  form: string;
};

/** Maps request paths of address errors to form fields. */
export const customerFields = addressFieldMap('billingAddress');

/** The form values of a customer; empty for a new one. */
export const customerForm = (customer?: Customer): CustomerForm => ({
  name: customer?.name ?? '',
  email: customer?.email ?? '',
  externalId: customer?.externalId ?? '',
  taxNumber: customer?.taxId?.[0] ?? '',
  ...addressForm(customer?.billingAddress ?? null),
  metadata: entriesOf(customer?.metadata ?? {}),
  form: '',
});

/** The fields for creating and changing a customer. The external id is sent only when new: it can be set once. */
const detailsOf = (values: CustomerForm, customer?: Customer) => {
  const externalId = values.externalId.trim();
  const taxNumber = values.taxNumber.trim();
  return {
    name: values.name.trim() || null,
    email: values.email.trim(),
    billingAddress: addressOf(values),
    ...(externalId !== '' && externalId !== customer?.externalId && { externalId }),
    // An unchanged tax number keeps the format that the seller has set.
    ...(taxNumber !== (customer?.taxId?.[0] ?? '') && { taxNumber: taxNumber || null }),
    ...changedMetadata(values.metadata, customer?.metadata ?? {}),
  };
};

/** An address without a country is incomplete. */
const countryErrors = ({ billingAddress }: { billingAddress: AddressForm | null }): FieldErrors =>
  billingAddress?.country === '' ? { country: t('common:thisIsRequired') } : {};

/** The request that creates a customer. */
export const newCustomer = (values: CustomerForm, organizationId: string) => ({
  ...detailsOf(values),
  organizationId,
});

/** Validation errors of a new customer, by field. */
export const checkCreate = (values: CustomerForm, organizationId: string): FieldErrors => {
  const customer = newCustomer(values, organizationId);
  const { errors } = checkRequest(CustomerCreate, customer, { fields: customerFields });
  return { ...errors, ...countryErrors(customer), ...metadataMistakes(values.metadata) };
};

/** The request that changes a customer from `before`. */
export const changedCustomer = (values: CustomerForm, before: Customer) =>
  changedParts(detailsOf(values, before), detailsOf(customerForm(before), before));

/** Validation errors of a change, by field. */
export const checkChange = (values: CustomerForm, before: Customer): FieldErrors => {
  const details = detailsOf(values, before);
  const { errors } = checkRequest(CustomerUpdate, details, { fields: customerFields });
  return { ...errors, ...countryErrors(details), ...metadataMistakes(values.metadata) };
};
