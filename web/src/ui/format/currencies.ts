/** The currencies that forms offer, with their signs. */
import { Currency } from '@tessera/proto/api/billing/currencies';
import { readerLocale } from '../../i18n/start.ts';

/** The sign before an amount's input: "$", "€", "CHF". */
export const currencySign = (currency: string): string =>
  new Intl.NumberFormat(readerLocale(), { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency.toUpperCase();

/** The currencies that prices can have, with their names: "EUR · Euro". */
export const currencyOptions = (): { value: Currency; label: string }[] => {
  const names = new Intl.DisplayNames([readerLocale()], { type: 'currency' });
  const options = Currency.options.map((value) => {
    const code = value.toUpperCase();
    return { value, label: `${code} · ${names.of(code) ?? code}` };
  });
  return options.toSorted((a, b) => a.label.localeCompare(b.label));
};
