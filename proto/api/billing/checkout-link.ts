/** Checkout links: stored settings that open a new checkout per visitor (contracts/billing.md, section 3). */
import { z } from 'zod';
import { emailAddress, id, languageTag, oneOrMany, sortingOf, text, webOrigin, webUrl } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp } from '../wire.ts';
import { Currency } from './currencies.ts';
import { DiscountBase } from './discount.ts';
import { PaymentProcessor } from './enums.ts';
import { MetadataIn, MetadataOut } from './metadata.ts';
import { namedAmount } from './money.ts';
import { CheckoutProduct } from './product.ts';
import { CheckoutLinkSortProperty } from './sorts.ts';

/** A product of a link: as in a checkout, with its metadata. */
export const CheckoutLinkProduct = CheckoutProduct.extend({ metadata: MetadataOut });
export type CheckoutLinkProduct = z.infer<typeof CheckoutLinkProduct>;

/** A checkout link as its seller sees it. `url` is the URL to share. */
export const CheckoutLink = z.object({
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  metadata: MetadataOut,
  paymentProcessor: PaymentProcessor,
  clientSecret: z.string(),
  successUrl: z.string().nullable(),
  label: z.string().nullable(),
  allowDiscountCodes: z.boolean(),
  requireBillingAddress: z.boolean(),
  discountId: z.string().nullable(),
  organizationId: z.string(),
  products: z.array(CheckoutLinkProduct),
  discount: DiscountBase.nullable(),
  url: z.string(),
});
export type CheckoutLink = z.infer<typeof CheckoutLink>;

const label = text.max(500).nullish();
const products = z.array(id).min(1).max(100);

/** A new link: `products`, or one of the deprecated keys `productId` and `productPriceId`. */
export const CheckoutLinkCreate = z
  .object({
    metadata: MetadataIn.optional(),
    paymentProcessor: PaymentProcessor,
    label,
    allowDiscountCodes: z.boolean().default(true),
    requireBillingAddress: z.boolean().default(false),
    discountId: id.nullish(),
    /** May contain `{CHECKOUT_ID}`. */
    successUrl: webUrl.nullish(),
    products: products.optional(),
    productId: id.optional(),
    productPriceId: id.optional(),
  })
  .superRefine((link, context) => {
    if (link.products || link.productId || link.productPriceId) return;
    context.addIssue({
      code: 'custom',
      path: ['products'],
      message: 'Required',
      params: { type: 'missing' },
    });
  });
export type CheckoutLinkCreate = z.output<typeof CheckoutLinkCreate>;

/**
 * Changes to a link. Absent: unchanged; null clears label, discount and success URL. `products` is the complete list.
 */
export const CheckoutLinkUpdate = z.object({
  metadata: MetadataIn.optional(),
  products: products.nullish(),
  label,
  allowDiscountCodes: z.boolean().nullish(),
  requireBillingAddress: z.boolean().nullish(),
  discountId: id.nullish(),
  successUrl: webUrl.nullish(),
});
export type CheckoutLinkUpdate = z.output<typeof CheckoutLinkUpdate>;

/**
 * Filters of the list of links, without its order and page. `query` (addition to the contract) searches the label and
 * the names of products.
 */
export const CheckoutLinkExportQuery = z.object({
  organizationId: oneOrMany(id).optional(),
  productId: oneOrMany(id).optional(),
  query: text.max(500).optional(),
});
export type CheckoutLinkExportQuery = z.output<typeof CheckoutLinkExportQuery>;

/** Filters, order and page of the list of links. */
export const CheckoutLinkListQuery = PageQuery.extend({
  ...CheckoutLinkExportQuery.shape,
  sorting: sortingOf(CheckoutLinkSortProperty, 'created_at'),
});
export type CheckoutLinkListQuery = z.output<typeof CheckoutLinkListQuery>;

/** A page of links. */
export const CheckoutLinkPage = pageOf(CheckoutLink);

/** The path parameters of a visit. */
export const CheckoutLinkSecretPath = z.object({ clientSecret: text.min(1).max(200) });
export type CheckoutLinkSecretPath = z.output<typeof CheckoutLinkSecretPath>;

/** A parameter of a visit. Invalid values count as absent, so that a link always leads to a checkout. */
const tolerant = <Shape extends z.ZodType>(shape: Shape) => shape.optional().catch(undefined);
const shortText = text.trim().min(1).max(500);

/**
 * The query of a visit. `referenceId` and `utm…` are stored in the checkout's metadata; the other named parameters
 * and custom field answers (`custom_field_data.<slug>`) prefill the checkout. Unknown parameters are passed on to the
 * checkout page.
 */
export const CheckoutLinkVisit = z.looseObject({
  embedOrigin: tolerant(webOrigin),
  referenceId: tolerant(shortText),
  utmSource: tolerant(shortText),
  utmMedium: tolerant(shortText),
  utmCampaign: tolerant(shortText),
  utmContent: tolerant(shortText),
  utmTerm: tolerant(shortText),
  productId: tolerant(id),
  amount: tolerant(z.coerce.number().pipe(namedAmount)),
  customerEmail: tolerant(emailAddress),
  customerName: tolerant(shortText),
  discountCode: tolerant(text.min(1).max(256)),
  locale: tolerant(languageTag),
  currency: tolerant(z.string().toLowerCase().pipe(Currency)),
});
export type CheckoutLinkVisit = z.output<typeof CheckoutLinkVisit>;
