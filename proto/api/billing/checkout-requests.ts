/** What sellers and customers may ask of a checkout (contracts/billing.md, section 3). Amounts in cents. */
import { z } from 'zod';
import {
  emailAddress,
  id,
  ipAddress,
  languageTag,
  optionalText,
  text,
  webOrigin,
  webUrl,
} from '../fields.ts';
import { AddressInput } from './address.ts';
import { Currency } from './currencies.ts';
import { CustomFieldDataIn, MetadataIn } from './metadata.ts';
import { namedAmount } from './money.ts';
import { trialRequest } from './product.ts';

const name = optionalText(500);

/** What is known of the customer. The tax id is a plain number here; its format follows from the country. */
const customer = {
  customerName: name,
  customerEmail: emailAddress.nullish(),
  customerBillingName: name,
  customerBillingAddress: AddressInput.nullish(),
  customerTaxId: optionalText(100),
  /** Of the pages and mails; those that we do not have are answered with the nearest. */
  locale: languageTag.nullish(),
  /** One that the product has a price in; of later versions of the API, in the customer's requests ours. */
  currency: Currency.nullish(),
};
/** Kept as it is spelt, since other systems look it up; empty: none. */
const externalId = text
  .max(500)
  .transform((value) => value || null)
  .nullish();
const presets = {
  discountId: id.nullish(),
  customerIpAddress: ipAddress.nullish(),
  /** May contain `{CHECKOUT_ID}`. */
  successUrl: webUrl.nullish(),
  /** The site whose page shows the checkout in a frame. */
  embedOrigin: webOrigin.nullish(),
};
const createFields = {
  metadata: MetadataIn.optional(),
  customFieldData: CustomFieldDataIn.optional(),
  ...presets,
  ...customer,
  allowDiscountCodes: z.boolean().default(true),
  /** Whether the product's trial holds here, or one of the checkout's own. */
  allowTrial: z.boolean().default(true),
  ...trialRequest,
  requireBillingAddress: z.boolean().default(false),
  /** Only for prices that the customer names. */
  amount: namedAmount.nullish(),
  customerId: id.nullish(),
  isBusinessCustomer: z.boolean().default(false),
  customerExternalId: externalId,
  externalCustomerId: externalId,
  customerMetadata: MetadataIn.optional(),
  subscriptionId: id.nullish(),
};

/**
 * A new checkout: `products`, or one of the deprecated keys `productId` and `productPriceId`.
 * `customerExternalId` and `externalCustomerId` are the same thing under two names.
 */
export const CheckoutCreate = z
  .object({
    ...createFields,
    products: z.array(id).min(1).max(100).optional(),
    productId: id.nullish(),
    productPriceId: id.nullish(),
  })
  .superRefine((checkout, context) => {
    if (checkout.products || checkout.productId || checkout.productPriceId) return;
    context.addIssue({
      code: 'custom',
      path: ['products'],
      message: 'Required',
      params: { type: 'missing' },
    });
  });
export type CheckoutCreate = z.output<typeof CheckoutCreate>;

/** What whoever holds the client secret may change while a checkout is open. Absent: unchanged; null: cleared. */
export const CheckoutUpdatePublic = z.object({
  customFieldData: CustomFieldDataIn.optional(),
  productId: id.nullish(),
  productPriceId: id.nullish(),
  amount: namedAmount.nullish(),
  isBusinessCustomer: z.boolean().nullish(),
  ...customer,
  /** Null or empty takes the discount away. */
  discountCode: text.max(256).trim().nullish(),
});
export type CheckoutUpdatePublic = z.output<typeof CheckoutUpdatePublic>;

/** The last changes and the payment: `confirmationTokenId` comes from the processor where a payment form is shown. */
export const CheckoutConfirm = CheckoutUpdatePublic.extend({
  confirmationTokenId: text.min(1).max(500).nullish(),
});
export type CheckoutConfirm = z.output<typeof CheckoutConfirm>;

/** What the seller may change while a checkout is open. */
export const CheckoutUpdate = CheckoutUpdatePublic.omit({ discountCode: true }).extend({
  metadata: MetadataIn.optional(),
  ...presets,
  allowDiscountCodes: z.boolean().nullish(),
  requireBillingAddress: z.boolean().nullish(),
  customerMetadata: MetadataIn.nullish(),
});
export type CheckoutUpdate = z.output<typeof CheckoutUpdate>;

/** A checkout that a visitor opens without any right, of one product. */
export const CheckoutCreatePublic = z.object({
  productId: id,
  customerEmail: emailAddress.nullish(),
  subscriptionId: id.nullish(),
  locale: languageTag.nullish(),
  currency: Currency.nullish(),
});
export type CheckoutCreatePublic = z.output<typeof CheckoutCreatePublic>;

/** The path of a checkout by its client secret, which is the right to it. */
export const ClientSecretPath = z.object({ clientSecret: text.min(1).max(200) });
export type ClientSecretPath = z.output<typeof ClientSecretPath>;
