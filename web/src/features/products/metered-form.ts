import { Currency, defaultCurrency } from '@tessera/proto/api/billing/currencies';
import type { ProductPriceCreate } from '@tessera/proto/api/billing/price';
import { minorDigits } from '@tessera/proto/api/money';
import type { z } from 'zod';
import type { Product } from '../../api/products.ts';
import { t } from '../../i18n/t.ts';
import { amountInput, parseAmount } from '../../ui/money.ts';

/** A price per unit as it was typed: whole units of the currency a unit, with as many decimals as one likes. */
export type MeteredForm = { meterId: string | null; currency: Currency; unit: string; cap: string };

export const emptyMetered: MeteredForm = { meterId: null, currency: defaultCurrency, unit: '', cap: '' };

/** Moves the decimal point of a plain decimal: ("0.002", 2) -> "0.2". */
const shiftPoint = (decimal: string, places: number): string => {
  const [whole = '', fraction = ''] = decimal.split('.');
  const digits = whole + fraction;
  const point = whole.length + places;
  const padded =
    point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(Math.max(point, digits.length), '0');
  const at = Math.max(point, 1);
  const left = padded.slice(0, at).replace(/^0+(?=\d)/, '');
  const right = padded.slice(at).replace(/0+$/, '');
  return right === '' ? left : `${left}.${right}`;
};

/** "0.002" dollars -> "0.2" cents; null: no price above 0. */
export const centsOfUnit = (typed: string, currency: string = defaultCurrency): string | null => {
  const bare = typed
    .trim()
    .replace(/^\p{Sc}\s*/u, '')
    .replace(',', '.');
  if (!/^(\d{1,10}(\.\d{0,14})?|\.\d{1,14})$/.test(bare) || Number(bare) === 0) return null;
  return shiftPoint(bare, minorDigits(currency));
};

/** "0.2" cents -> "0.002" dollars */
export const unitInput = (cents: string, currency: string = defaultCurrency): string =>
  shiftPoint(cents, -minorDigits(currency));

/** The rows of the form for a product that exists. */
export const meteredOf = (product: Product): MeteredForm[] =>
  product.prices.flatMap((price) =>
    price.amountType === 'metered_unit'
      ? [
          {
            meterId: price.meterId,
            currency: currencyOf(price),
            unit: unitInput(price.unitAmount, price.priceCurrency),
            cap: amountInput(price.capAmount, price.priceCurrency),
          },
        ]
      : [],
  );

/** One that forms know; dollars for any that they do not. */
export const currencyOf = ({ priceCurrency }: { priceCurrency: string }): Currency =>
  Currency.options.find((known) => known === priceCurrency) ?? defaultCurrency;

type MeteredPrice = Extract<z.input<typeof ProductPriceCreate>, { amountType: 'metered_unit' }>;

export const meteredPrice = ({ meterId, currency, unit, cap }: MeteredForm): MeteredPrice => ({
  amountType: 'metered_unit',
  priceCurrency: currency,
  meterId: meterId ?? '',
  unitAmount: centsOfUnit(unit, currency) ?? '',
  capAmount: cap.trim() === '' ? null : parseAmount(cap, currency),
});

/** A price that was not touched is kept by its id: running subscriptions go on pointing at it. */
export const keptOrNew = (row: MeteredForm, product: Product): { id: string } | MeteredPrice => {
  const wanted = meteredPrice(row);
  const kept = product.prices.find(
    (price) =>
      price.amountType === 'metered_unit' &&
      price.meterId === wanted.meterId &&
      price.priceCurrency === wanted.priceCurrency &&
      centsOfUnit(unitInput(price.unitAmount)) === wanted.unitAmount &&
      price.capAmount === wanted.capAmount,
  );
  return kept ? { id: kept.id } : wanted;
};

/** What is missing or unreadable, by the places of the form's fields. */
export const meteredMistakes = (rows: readonly MeteredForm[]): Record<string, string> => {
  const errors: Record<string, string> = {};
  for (const [index, { meterId, currency, unit, cap }] of rows.entries()) {
    const place = `metered.${index}`;
    if (meterId === null) errors[`${place}.meterId`] = t('products:chooseAMeter');
    else if (rows.findIndex((row) => row.meterId === meterId && row.currency === currency) !== index)
      errors[`${place}.meterId`] = t('products:eachMeterOnce');
    if (centsOfUnit(unit, currency) === null) errors[`${place}.unit`] = t('products:enterAUnitPrice');
    if (cap.trim() !== '' && parseAmount(cap, currency) === null)
      errors[`${place}.cap`] = t('products:enterAnAmount');
  }
  return errors;
};
