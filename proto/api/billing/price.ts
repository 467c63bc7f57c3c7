/** Prices of a product: free, fixed, pay what you want, metered. Amounts in minor units of their currency. */
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
  /** Legacy copies of the product's billing type and interval. */
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

/** A fixed price, in minor units. */
export const ProductPriceFixed = z.object({ ...currentPrice, ...fixedFields });
/** A price that the customer chooses within bounds; `presetAmount` is the form's initial value. */
export const ProductPriceCustom = z.object({ ...currentPrice, ...customFields });
/** A free price. */
export const ProductPriceFree = z.object({ ...currentPrice, ...freeFields });
/**
 * A price per metered unit: `unitAmount` is a decimal number of minor units as text, `capAmount` minor units per
 * period. With tiers `unitAmount` is that of the first tier, with packages the price of a package.
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

/** A current (not legacy) price. */
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

/** A recurring price from the time when a product could have several intervals. */
export const LegacyRecurringProductPrice = z.discriminatedUnion('amountType', [
  z.object({ ...legacyPrice, ...fixedFields }),
  z.object({ ...legacyPrice, ...customFields }),
  z.object({ ...legacyPrice, ...freeFields }),
]);
export type LegacyRecurringProductPrice = z.infer<typeof LegacyRecurringProductPrice>;

/** Any price in a reply. */
export const AnyProductPrice = z.union([LegacyRecurringProductPrice, ProductPrice]);
export type AnyProductPrice = z.infer<typeof AnyProductPrice>;

const priceCurrency = Currency.default(defaultCurrency);

type Amounts = Record<string, number | null | undefined>;

/**
 * Rejects amounts below the minimum card charge of a currency. Amounts below the global minimum are rejected by their
 * own schema.
 */
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

/** Applies the contract's maximum, which is in US dollars and would be too low in many other currencies. */
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

/** A new fixed price: 50..99999999 minor units, or from a higher minimum if cards have one. */
export const ProductPriceFixedCreate = z
  .object({ amountType: z.literal('fixed'), priceAmount: namedAmount, priceCurrency })
  .superRefine(({ priceCurrency: currency, priceAmount }, context) =>
    refuseBelowLeast(context, currency, { priceAmount }),
  );

/** A new pay-what-you-want price; amounts in minor units, minimum <= preset <= maximum. */
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

/** A new free price. */
export const ProductPriceFreeCreate = z.object({ amountType: z.literal('free') });

const tooLong = 'Must have at most 17 digits, 12 of them after the decimal point';
const tooLittle = 'Must be greater than 0';

const hasFewDigits = (value: string): boolean => value.replace('.', '').length <= 17;

/** Why a text is not a valid unit price. */
const unitProblem = (text: unknown): string => {
  const isNumber = typeof text === 'string' && /^-?\d+(\.\d+)?$/.test(text);
  return isNumber ? tooLong : 'Must be a decimal number';
};

/**
 * Minor units per unit as decimal text: more than 0, at most 17 digits, 12 of them decimals. Numbers are accepted
 * too.
 */
const unitAmount = z
  .union([z.number(), z.string()])
  .transform((value) => (typeof value === 'number' ? value.toFixed(12).replace(/\.?0+$/, '') : value))
  .pipe(
    z
      .string()
      .regex(/^-?\d{1,17}(\.\d{1,12})?$/, { error: ({ input }) => unitProblem(input), abort: true })
      // The form in which it is stored and shown.
      .transform((value) => value.replace(/^0+(?=\d)/, ''))
      .refine(hasFewDigits, { error: tooLong, abort: true })
      .refine((value) => Number(value) > 0, { error: tooLittle, params: { type: 'greater_than' } }),
  );

/** Units of a tier may be free. */
const tierAmount = z.union([unitAmount, z.literal(['0', 0]).transform(() => '0')]);

/** A new price per metered unit. `unitAmount` is optional with tiers, where the first tier has it. */
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

/** A price to keep in a product's new list of prices. */
export const ExistingProductPrice = z.object({ id });
export type ExistingProductPrice = z.infer<typeof ExistingProductPrice>;
