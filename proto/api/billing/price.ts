/** Prices of a product: free, fixed, pay what you want, metered. Amounts in the smallest unit of their currency. */
import { z } from 'zod';
import { id } from '../fields.ts';
import { timestamp } from '../wire.ts';
import { Currency, defaultCurrency } from './currencies.ts';
import { ProductPriceType, SubscriptionRecurringInterval } from './enums.ts';
import { minimumChargeIn } from './minimum-charge.ts';
import { maximumCustomAmount, minimumAmount, namedAmount } from './money.ts';
import { tariffFields, tariffInput } from './tariff.ts';

const priceBase = {
  id: z.string(),
  createdAt: timestamp,
  modifiedAt: timestamp.nullable(),
  isArchived: z.boolean(),
  productId: z.string(),
};
const currentPrice = {
  ...priceBase,
  /** Legacy copies of the product's kind and interval. */
  type: ProductPriceType,
  recurringInterval: SubscriptionRecurringInterval.nullable(),
};
const fixedFields = { amountType: z.literal('fixed'), priceCurrency: z.string(), priceAmount: z.int() };
const customFields = {
  amountType: z.literal('custom'),
  priceCurrency: z.string(),
  minimumAmount: z.int().nullable(),
  maximumAmount: z.int().nullable(),
  presetAmount: z.int().nullable(),
};
const freeFields = { amountType: z.literal('free') };

/** A price of a set amount, in cents. */
export const ProductPriceFixed = z.object({ ...currentPrice, ...fixedFields });
/** A price the customer names, within bounds; `presetAmount` is what the form suggests. */
export const ProductPriceCustom = z.object({ ...currentPrice, ...customFields });
/** A price of nothing. */
export const ProductPriceFree = z.object({ ...currentPrice, ...freeFields });
/**
 * A price per metered unit: `unitAmount` is a decimal number of cents as text, `capAmount` cents a period. With tiers it is
 * that of the first one, with packages that of a package.
 */
export const ProductPriceMeteredUnit = z.object({
  ...currentPrice,
  amountType: z.literal('metered_unit'),
  priceCurrency: z.string(),
  unitAmount: z.string(),
  capAmount: z.int().nullable(),
  ...tariffFields,
  meterId: z.string(),
  meter: z.object({ id: z.string(), name: z.string() }),
});

/** A price of today's kinds. */
export const ProductPrice = z.discriminatedUnion('amountType', [
  ProductPriceFixed,
  ProductPriceCustom,
  ProductPriceFree,
  ProductPriceMeteredUnit,
]);
export type ProductPrice = z.infer<typeof ProductPrice>;

const legacyPrice = {
  ...priceBase,
  type: z.literal('recurring'),
  recurringInterval: SubscriptionRecurringInterval,
  legacy: z.literal(true),
};

/** A recurring price from the time when one product could have several intervals. */
export const LegacyRecurringProductPrice = z.discriminatedUnion('amountType', [
  z.object({ ...legacyPrice, ...fixedFields }),
  z.object({ ...legacyPrice, ...customFields }),
  z.object({ ...legacyPrice, ...freeFields }),
]);
export type LegacyRecurringProductPrice = z.infer<typeof LegacyRecurringProductPrice>;

/** Any price a reply may carry. */
export const AnyProductPrice = z.union([LegacyRecurringProductPrice, ProductPrice]);
export type AnyProductPrice = z.infer<typeof AnyProductPrice>;

const priceCurrency = Currency.default(defaultCurrency);

type Amounts = Record<string, number | null | undefined>;

/** Cards are not charged less, so nothing is sold for less. What is less everywhere the amount's own shape refuses. */
const refuseBelowLeast = (context: z.RefinementCtx, currency: string, amounts: Amounts): void => {
  const minimum = minimumChargeIn(currency);
  for (const [key, input] of Object.entries(amounts))
    if (input && input >= minimumAmount && input < minimum)
      context.addIssue({
        code: 'too_small',
        origin: 'number',
        minimum,
        inclusive: true,
        input,
        path: [key],
        message: `Must be at least ${minimum}`,
      });
};

/** The contract's bound, which is in dollars: elsewhere it would be next to nothing. */
const refuseAboveMost = (context: z.RefinementCtx, amounts: Amounts): void => {
  for (const [key, input] of Object.entries(amounts))
    if (input && input > maximumCustomAmount)
      context.addIssue({
        code: 'too_big',
        origin: 'number',
        maximum: maximumCustomAmount,
        inclusive: true,
        input,
        path: [key],
        message: `Must be at most ${maximumCustomAmount}`,
      });
};

/** A new fixed price: 50..99999999 of the smallest unit, more than 50 where cards are not charged so little. */
export const ProductPriceFixedCreate = z
  .object({ amountType: z.literal('fixed'), priceAmount: namedAmount, priceCurrency })
  .superRefine(({ priceCurrency: currency, priceAmount }, context) =>
    refuseBelowLeast(context, currency, { priceAmount }),
  );

/** A new price that the customer names; bounds in the smallest unit, and in order. */
export const ProductPriceCustomCreate = z
  .object({
    amountType: z.literal('custom'),
    priceCurrency,
    minimumAmount: namedAmount.nullish(),
    maximumAmount: namedAmount.nullish(),
    presetAmount: namedAmount.nullish(),
  })
  .superRefine((price, context) => {
    const refuse = (key: string, message: string, type: string) =>
      context.addIssue({ code: 'custom', path: [key], message, params: { type } });
    const { minimumAmount: least, maximumAmount: most, presetAmount: preset } = price;
    refuseBelowLeast(context, price.priceCurrency, {
      minimumAmount: least,
      maximumAmount: most,
      presetAmount: preset,
    });
    if (price.priceCurrency === defaultCurrency)
      refuseAboveMost(context, { maximumAmount: most, presetAmount: preset });
    if (least && most && most < least)
      refuse('maximumAmount', 'Must not be less than the minimum', 'greater_than_equal');
    if (least && preset && preset < least)
      refuse('presetAmount', 'Must not be less than the minimum', 'greater_than_equal');
    if (most && preset && preset > most)
      refuse('presetAmount', 'Must not be greater than the maximum', 'less_than_equal');
  });

/** A new price of nothing. */
export const ProductPriceFreeCreate = z.object({ amountType: z.literal('free') });

const tooLong = 'Must have at most 17 digits, 12 of them after the decimal point';
const tooLittle = 'Must be greater than 0';

const hasFewDigits = (value: string): boolean => value.replace('.', '').length <= 17;

/** Why a text is no price of a unit. */
const unitProblem = (text: unknown): string => {
  const isNumber = typeof text === 'string' && /^-?\d+(\.\d+)?$/.test(text);
  return isNumber ? tooLong : 'Must be a decimal number';
};

/** Cents a unit as decimal text: more than 0, at most 17 digits, 12 of them decimals. A number is taken too. */
const unitAmount = z
  .union([z.number(), z.string()])
  .transform((value) => (typeof value === 'number' ? value.toFixed(12).replace(/\.?0+$/, '') : value))
  .pipe(
    z
      .string()
      .regex(/^-?\d{1,17}(\.\d{1,12})?$/, { error: ({ input }) => unitProblem(input), abort: true })
      // As it is kept, and shown ever after.
      .transform((value) => value.replace(/^0+(?=\d)/, ''))
      .refine(hasFewDigits, { error: tooLong, abort: true })
      .refine((value) => Number(value) > 0, { error: tooLittle, params: { type: 'greater_than' } }),
  );

/** Within tiers units may be free. */
const tierAmount = z.union([unitAmount, z.literal(['0', 0]).transform(() => '0')]);

/** A new price per metered unit. With tiers `unitAmount` may be left out: it is that of the first one. */
export const ProductPriceMeteredUnitCreate = z
  .object({
    amountType: z.literal('metered_unit'),
    meterId: id,
    priceCurrency,
    unitAmount: tierAmount.optional(),
    capAmount: z.int().min(0).max(2_147_483_647).nullish(),
    ...tariffInput(tierAmount),
  })
  .superRefine(
    ({ unitAmount: single, unitTiers, packageSize, minimumAmount: least, capAmount: most }, context) => {
      const refuse = (key: string, message: string, type: string) =>
        context.addIssue({ code: 'custom', path: [key], message, params: { type } });
      if (single === undefined && !unitTiers) refuse('unitAmount', 'Field required', 'missing');
      if (single === '0' && !unitTiers) refuse('unitAmount', tooLittle, 'greater_than');
      if (unitTiers && packageSize != null)
        refuse('packageSize', 'A package price cannot have tiers', 'value_error');
      if (least != null && most != null && most < least)
        refuse('capAmount', 'Must not be less than the minimum', 'greater_than_equal');
    },
  );

/** A price to add to a product. */
export const ProductPriceCreate = z.discriminatedUnion('amountType', [
  ProductPriceFixedCreate,
  ProductPriceCustomCreate,
  ProductPriceFreeCreate,
  ProductPriceMeteredUnitCreate,
]);
export type ProductPriceCreate = z.output<typeof ProductPriceCreate>;

/** A price to keep, in a product's new price list. */
export const ExistingProductPrice = z.object({ id });
export type ExistingProductPrice = z.infer<typeof ExistingProductPrice>;
