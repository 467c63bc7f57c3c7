/** Usage prices in words: each metered price with all its terms. */
import { unitPriceOf } from '@tessera/proto/api/money';
import { t } from '../i18n.ts';
import { money, number, unitPrice } from './format.ts';
import type { PricedProduct } from './price.ts';

type Metered = Extract<PricedProduct['prices'][number], { amountType: 'metered_unit' }>;
type Tier = NonNullable<Metered['unitTiers']>['tiers'][number];

/** `lines`: the price per unit or tier, and the minimum and maximum of a period. */
export type UsagePrice = { id: string; name: string; lines: string[] };

/** Metered prices in the currency, or all when it has none. */
export const usagePrices = (prices: PricedProduct['prices'], currency: string): UsagePrice[] => {
  const metered = prices.filter((price): price is Metered => price.amountType === 'metered_unit');
  const fitting = metered.filter(({ priceCurrency }) => priceCurrency === currency);
  return (fitting.length > 0 ? fitting : metered).map((price) => ({
    id: price.id,
    name: price.meter.name,
    lines: [...unitLines(price), ...limitLines(price)],
  }));
};

const unitAmount = (cents: string, currency: string): string =>
  unitPrice(unitPriceOf(cents, currency), currency);

const unitLines = ({
  unitAmount: cents,
  unitTiers,
  packageSize,
  priceCurrency: currency,
}: Metered): string[] => {
  if (unitTiers) {
    const { tiers, tierType } = unitTiers;
    const lines = tiers.map((tier, index) => tierLine(tier, tiers[index - 1]?.maxUnits ?? 0, currency));
    return tiers.length === 1 ? lines : [...lines, t(`price.${tierType}`)];
  }
  const price = unitAmount(cents, currency);
  return packageSize === null
    ? [t('price.unit', { price })]
    : [t('price.package', { price, size: number(packageSize) })];
};

const tierLine = (
  { maxUnits, unitAmount: cents, flatAmount }: Tier,
  from: number,
  currency: string,
): string => {
  const price = t('price.unit', { price: unitAmount(cents, currency) });
  const whole = flatAmount > 0 ? t('price.plusFlat', { price, amount: money(flatAmount, currency) }) : price;
  if (maxUnits !== null) return t('price.tierUpTo', { units: number(maxUnits), price: whole });
  return from === 0 ? whole : t('price.tierAbove', { units: number(from), price: whole });
};

const limitLines = ({ minimumAmount, capAmount, priceCurrency: currency }: Metered): string[] => [
  ...(minimumAmount ? [t('price.least', { amount: money(minimumAmount, currency) })] : []),
  ...(capAmount === null ? [] : [t('price.most', { amount: money(capAmount, currency) })]),
];
