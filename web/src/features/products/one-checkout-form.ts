import { CheckoutCreate } from '@tessera/proto/api/billing/checkout-requests';
import type { z } from 'zod';
import { t } from '../../i18n/t.ts';
import { changedMetadata, type MetadataEntry, metadataMistakes } from '../../shared/fields/metadata.ts';
import {
  type AddressForm,
  addressFieldMap,
  addressForm,
  addressOf,
} from '../../shared/fields/PostalAddress.tsx';
import { checkRequest, type FieldErrors, type FieldMap } from '../../ui/forms/form-errors.ts';
import type { Interval } from './product-form.ts';

/** What is known of the customer before the checkout. `metadata` is that of the customer. */
export type OneCheckoutForm = AddressForm & {
  email: string;
  name: string;
  /** The product's trial, none, or one for this checkout. */
  trial: 'product' | 'none' | 'own';
  trialCount: string;
  trialInterval: Interval;
  metadata: MetadataEntry[];
  form: string;
};

export const emptyCheckout: OneCheckoutForm = {
  email: '',
  name: '',
  trial: 'product',
  trialCount: '',
  trialInterval: 'day',
  ...addressForm(null),
  metadata: [],
  form: '',
};

export const oneCheckoutFields: FieldMap = {
  customerEmail: 'email',
  customerName: 'name',
  customerMetadata: 'metadata',
  trialIntervalCount: 'trialCount',
  ...addressFieldMap('customerBillingAddress'),
};

/** The fields in the collapsed section. */
const folded = ['country', 'state', 'line1', 'line2', 'postalCode', 'city', 'trialCount', 'metadata'];
export const isFolded = (field: string): boolean => folded.includes(field);

const trialOf = ({ trial, trialCount, trialInterval }: OneCheckoutForm) => {
  if (trial === 'none') return { allowTrial: false };
  return trial === 'own' ? { trialInterval, trialIntervalCount: Number(trialCount) } : {};
};

export const requestOf = (form: OneCheckoutForm, productId: string): z.input<typeof CheckoutCreate> => {
  const { metadata: customerMetadata } = changedMetadata(form.metadata, {});
  const address = addressOf(form);
  return {
    products: [productId],
    customerEmail: form.email.trim() || null,
    customerName: form.name.trim() || null,
    ...(address && { customerBillingAddress: address }),
    ...trialOf(form),
    ...(customerMetadata && { customerMetadata }),
  };
};

export const checkoutMistakes = (form: OneCheckoutForm, productId: string): FieldErrors => {
  const { errors } = checkRequest(CheckoutCreate, requestOf(form, productId), { fields: oneCheckoutFields });
  return {
    ...errors,
    ...(addressOf(form)?.country === '' && { country: t('common:thisIsRequired') }),
    ...(form.trial === 'own' &&
      !/^[1-9]\d{0,2}$/.test(form.trialCount.trim()) && { trialCount: t('products:enterAWholeNumber') }),
    ...metadataMistakes(form.metadata),
  };
};
