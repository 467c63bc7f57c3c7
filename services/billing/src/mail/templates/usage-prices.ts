/** Metered prices in words, with tiers, packages and limits. Pure. */
import { plainName } from '@tessera/kit/text/plain-name';
import type { UnitTier } from '@tessera/proto/api/billing/tariff';
import { unitPriceOf } from '@tessera/proto/api/money';
import type { FullPrice } from '../../catalog/products/view.ts';
import type { Words } from './words.ts';

/**
 * Returns a text per metered price in the currency: `API calls: $0.004 per unit · Maximum $10.00 per billing period.`
 * `isTaxAdded`: the prices are without the tax that the customer pays.
 */
export const usagePriceTexts = (
  prices: readonly FullPrice[],
  { currency, isTaxAdded }: { currency: string; isTaxAdded: boolean },
  words: Words,
): string[] =>
  prices
    .filter(({ amountType, priceCurrency }) => amountType === 'metered_unit' && priceCurrency === currency)
    .map((price) => {
      const tax = isTaxAdded ? [words.t('price.allPlusTax')] : [];
      const parts = [...unitParts(price, words), ...limitParts(price, words), ...tax].join(' · ');
      return words.t('price.ofMeter', {
        meter: plainName(price.meter?.name ?? '', words.t('usage.meter')),
        parts,
      });
    });

/** `cents`: minor units as decimal text. */
const priceOf = (cents: string, currency: string, { t, unitPrice }: Words): string =>
  t('price.unit', { price: unitPrice(unitPriceOf(cents, currency), currency) });

const unitParts = ({ unitAmount, tariff, priceCurrency: currency }: FullPrice, words: Words): string[] => {
  const { t, number, unitPrice } = words;
  const cents = unitAmount ?? '0';
  if (tariff?.unitTiers) {
    const { tiers, tierType } = tariff.unitTiers;
    const parts = tiers.map((tier, at) =>
      tierPart(tier, { from: tiers[at - 1]?.maxUnits ?? 0, currency, words }),
    );
    return tiers.length === 1 ? parts : [...parts, t(`price.${tierType}`)];
  }
  if (!tariff?.packageSize) return [priceOf(cents, currency, words)];
  const price = unitPrice(unitPriceOf(cents, currency), currency);
  return [t('price.package', { price, size: number(tariff.packageSize) })];
};

const tierPart = (
  { maxUnits, unitAmount, flatAmount }: UnitTier,
  { from, currency, words }: { from: number; currency: string; words: Words },
): string => {
  const { t, number, money } = words;
  const unit = priceOf(unitAmount, currency, words);
  const price =
    flatAmount > 0 ? t('price.plusFlat', { price: unit, amount: money(flatAmount, currency) }) : unit;
  if (maxUnits !== null) return t('price.tierUpTo', { units: number(maxUnits), price });
  return from === 0 ? price : t('price.tierAbove', { units: number(from), price });
};

const limitParts = ({ tariff, capAmount, priceCurrency }: FullPrice, { t, money }: Words): string[] => [
  ...(tariff?.minimumAmount
    ? [t('price.least', { amount: money(tariff.minimumAmount, priceCurrency) })]
    : []),
  ...(capAmount === null ? [] : [t('price.most', { amount: money(capAmount, priceCurrency) })]),
];
