/** What units cost, pure and exact: prices have up to 12 decimals, units as many as they were sent with. */
import { formatMoney, minorDigits } from '@tessera/proto/api/money';
import { Big } from 'big.js';

/** `unitAmount`: cents a unit, as decimal text. `capAmount`: most cents a period. */
export type UnitPrice = { unitAmount: string; capAmount: number | null };

/** Units of a period, as decimal text, and how many of them were paid for before. */
export type Used = { consumedUnits: string; creditedUnits: number };

/** No period costs more, in cents, whatever was counted: an order could not hold it. */
export const maxAmount = 99_999_999;

/** Units that are to be paid: never less than none. */
export const billableUnits = ({ consumedUnits, creditedUnits }: Used): Big => {
  const units = new Big(consumedUnits).minus(creditedUnits);
  return units.gt(0) ? units : new Big(0);
};

/** Cents; half a cent counts as one. */
export const amountOf = ({ unitAmount, capAmount }: UnitPrice, used: Used): number => {
  const amount = new Big(unitAmount).times(billableUnits(used)).round(0, Big.roundHalfUp);
  const most = Math.min(capAmount ?? maxAmount, maxAmount);
  return amount.gt(most) ? most : amount.toNumber();
};

/** Figures beyond this are no counts that anybody reads. */
const longest = 18;
const writeUnits = (units: Big): string => {
  const text = units.toFixed();
  return text.length <= longest ? text : units.toExponential(6);
};

/** An order's line: `API calls (1500 units, 500 of them credited, at $0.004, at most $10.00)`. */
export const labelOf = (
  { unitAmount, capAmount }: UnitPrice,
  { meterName, used, currency }: { meterName: string; used: Used; currency: string },
): string => {
  const unit = new Big(unitAmount).div(new Big(10).pow(minorDigits(currency))).toFixed();
  const sign = formatMoney(0, currency, { isBrief: true });
  const parts = [
    `${writeUnits(new Big(used.consumedUnits))} units`,
    ...(used.creditedUnits > 0 ? [`${used.creditedUnits} of them credited`] : []),
    `at ${sign.replace('0', unit)}`,
    ...(capAmount === null ? [] : [`at most ${formatMoney(capAmount, currency)}`]),
  ];
  return `${meterName} (${parts.join(', ')})`;
};

/** A number of units as replies show it: what no number holds becomes the largest one. */
export const unitsOf = (text: string): number =>
  Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(text)));
