/** Usage prices in words, as in the checkout. Pages that show them load the namespace `products`. */
import type { Tariff } from '@tessera/proto/api/billing/tariff';
import { unitPriceOf } from '@tessera/proto/api/money';
import { readerLocale } from '../../i18n/start.ts';
import { t } from '../../i18n/t.ts';
import { formatMoney } from '../../ui/format/money.ts';

/** `unitAmount`: cents as decimal text; empty when a form has no value yet, and with tiers. */
export type Usage = Tariff & { unitAmount: string; capAmount: number | null; priceCurrency: string };

/** Each tier, and a period's minimum and maximum; unreadable input is skipped. */
export const describeUsage = (usage: Usage, name: string): string[] => {
  const lines = usage.unitTiers ? tierLines(usage, name) : unitLines(usage, name);
  return lines.length === 0 ? [] : [...lines, ...limitLines(usage)];
};

const unitLines = ({ unitAmount, packageSize, priceCurrency }: Usage, name: string): string[] => {
  if (unitAmount === '') return [];
  const amount = formatUnit(unitAmount, priceCurrency);
  if (packageSize === null) return [t('products:previewMetered', { amount, name })];
  if (Number.isNaN(packageSize)) return [];
  return [t('products:previewPackage', { amount, size: formatCount(packageSize), name })];
};

const tierLines = ({ unitTiers, priceCurrency }: Usage, name: string): string[] => {
  const { tiers, tierType } = unitTiers ?? { tiers: [], tierType: 'graduated' as const };
  const lines = tiers.flatMap(({ unitAmount, flatAmount, maxUnits }, index) => {
    if (unitAmount === '') return [];
    const unit = formatUnit(unitAmount, priceCurrency);
    const amount =
      flatAmount > 0
        ? t('products:previewPlusFlat', { amount: unit, flat: formatMoney(flatAmount, priceCurrency) })
        : unit;
    const from = tiers[index - 1]?.maxUnits ?? 0;
    if (maxUnits === null && index === 0) return [t('products:previewMetered', { amount, name })];
    const end = maxUnits ?? from;
    if (!(end > 0)) return [];
    const words = { name, units: formatCount(end), amount };
    return [t(maxUnits === null ? 'products:previewTierAbove' : 'products:previewTierUpTo', words)];
  });
  return lines.length < 2 ? lines : [...lines, t(`products:previewTiers.${tierType}`)];
};

const limitLines = ({ minimumAmount, capAmount, priceCurrency }: Usage): string[] => [
  ...(minimumAmount
    ? [t('products:previewLeast', { amount: formatMoney(minimumAmount, priceCurrency) })]
    : []),
  ...(capAmount === null
    ? []
    : [t('products:previewMost', { amount: formatMoney(capAmount, priceCurrency) })]),
];

const formatCount = (count: number): string => new Intl.NumberFormat(readerLocale()).format(count);

/** A unit price with all its decimals. */
const formatUnit = (cents: string, currency: string): string =>
  new Intl.NumberFormat(readerLocale(), { style: 'currency', currency, maximumFractionDigits: 12 }).format(
    unitPriceOf(cents, currency) as Intl.StringNumericLiteral,
  );
