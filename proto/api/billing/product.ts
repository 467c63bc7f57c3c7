/** Products: name, prices, benefits (contracts/billing.md, section 3). */
import { z } from 'zod';
import { flag, id, mustBeGiven, oneOrMany, sortingOf, text, visibleText } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp } from '../wire.ts';
import { Benefit, BenefitPublic } from './benefit.ts';
import { AttachedCustomField, AttachedCustomFieldCreate } from './custom-field.ts';
import { SubscriptionRecurringInterval } from './enums.ts';
import { ProductMediaFile } from './file.ts';
import { MetadataIn, MetadataOut, MetadataQuery } from './metadata.ts';
import { AnyProductPrice, ExistingProductPrice, ProductPriceCreate } from './price.ts';
import { ProductSortProperty } from './sorts.ts';
import { TaxBehavior } from './tax.ts';

/** A product without its relations. `recurringInterval` null: sold once. */
export const productFacts = {
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  name: z.string(),
  description: z.string().nullable(),
  recurringInterval: SubscriptionRecurringInterval.nullable(),
  // In later versions of the API: the number of intervals per period; the trial of new subscriptions.
  recurringIntervalCount: z.int().nullable(),
  trialInterval: SubscriptionRecurringInterval.nullable(),
  trialIntervalCount: z.int().nullable(),
  /**
   * Addition to the contract. False: a trial can start without a card, and ends without a charge if none was added.
   */
  trialRequiresPaymentMethod: z.boolean(),
  isRecurring: z.boolean(),
  isArchived: z.boolean(),
  organizationId: z.string(),
};

/** Whether the product is taxed, and whether prices include tax. Additions to the contract. */
const taxed = { isTaxApplicable: z.boolean(), taxBehavior: TaxBehavior };

/** A product as its seller sees it. `prices` excludes archived ones; `benefits` are in order. */
export const Product = z.object({
  ...productFacts,
  ...taxed,
  metadata: MetadataOut,
  prices: z.array(AnyProductPrice),
  benefits: z.array(Benefit),
  medias: z.array(ProductMediaFile),
  attachedCustomFields: z.array(AttachedCustomField),
});
export type Product = z.infer<typeof Product>;

/** A product as any visitor of a checkout sees it. */
export const CheckoutProduct = z.object({
  ...productFacts,
  ...taxed,
  prices: z.array(AnyProductPrice),
  benefits: z.array(BenefitPublic),
  medias: z.array(ProductMediaFile),
});
export type CheckoutProduct = z.infer<typeof CheckoutProduct>;

/** A product without its lists, as nested in an order. */
export const BareProduct = z.object({ ...productFacts, metadata: MetadataOut });
export type BareProduct = z.infer<typeof BareProduct>;

const name = visibleText.trim().min(3).max(500);
/** Markdown. Blank: none. */
const description = text.max(20_000).trim().nullish();
/** A trial; both keys or neither. Null removes it. */
export const trialRequest = {
  trialInterval: SubscriptionRecurringInterval.nullish(),
  trialIntervalCount: z.int().min(1).max(1000).nullish(),
};
const list = <Item extends z.ZodType>(item: Item) => z.array(item).max(100);

/**
 * A new product. `recurringInterval` is required; null: sold once. The service checks which prices may be combined.
 * `organizationId` is omitted with access tokens.
 */
export const ProductCreate = z.object({
  metadata: MetadataIn.optional(),
  name,
  description,
  recurringInterval: z.enum(SubscriptionRecurringInterval.enum, mustBeGiven).nullable(),
  recurringIntervalCount: z.int().min(1).max(999).nullish(),
  ...trialRequest,
  trialRequiresPaymentMethod: z.boolean().nullish(),
  prices: list(ProductPriceCreate).min(1),
  medias: list(id).nullish(),
  attachedCustomFields: list(AttachedCustomFieldCreate).optional(),
  isTaxApplicable: z.boolean().default(true),
  taxBehavior: TaxBehavior.default('exclusive'),
  organizationId: id.nullish(),
});
export type ProductCreate = z.output<typeof ProductCreate>;

/**
 * Changes to a product. Absent or null: unchanged, except that null removes a trial. `prices` is the complete new
 * list; prices not in it are archived.
 */
export const ProductUpdate = z.object({
  metadata: MetadataIn.optional(),
  name: name.nullish(),
  description,
  recurringInterval: SubscriptionRecurringInterval.nullish(),
  recurringIntervalCount: z.int().min(1).max(999).nullish(),
  ...trialRequest,
  trialRequiresPaymentMethod: z.boolean().nullish(),
  isArchived: z.boolean().nullish(),
  prices: list(z.union([ExistingProductPrice, ProductPriceCreate])).nullish(),
  medias: list(id).nullish(),
  attachedCustomFields: list(AttachedCustomFieldCreate).nullish(),
  isTaxApplicable: z.boolean().nullish(),
  taxBehavior: TaxBehavior.nullish(),
});
export type ProductUpdate = z.output<typeof ProductUpdate>;

/** The complete, ordered list of a product's benefits. */
export const ProductBenefitsUpdate = z.object({ benefits: list(id) });
export type ProductBenefitsUpdate = z.output<typeof ProductBenefitsUpdate>;

/** Filters of the list of products. */
export const ProductExportQuery = z.object({
  id: oneOrMany(id).optional(),
  organizationId: oneOrMany(id).optional(),
  query: text.max(500).optional(),
  isArchived: flag.optional(),
  isRecurring: flag.optional(),
  benefitId: oneOrMany(id).optional(),
  metadata: MetadataQuery.optional(),
});
export type ProductExportQuery = z.output<typeof ProductExportQuery>;

/** Filters, order and page of the list of products. */
export const ProductListQuery = PageQuery.extend({
  ...ProductExportQuery.shape,
  sorting: sortingOf(ProductSortProperty, '-created_at'),
});
export type ProductListQuery = z.output<typeof ProductListQuery>;

/** A page of products. */
export const ProductPage = pageOf(Product);
