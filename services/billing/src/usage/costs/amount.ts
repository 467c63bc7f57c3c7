/** Computes the price of units, pure and exact: prices have up to 12 decimals, units as many as were sent. */
import type { Tariff, UnitTiers } from '@tessera/proto/api/billing/tariff';
import { formatMoney, formatUnitPrice, unitPriceOf } from '@tessera/proto/api/money';
import { Big } from 'big.js';

/**
 * `unitAmount`: minor units per unit (or per package), as decimal text. `capAmount`: maximum minor units per period.
 * `tariff`: tiers, packages, and the minimum per period.
 */
export type UnitPrice = { unitAmount: string; capAmount: number | null; tariff?: Tariff | null };

/** Units of a period, as decimal text, and the number of credited units. */
export type Used = { consumedUnits: string; creditedUnits: number };

/** Maximum cost of a period in minor units, which an order can hold. */
export const maxAmount = 99_999_999;

/** Units to charge; never below 0. */
export const billableUnits = ({ consumedUnits, creditedUnits }: Used): Big => {
  const units = new Big(consumedUnits).minus(creditedUnits);
  return units.gt(0) ? units : new Big(0);
};

/** Minor units, halves rounded up. `isPart`: a part of a period, for which no minimum is due. */
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

/** The number of packages, rounded up, or of units if there are no packages. */
const packagesOf = (tariff: Tariff | null, units: Big): Big =>
  tariff?.packageSize == null ? units : units.div(tariff.packageSize).round(0, Big.roundUp);

/** No units cost nothing, even if the first tier has a flat amount. */
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

/** Longer numbers are written with an exponent. */
const longest = 18;
/** Floating-point sums may end in meaningless digits (`777.0000000000001`), so they are rounded. */
const decimals = 6;
const writeUnits = (units: Big): string => {
  const rounded = units.round(decimals, Big.roundHalfUp);
  const text = (rounded.eq(0) ? units : rounded).toFixed();
  return text.length <= longest ? text : units.toExponential(decimals);
};

const counted = (count: string, noun: string): string => `${count} ${count === '1' ? noun : `${noun}s`}`;

/** The label of an order line: `API calls (1500 units, 500 of them credited, at $0.004, at most $10.00)`. */
export const labelOf = (
  { unitAmount, capAmount, tariff = null }: UnitPrice,
  { meterName, used, currency }: { meterName: string; used: Used; currency: string },
): string => {
  // Only credit that was used is shown.
  const covered = new Big(used.consumedUnits).minus(billableUnits(used));
  const parts = [
    counted(writeUnits(new Big(used.consumedUnits)), 'unit'),
    ...(covered.gt(0) ? [`${writeUnits(covered)} of them credited`] : []),
    priceLabel(tariff, used, formatUnitPrice(unitPriceOf(unitAmount, currency), currency)),
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

/** A number of units in responses, clamped to the range of numbers. */
export const unitsOf = (text: string): number =>
  Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(text)));
