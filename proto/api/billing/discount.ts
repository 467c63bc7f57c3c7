/**
 * Discounts: {fixed, percentage} x {once, forever, repeating} (contracts/billing.md, section 3). Amounts in minor
 * units.
 */
import { z } from 'zod';
import { flag, id, mustBeGiven, oneOrMany, sortingOf, text, visibleText } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp, timestampInput } from '../wire.ts';
import { Currency, defaultCurrency } from './currencies.ts';
import { DiscountDuration, DiscountType } from './enums.ts';
import { MetadataIn, MetadataOut } from './metadata.ts';
import { BareProduct } from './product.ts';
import { DiscountSortProperty } from './sorts.ts';

const once = { duration: DiscountDuration };
const repeating = { duration: DiscountDuration, durationInMonths: z.int() };
/** Amount off, in minor units of `currency`. */
const fixed = { type: DiscountType, amount: z.int(), currency: z.string() };
/** Basis points off (hundredths of a percent): 1..10000. */
const percentage = { type: DiscountType, basisPoints: z.int() };

const short = { id: z.string(), name: z.string(), code: z.string().nullable() };
const full = {
  ...short,
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  metadata: MetadataOut,
  startsAt: timestamp.nullable(),
  endsAt: timestamp.nullable(),
  maxRedemptions: z.int().nullable(),
  /** Addition to the contract: maximum redemptions per customer. */
  maxRedemptionsPerCustomer: z.int().nullable(),
  redemptionsCount: z.int(),
  organizationId: z.string(),
};

/** A discount in a checkout. Repeating variants come first, because they have an additional key. */
export const CheckoutDiscount = z.union([
  z.object({ ...short, ...repeating, ...fixed }),
  z.object({ ...short, ...repeating, ...percentage }),
  z.object({ ...short, ...once, ...fixed }),
  z.object({ ...short, ...once, ...percentage }),
]);
export type CheckoutDiscount = z.infer<typeof CheckoutDiscount>;

/** A discount in orders and subscriptions. */
export const DiscountBase = z.union([
  z.object({ ...full, ...repeating, ...fixed }),
  z.object({ ...full, ...repeating, ...percentage }),
  z.object({ ...full, ...once, ...fixed }),
  z.object({ ...full, ...once, ...percentage }),
]);
export type DiscountBase = z.infer<typeof DiscountBase>;

const whole = { ...full, products: z.array(BareProduct) };

/** A discount as its seller sees it. Empty `products`: it applies to all products. */
export const Discount = z.union([
  z.object({ ...whole, ...repeating, ...fixed }),
  z.object({ ...whole, ...repeating, ...percentage }),
  z.object({ ...whole, ...once, ...fixed }),
  z.object({ ...whole, ...once, ...percentage }),
]);
export type Discount = z.infer<typeof Discount>;

/** Maximum of a 32-bit integer in the database. */
const maxCount = 2_147_483_647;
const count = z.int().min(1).max(maxCount);
/** Case-insensitive. Blank text: no code. */
const code = text
  .trim()
  .max(256)
  .regex(/^[A-Za-z0-9]*$/, 'Only letters A to Z and digits')
  .refine(({ length }) => length === 0 || length >= 3, {
    message: 'Must have at least 3 characters',
    params: { type: 'too_short' },
  });
const name = visibleText.min(1).max(500);
const fixedAmount = z.int().min(0).max(99_999_999);
const basisPoints = z.int().min(1).max(10_000);
const months = count.max(1200);

const terms = {
  metadata: MetadataIn.optional(),
  code: code.nullish(),
  startsAt: timestampInput.nullish(),
  endsAt: timestampInput.nullish(),
  maxRedemptions: count.nullish(),
  maxRedemptionsPerCustomer: count.nullish(),
};
const newTerms = {
  ...terms,
  name,
  duration: z.enum(DiscountDuration.enum, mustBeGiven),
  /** Required if the duration is `repeating`. */
  durationInMonths: months.nullish(),
  products: z.array(id).max(1000).nullish(),
  organizationId: id.nullish(),
};

/** Rejects a repeating discount without `durationInMonths`: clients that drop the key (SDK 0.33.0) get an error. */
const refuseEndless = (
  {
    duration,
    durationInMonths,
  }: { duration: DiscountDuration; durationInMonths?: number | null | undefined },
  context: z.RefinementCtx,
) => {
  if (duration === 'repeating' && durationInMonths == null)
    context.addIssue({
      code: 'custom',
      path: ['durationInMonths'],
      message: 'Field required',
      params: { type: 'missing' },
    });
};

/** A new discount. `organizationId` is omitted with access tokens. */
export const DiscountCreate = z.discriminatedUnion('type', [
  z
    .object({
      ...newTerms,
      type: z.literal('fixed'),
      amount: fixedAmount,
      currency: Currency.default(defaultCurrency),
    })
    .superRefine(refuseEndless),
  z.object({ ...newTerms, type: z.literal('percentage'), basisPoints }).superRefine(refuseEndless),
]);
export type DiscountCreate = z.output<typeof DiscountCreate>;

/**
 * Changes to a discount. Absent: unchanged; null clears code, dates and limits, and is ignored elsewhere. `products`
 * is the complete new list.
 */
export const DiscountUpdate = z.object({
  ...terms,
  name: name.nullish(),
  duration: DiscountDuration.nullish(),
  durationInMonths: months.nullish(),
  type: DiscountType.nullish(),
  amount: fixedAmount.nullish(),
  currency: Currency.nullish(),
  basisPoints: basisPoints.nullish(),
  products: z.array(id).max(1000).nullish(),
});
export type DiscountUpdate = z.output<typeof DiscountUpdate>;

/** Filters of the list of discounts. */
export const DiscountExportQuery = z.object({
  organizationId: oneOrMany(id).optional(),
  query: text.max(500).optional(),
});
export type DiscountExportQuery = z.output<typeof DiscountExportQuery>;

/** Filters, order and page of the list of discounts. `query` searches name and code. */
export const DiscountListQuery = PageQuery.extend({
  ...DiscountExportQuery.shape,
  sorting: sortingOf(DiscountSortProperty, '-created_at'),
});
export type DiscountListQuery = z.output<typeof DiscountListQuery>;

/** A page of discounts. */
export const DiscountPage = pageOf(Discount);

/** One of several single-use codes of a discount. `redeemedAt` null: not used yet. */
export const DiscountCode = z.object({
  id: z.string(),
  createdAt: timestamp,
  discountId: z.string(),
  code: z.string(),
  redeemedAt: timestamp.nullable(),
  checkoutId: z.string().nullable(),
});
export type DiscountCode = z.infer<typeof DiscountCode>;

/** New codes of a discount: `count` codes, each `prefix` followed by ten random letters and digits. */
export const DiscountCodesCreate = z.object({
  count: z.int().min(1).max(1000),
  prefix: text
    .max(32)
    .regex(/^[A-Za-z0-9]*$/, 'Only letters A to Z and digits')
    .default(''),
});
export type DiscountCodesCreate = z.output<typeof DiscountCodesCreate>;

/** The created codes, in one list. */
export const DiscountCodes = z.object({ items: z.array(DiscountCode) });

/** Page of a discount's codes, oldest first, filtered by `isRedeemed`. */
export const DiscountCodeListQuery = PageQuery.extend({ isRedeemed: flag.optional() });
export type DiscountCodeListQuery = z.output<typeof DiscountCodeListQuery>;

/** A page of codes. */
export const DiscountCodePage = pageOf(DiscountCode);
