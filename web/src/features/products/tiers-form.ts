/** The tiers of a metered price as typed: the upper limit in units, the unit price, and the flat fee. */
import type { UnitTiers } from '@tessera/proto/api/billing/tariff';
import { t } from '../../i18n/t.ts';
import { amountInput, parseAmount } from '../../ui/format/money.ts';
import { countOf } from '../../ui/format/typed-values.ts';
import { centsOfUnit, unitInput } from './unit-price.ts';

/** The last tier must be unlimited; its `upTo` is ignored. */
export type TierForm = { upTo: string; unit: string; flat: string };

export const firstTiers: TierForm[] = [
  { upTo: '1000', unit: '', flat: '' },
  { upTo: '', unit: '', flat: '' },
];

/** The parts of a price that determine its tiers. */
export type PriceTariff = { unitTiers: UnitTiers | null; packageSize: number | null; priceCurrency: string };

export const tiersOf = ({ unitTiers, priceCurrency }: PriceTariff): TierForm[] =>
  (unitTiers?.tiers ?? []).map(({ maxUnits, unitAmount, flatAmount }) => ({
    upTo: maxUnits === null ? '' : String(maxUnits),
    unit: unitInput(unitAmount, priceCurrency),
    flat: flatAmount === 0 ? '' : amountInput(flatAmount, priceCurrency),
  }));

/** The unit price in cents; null when it cannot be parsed. Unlike elsewhere, 0 is allowed within tiers. */
const unitOf = (typed: string, currency: string): string | null =>
  /^\s*0+([.,]0*)?\s*$/.test(typed) ? '0' : centsOfUnit(typed, currency);

/** Whether a number of units is a valid upper limit. */
const isUnits = (count: number | null): boolean => count !== null && count >= 1 && count < 1e15;

export const tiersRequest = (tiers: readonly TierForm[], currency: string): UnitTiers['tiers'] =>
  tiers.map(({ upTo, unit, flat }, index) => ({
    maxUnits: index === tiers.length - 1 ? null : (countOf(upTo) ?? 0),
    unitAmount: unitOf(unit, currency) ?? '',
    flatAmount: flat.trim() === '' ? 0 : (parseAmount(flat, currency) ?? 0),
  }));

/** Errors of missing or invalid values, by form field. */
export const tierMistakes = (
  tiers: readonly TierForm[],
  { place, currency }: { place: string; currency: string },
): Record<string, string> => {
  const errors: Record<string, string> = {};
  for (const [index, { upTo, unit, flat }] of tiers.entries()) {
    const isLast = index === tiers.length - 1;
    const before = index === 0 ? 0 : Number(countOf(tiers[index - 1]?.upTo ?? ''));
    const most = countOf(upTo);
    if (!isLast && !isUnits(most)) errors[`${place}.${index}.upTo`] = t('products:enterANumberOfUnits');
    else if (!isLast && Number(most) <= before)
      errors[`${place}.${index}.upTo`] = t('products:mustBeAboveTheTierBefore');
    if (unitOf(unit, currency) === null)
      errors[`${place}.${index}.unit`] = t('products:enterAUnitPriceOrNone');
    if (flat.trim() !== '' && parseAmount(flat, currency) === null)
      errors[`${place}.${index}.flat`] = t('products:enterAnAmount');
  }
  return errors;
};
