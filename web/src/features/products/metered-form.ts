import { Currency, defaultCurrency } from '@tessera/proto/api/billing/currencies';
import type { ProductPriceCreate } from '@tessera/proto/api/billing/price';
import type { z } from 'zod';
import type { Product } from '../../api/products.ts';
import { readerLocale } from '../../i18n/start.ts';
import { t } from '../../i18n/t.ts';
import type { Usage } from '../../shared/describe/usage.ts';
import { amountInput, parseAmount } from '../../ui/money.ts';
import { countOf } from '../../ui/typed-values.ts';
import { type PriceTariff, type TierForm, tierMistakes, tiersOf, tiersRequest } from './tiers-form.ts';
import { centsOfUnit, unitInput } from './unit-price.ts';

/** How units come to a price. */
export const priceModels = ['unit', 'package', 'graduated', 'volume'] as const;
export type PriceModel = (typeof priceModels)[number];

/** A price per unit as it was typed: whole units of the currency a unit, with as many decimals as one likes. */
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

/** The rows of the form for a product that exists. */
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

/** One that forms know; dollars for any that they do not. */
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

/** What the row says as a price would; empty or no number where it cannot be read. */
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

/** A price that was not touched is kept by its id: running subscriptions go on pointing at it. */
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
 * What is sold is the same in every currency: whatever one of them has a price for, all have. `others` are those of the
 * prices that are not by usage; none where the product has no such price.
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

const isPackage = (units: number | null): boolean => units !== null && units >= 1 && units < 1e9;

/** What is missing or unreadable, by the places of the form's fields. */
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
