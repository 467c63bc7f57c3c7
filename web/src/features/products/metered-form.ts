import { Currency, defaultCurrency } from '@tessera/proto/api/billing/currencies';
import type { ProductPriceCreate } from '@tessera/proto/api/billing/price';
import type { z } from 'zod';
import type { Product } from '../../api/catalog/products.ts';
import { readerLocale } from '../../i18n/start.ts';
import { t } from '../../i18n/t.ts';
import type { Usage } from '../../shared/describe/usage.ts';
import { amountInput, parseAmount } from '../../ui/format/money.ts';
import { countOf } from '../../ui/format/typed-values.ts';
import type { FieldMap } from '../../ui/forms/form-errors.ts';
import { type PriceTariff, type TierForm, tierMistakes, tiersOf, tiersRequest } from './tiers-form.ts';
import { centsOfUnit, unitInput } from './unit-price.ts';

/** The models that turn units into a price. */
export const priceModels = ['unit', 'package', 'graduated', 'volume'] as const;
export type PriceModel = (typeof priceModels)[number];

/** A usage price as typed: the price per unit in major units of the currency, with any number of decimals. */
export type MeteredForm = {
  meterId: string | null;
  currency: Currency;
  model: PriceModel;
  unit: string;
  packageSize: string;
  tiers: TierForm[];
  minimum: string;
  cap: string;
};

export const emptyMetered: MeteredForm = {
  meterId: null,
  currency: defaultCurrency,
  model: 'unit',
  unit: '',
  packageSize: '',
  tiers: [],
  minimum: '',
  cap: '',
};

/** The form rows of an existing product. */
export const meteredOf = (product: Product): MeteredForm[] =>
  product.prices.flatMap((price) =>
    price.amountType === 'metered_unit'
      ? [
          {
            meterId: price.meterId,
            currency: currencyOf(price),
            model: modelOf(price),
            unit: unitInput(price.unitAmount, price.priceCurrency),
            packageSize: price.packageSize === null ? '' : String(price.packageSize),
            tiers: tiersOf(price),
            minimum: amountInput(price.minimumAmount, price.priceCurrency),
            cap: amountInput(price.capAmount, price.priceCurrency),
          },
        ]
      : [],
  );

const modelOf = ({ unitTiers, packageSize }: PriceTariff): PriceModel =>
  unitTiers?.tierType ?? (packageSize === null ? 'unit' : 'package');

/** The currency, or dollars for currencies that forms do not support. */
export const currencyOf = ({ priceCurrency }: { priceCurrency: string }): Currency =>
  Currency.options.find((known) => known === priceCurrency) ?? defaultCurrency;

type MeteredPrice = Extract<z.input<typeof ProductPriceCreate>, { amountType: 'metered_unit' }>;

const optionalAmount = (typed: string, currency: string): number | null =>
  typed.trim() === '' ? null : parseAmount(typed, currency);

export const hasTiers = (model: PriceModel): model is 'graduated' | 'volume' =>
  model === 'graduated' || model === 'volume';

export const meteredPrice = (row: MeteredForm): MeteredPrice => {
  const { meterId, currency, model, unit, packageSize, tiers, minimum, cap } = row;
  return {
    amountType: 'metered_unit',
    priceCurrency: currency,
    meterId: meterId ?? '',
    ...(hasTiers(model)
      ? { unitTiers: { tierType: model, tiers: tiersRequest(tiers, currency) } }
      : { unitAmount: centsOfUnit(unit, currency) ?? '', unitTiers: null }),
    packageSize: model === 'package' ? (countOf(packageSize) ?? 0) : null,
    minimumAmount: optionalAmount(minimum, currency),
    capAmount: optionalAmount(cap, currency),
  };
};

/** The row as a price; empty or NaN where it cannot be parsed. */
export const usageOf = (row: MeteredForm): Usage => {
  const { packageSize, ...price } = meteredPrice(row);
  return {
    unitAmount: String(price.unitAmount ?? ''),
    unitTiers: hasTiers(row.model)
      ? { tierType: row.model, tiers: tiersRequest(row.tiers, row.currency) }
      : null,
    packageSize: packageSize === 0 ? Number.NaN : (packageSize ?? null),
    minimumAmount: price.minimumAmount ?? null,
    capAmount: price.capAmount ?? null,
    priceCurrency: row.currency,
  };
};

/** An unchanged price keeps its id, which running subscriptions refer to. */
export const keptOrNew = (row: MeteredForm, product: Product): { id: string } | MeteredPrice => {
  const wanted = meteredPrice(row);
  const kept = product.prices.find(
    (price) =>
      price.amountType === 'metered_unit' &&
      price.meterId === wanted.meterId &&
      price.priceCurrency === wanted.priceCurrency &&
      isSameTariff(price, wanted) &&
      price.capAmount === wanted.capAmount,
  );
  return kept ? { id: kept.id } : wanted;
};

type OwnPrice = Extract<Product['prices'][number], { amountType: 'metered_unit' }>;

const isSameTariff = (price: OwnPrice, wanted: MeteredPrice): boolean =>
  price.packageSize === wanted.packageSize &&
  price.minimumAmount === wanted.minimumAmount &&
  (price.unitTiers === null
    ? centsOfUnit(unitInput(price.unitAmount)) === wanted.unitAmount
    : JSON.stringify(price.unitTiers) === JSON.stringify(wanted.unitTiers));

const named = (currencies: readonly Currency[]): string =>
  new Intl.ListFormat(readerLocale()).format(currencies.map((currency) => currency.toUpperCase()));

/**
 * Errors of currencies without a price that others have: every currency must have the same prices. `others` are the
 * currencies of prices that are not by usage; empty without such prices.
 */
export const unevenMistakes = (
  rows: readonly MeteredForm[],
  others: readonly Currency[],
): Record<string, string> => {
  const errors: Record<string, string> = {};
  const all = new Set([...others, ...rows.map(({ currency }) => currency)]);
  for (const [index, { meterId, currency }] of rows.entries()) {
    if (meterId === null) continue;
    const own = rows.filter((row) => row.meterId === meterId).map((row) => row.currency);
    const missing = [...all].filter((one) => !own.includes(one));
    if (others.length > 0 && !others.includes(currency))
      errors[`metered.${index}.currency`] = t('products:noOtherPriceIn', { currency: named([currency]) });
    else if (missing.length > 0 && rows.findLastIndex((row) => row.meterId === meterId) === index)
      errors[`metered.${index}.currency`] = t('products:pricedInEach', { currencies: named(missing) });
  }
  return errors;
};

/** The form fields of a metered price by their request names. */
const wireKeys = {
  unitAmount: 'unit',
  packageSize: 'packageSize',
  minimumAmount: 'minimum',
  capAmount: 'cap',
} as const;
const tierKeys = { maxUnits: 'upTo', unitAmount: 'unit', flatAmount: 'flat' } as const;

/** Maps request paths of metered prices to form fields; `first` is the place of the first one among all prices. */
export const meteredFields = (rows: readonly MeteredForm[], first: number): FieldMap =>
  Object.fromEntries(
    rows.flatMap(({ tiers }, index) => {
      const [path, field] = [`prices.${first + index}`, `metered.${index}`];
      return [
        ...Object.entries(wireKeys).map(([wireKey, key]) => [`${path}.${wireKey}`, `${field}.${key}`]),
        ...tiers.flatMap((_tier, tier) =>
          Object.entries(tierKeys).map(([wireKey, key]) => [
            `${path}.unitTiers.tiers.${tier}.${wireKey}`,
            `${field}.tiers.${tier}.${key}`,
          ]),
        ),
      ];
    }),
  );

/** The amount fields of metered prices, each with its currency. */
export const meteredMoney = (rows: readonly MeteredForm[]): Record<string, Currency> =>
  Object.fromEntries(
    rows.flatMap(({ currency, tiers }, index) => [
      [`metered.${index}.minimum`, currency],
      [`metered.${index}.cap`, currency],
      ...tiers.map((_tier, tier) => [`metered.${index}.tiers.${tier}.flat`, currency]),
    ]),
  );

const isPackage = (units: number | null): boolean => units !== null && units >= 1 && units < 1e9;

/** Errors of missing or invalid values, by form field. */
export const meteredMistakes = (rows: readonly MeteredForm[]): Record<string, string> => {
  const errors: Record<string, string> = {};
  for (const [index, row] of rows.entries()) {
    const { meterId, currency, model, unit, packageSize, tiers, minimum, cap } = row;
    const place = `metered.${index}`;
    if (meterId === null) errors[`${place}.meterId`] = t('products:chooseAMeter');
    else if (rows.findIndex((row) => row.meterId === meterId && row.currency === currency) !== index)
      errors[`${place}.meterId`] = t('products:eachMeterOnce');
    if (hasTiers(model)) Object.assign(errors, tierMistakes(tiers, { place: `${place}.tiers`, currency }));
    else if (centsOfUnit(unit, currency) === null) errors[`${place}.unit`] = t('products:enterAUnitPrice');
    if (model === 'package' && !isPackage(countOf(packageSize)))
      errors[`${place}.packageSize`] = t('products:enterANumberOfUnits');
    if (minimum.trim() !== '' && parseAmount(minimum, currency) === null)
      errors[`${place}.minimum`] = t('products:enterAnAmount');
    if (cap.trim() !== '' && parseAmount(cap, currency) === null)
      errors[`${place}.cap`] = t('products:enterAnAmount');
  }
  return errors;
};
