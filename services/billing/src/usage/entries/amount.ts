/** What units cost, pure and exact: prices have up to 12 decimals, units as many as they were sent with. */
import type { Tariff, UnitTiers } from '@tessera/proto/api/billing/tariff';
import { formatMoney, formatUnitPrice, minorDigits } from '@tessera/proto/api/money';
import { Big } from 'big.js';

/**
 * `unitAmount`: cents a unit (of a package, where units come in those), as decimal text. `capAmount`: most cents a period.
 * `tariff`: tiers, packages, and the least cents a period.
 */
export type UnitPrice = { unitAmount: string; capAmount: number | null; tariff?: Tariff | null };

/** Units of a period, as decimal text, and how many of them were paid for before. */
export type Used = { consumedUnits: string; creditedUnits: number };

/** No period costs more, in cents, whatever was counted: an order could not hold it. */
export const maxAmount = 99_999_999;

/** Units that are to be paid: never less than none. */
export const billableUnits = ({ consumedUnits, creditedUnits }: Used): Big => {
  const units = new Big(consumedUnits).minus(creditedUnits);
  return units.gt(0) ? units : new Big(0);
};

/** Cents; half a cent counts as one. `isPart`: only a part of a period, which owes no minimum. */
export const amountOf = (
  { unitAmount, capAmount, tariff = null }: UnitPrice,
  used: Used,
  { isPart = false }: { isPart?: boolean } = {},
): number => {
  const amount = exactAmount(unitAmount, tariff, billableUnits(used)).round(0, Big.roundHalfUp);
  const least = isPart ? 0 : (tariff?.minimumAmount ?? 0);
  const most = Math.min(capAmount ?? maxAmount, maxAmount);
  if (amount.gt(most)) return most;
  return Math.max(amount.toNumber(), Math.min(least, most));
};

const exactAmount = (unitAmount: string, tariff: Tariff | null, units: Big): Big => {
  if (tariff?.unitTiers) return amountByTiers(tariff.unitTiers, units);
  return new Big(unitAmount).times(packagesOf(tariff, units));
};

/** Whole packages where units come in those. */
const packagesOf = (tariff: Tariff | null, units: Big): Big =>
  tariff?.packageSize == null ? units : units.div(tariff.packageSize).round(0, Big.roundUp);

/** Of nothing nothing is due, whatever the first tier asks for once. */
const amountByTiers = ({ tierType, tiers }: UnitTiers, units: Big): Big => {
  const reached = tiers.filter((_tier, index) => units.gt(tiers[index - 1]?.maxUnits ?? 0));
  const last = reached.at(-1);
  if (!last) return new Big(0);
  if (tierType === 'volume') return new Big(last.unitAmount).times(units).plus(last.flatAmount);
  return reached.reduce((sum, { unitAmount, flatAmount, maxUnits }, index) => {
    const top = maxUnits !== null && units.gt(maxUnits) ? new Big(maxUnits) : units;
    const within = top.minus(reached[index - 1]?.maxUnits ?? 0);
    return sum.plus(new Big(unitAmount).times(within)).plus(flatAmount);
  }, new Big(0));
};

/** Figures beyond this are no counts that anybody reads. */
const longest = 18;
/** What computers add up of fractions ends in a long tail (`777.0000000000001`), which says nothing. */
const decimals = 6;
const writeUnits = (units: Big): string => {
  const rounded = units.round(decimals, Big.roundHalfUp);
  const text = (rounded.eq(0) ? units : rounded).toFixed();
  return text.length <= longest ? text : units.toExponential(decimals);
};

const counted = (count: string, noun: string): string => `${count} ${count === '1' ? noun : `${noun}s`}`;

/** An order's line: `API calls (1500 units, 500 of them credited, at $0.004, at most $10.00)`. */
export const labelOf = (
  { unitAmount, capAmount, tariff = null }: UnitPrice,
  { meterName, used, currency }: { meterName: string; used: Used; currency: string },
): string => {
  const unit = new Big(unitAmount).div(new Big(10).pow(minorDigits(currency))).toFixed();
  // Credit that nothing was used of pays for nothing.
  const covered = new Big(used.consumedUnits).minus(billableUnits(used));
  const parts = [
    counted(writeUnits(new Big(used.consumedUnits)), 'unit'),
    ...(covered.gt(0) ? [`${writeUnits(covered)} of them credited`] : []),
    priceLabel(tariff, used, formatUnitPrice(unit, currency)),
    ...(tariff?.minimumAmount ? [`at least ${formatMoney(tariff.minimumAmount, currency)}`] : []),
    ...(capAmount === null ? [] : [`at most ${formatMoney(capAmount, currency)}`]),
  ];
  return `${meterName} (${parts.join(', ')})`;
};

/** `at $0.004`, `as 3 packages of 1000 at $5`, `at graduated prices`. */
const priceLabel = (tariff: Tariff | null, used: Used, unit: string): string => {
  if (tariff?.unitTiers) return `at ${tariff.unitTiers.tierType} prices`;
  if (tariff?.packageSize == null) return `at ${unit}`;
  const packages = writeUnits(packagesOf(tariff, billableUnits(used)));
  return `as ${counted(packages, 'package')} of ${tariff.packageSize} at ${unit}`;
};

/** A number of units as replies show it: what no number holds becomes the largest one. */
export const unitsOf = (text: string): number =>
  Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(text)));
