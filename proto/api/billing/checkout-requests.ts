/** Checkout requests of sellers and customers (contracts/billing.md, section 3). Amounts in minor units. */
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

/** Customer data. The tax id is a plain number here; its format follows from the country. */
const customer = {
  customerName: name,
  customerEmail: emailAddress.nullish(),
  customerBillingName: name,
  customerBillingAddress: AddressInput.nullish(),
  customerTaxId: optionalText(100),
  /** Language of pages and mails; unsupported languages fall back to the nearest one. */
  locale: languageTag.nullish(),
  /**
   * A currency in which the product has a price. In later versions of the API; in customers' requests an addition to
   * it.
   */
  currency: Currency.nullish(),
};
/** Stored as spelt, because other systems look it up. Empty: none. */
const externalId = text
  .max(500)
  .transform((value) => value || null)
  .nullish();
const presets = {
  discountId: id.nullish(),
  customerIpAddress: ipAddress.nullish(),
  /** May contain `{CHECKOUT_ID}`. */
  successUrl: webUrl.nullish(),
  /** The origin of the page that embeds the checkout. */
  embedOrigin: webOrigin.nullish(),
};
const createFields = {
  metadata: MetadataIn.optional(),
  customFieldData: CustomFieldDataIn.optional(),
  ...presets,
  ...customer,
  allowDiscountCodes: z.boolean().default(true),
  /** Whether the trial of the product, or of this checkout, applies. */
  allowTrial: z.boolean().default(true),
  ...trialRequest,
  requireBillingAddress: z.boolean().default(false),
  /** Only for pay-what-you-want prices. */
  amount: namedAmount.nullish(),
  customerId: id.nullish(),
  isBusinessCustomer: z.boolean().default(false),
  customerExternalId: externalId,
  externalCustomerId: externalId,
  customerMetadata: MetadataIn.optional(),
  subscriptionId: id.nullish(),
};

/**
 * A new checkout: `products`, or one of the deprecated keys `productId` and `productPriceId`. `customerExternalId`
 * and `externalCustomerId` are synonyms.
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

/** Changes to an open checkout by a holder of its client secret. Absent: unchanged; null: cleared. */
export const CheckoutUpdatePublic = z.object({
  customFieldData: CustomFieldDataIn.optional(),
  productId: id.nullish(),
  productPriceId: id.nullish(),
  amount: namedAmount.nullish(),
  isBusinessCustomer: z.boolean().nullish(),
  ...customer,
  /** Null or empty removes the discount. */
  discountCode: text.max(256).trim().nullish(),
});
export type CheckoutUpdatePublic = z.output<typeof CheckoutUpdatePublic>;

/**
 * Last changes, and the payment: `confirmationTokenId` comes from the payment processor if a payment form was shown.
 */
export const CheckoutConfirm = CheckoutUpdatePublic.extend({
  confirmationTokenId: text.min(1).max(500).nullish(),
});
export type CheckoutConfirm = z.output<typeof CheckoutConfirm>;

/** Changes to an open checkout by the seller. */
export const CheckoutUpdate = CheckoutUpdatePublic.omit({ discountCode: true }).extend({
  metadata: MetadataIn.optional(),
  ...presets,
  allowDiscountCodes: z.boolean().nullish(),
  requireBillingAddress: z.boolean().nullish(),
  customerMetadata: MetadataIn.nullish(),
});
export type CheckoutUpdate = z.output<typeof CheckoutUpdate>;

/** A checkout for one product that any visitor may create without authentication. */
export const CheckoutCreatePublic = z.object({
  productId: id,
  customerEmail: emailAddress.nullish(),
  subscriptionId: id.nullish(),
  locale: languageTag.nullish(),
  currency: Currency.nullish(),
});
export type CheckoutCreatePublic = z.output<typeof CheckoutCreatePublic>;

/** The path of a checkout by its client secret, which authorizes the caller. */
export const ClientSecretPath = z.object({ clientSecret: text.min(1).max(200) });
export type ClientSecretPath = z.output<typeof ClientSecretPath>;
