/** Tiers of a metered price as they are typed: up to how many units, the price of each, and what is due once. */
import type { UnitTiers } from '@tessera/proto/api/billing/tariff';
import { t } from '../../i18n/t.ts';
import { amountInput, parseAmount } from '../../ui/money.ts';
import { countOf } from '../../ui/typed-values.ts';
import { centsOfUnit, unitInput } from './unit-price.ts';

/** The last tier must be unlimited, whatever is typed there. */
export type TierForm = { upTo: string; unit: string; flat: string };

export const firstTiers: TierForm[] = [
  { upTo: '1000', unit: '', flat: '' },
  { upTo: '', unit: '', flat: '' },
];

/** What of a price decides its tiers. */
export type PriceTariff = { unitTiers: UnitTiers | null; packageSize: number | null; priceCurrency: string };

export const tiersOf = ({ unitTiers, priceCurrency }: PriceTariff): TierForm[] =>
  (unitTiers?.tiers ?? []).map(({ maxUnits, unitAmount, flatAmount }) => ({
    upTo: maxUnits === null ? '' : String(maxUnits),
    unit: unitInput(unitAmount, priceCurrency),
    flat: flatAmount === 0 ? '' : amountInput(flatAmount, priceCurrency),
  }));

/** Within tiers units may be free: a price that cannot be read is none. */
const unitOf = (typed: string, currency: string): string | null =>
  /^\s*0+([.,]0*)?\s*$/.test(typed) ? '0' : centsOfUnit(typed, currency);

/** Units that a tier can end with. */
const isUnits = (count: number | null): boolean => count !== null && count >= 1 && count < 1e15;

export const tiersRequest = (tiers: readonly TierForm[], currency: string): UnitTiers['tiers'] =>
  tiers.map(({ upTo, unit, flat }, index) => ({
    maxUnits: index === tiers.length - 1 ? null : (countOf(upTo) ?? 0),
    unitAmount: unitOf(unit, currency) ?? '',
    flatAmount: flat.trim() === '' ? 0 : (parseAmount(flat, currency) ?? 0),
  }));

/** What is missing or unreadable, by the places of the form's fields. */
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
