/** The tax of orders of running subscriptions: charges are taxed as of now, credits return what was paid. */
import type { TaxBehavior, TaxDetails, TaxLine } from '@tessera/proto/api/billing/tax';
import { share, spread } from '@tessera/proto/api/money';
import type { Billing } from '../../billing.ts';
import { noTax, type TaxAnswer } from '../../money/tax.ts';
import type { OrderLine } from '../../orders/plan.ts';
import type { FullSubscription } from '../../subscriptions/view.ts';
import { calculateOrNone } from '../../taxes/unattended.ts';
import { findPaidForPeriod, findTaxOfPeriod, type TaxOfPeriod } from './paid.ts';

type Charged = { lines: readonly OrderLine[]; discount: { amount: number }; key: string };

/** `returned`: the parts of `tax` (0 or below) that return what credits had, if these are taxed apart from the rest. */
export type OrderTax = { tax: TaxAnswer; returned?: ReadonlyMap<OrderLine, number> };

/** The tax of an order's lines. Charges and credits whose taxes are the same are taxed as one amount. */
export const taxOf = async (
  billing: Billing,
  full: FullSubscription,
  { lines, discount, key }: Charged,
): Promise<OrderTax> => {
  const netAmount = sumOf(lines) - discount.amount;
  const ask = (amount: number, part = '') => calculate(billing, full, { amount, key: key + part });
  const credits = lines.filter(isCredit);
  if (credits.length === 0) return { tax: await ask(netAmount) };
  const now = await ask(Math.abs(netAmount) || netAmount - sumOf(credits));
  const paid = await findPaidForPeriod(billing.db.manager, full.row);
  const apart = await findTaxedApart(billing, full, { lines, now: now.details });
  if (apart.length === 0) {
    if (netAmount > 0) return { tax: now };
    return { tax: netAmount === 0 ? noTax : negated(atMost(now, paid.tax)) };
  }
  const rest = netAmount - sumOf(apart.map(({ line }) => line));
  let tax = rest > 0 ? await ask(rest, ':charges') : noTax;
  const returned = new Map<OrderLine, number>();
  let most = paid.tax;
  for (const { line, before } of apart) {
    const credit = returnedOf(0 - line.amount, { before, most, to: now.details });
    most -= credit.amount;
    returned.set(line, 0 - credit.amount);
    tax = added(tax, negated(credit), now.details);
  }
  return { tax, returned };
};

const sumOf = (lines: readonly OrderLine[]): number => lines.reduce((sum, { amount }) => sum + amount, 0);

/** `before`: the tax on what the credit takes back. */
type TaxedApart = { line: OrderLine; before: TaxOfPeriod };

/**
 * The credits whose taxes are not those of now. A credit takes back what was charged last before it was written: by
 * an order, or by a line that waited for this one, and is taxed with it.
 */
const findTaxedApart = async (
  billing: Billing,
  { row }: FullSubscription,
  { lines, now }: { lines: readonly OrderLine[]; now: TaxDetails | null },
): Promise<TaxedApart[]> => {
  const apart: TaxedApart[] = [];
  for (const line of lines.filter(isCredit)) {
    const before = await findTaxOfPeriod(billing.db.manager, row, line.since);
    if (!takesBack(line, { lines, before }) && !isSame(now, before)) apart.push({ line, before });
  }
  return apart;
};

/** Whether a credit takes back another of the lines, which is later than what was charged before. */
export const takesBack = (
  credit: OrderLine,
  { lines, before }: { lines: readonly OrderLine[]; before: TaxOfPeriod },
): boolean =>
  lines.some(
    (other, at) =>
      other.proration === true &&
      other.amount > 0 &&
      isEarlier([other, at], [credit, lines.indexOf(credit)]) &&
      timeOf(other) >= (before.at?.getTime() ?? 0),
  );

const isEarlier = ([one, at]: [OrderLine, number], [other, position]: [OrderLine, number]): boolean =>
  timeOf(one) === timeOf(other) ? at < position : timeOf(one) < timeOf(other);

/** Lines that have not waited are the latest. */
const timeOf = ({ since }: OrderLine): number => since?.getTime() ?? Number.POSITIVE_INFINITY;

export const isCredit = ({ amount, proration }: Pick<OrderLine, 'amount' | 'proration'>): boolean =>
  proration === true && amount < 0;

/** The tax that a customer pays now on an amount. `behavior`: absent: as the prices of the subscription's product. */
export const calculate = async (
  billing: Billing,
  { row, customer }: FullSubscription,
  { amount, key, behavior }: { amount: number; key: string; behavior?: TaxBehavior },
): Promise<TaxAnswer> =>
  amount === 0 || !customer.billingAddress
    ? noTax
    : calculateOrNone(billing, {
        organizationId: row.organizationId,
        productId: row.productId,
        netAmount: amount,
        ...(behavior && { behavior }),
        currency: row.currency,
        address: customer.billingAddress,
        taxId: customer.taxId,
        idempotencyKey: `renewal:${row.id}:${key}`,
      });

/** Whether the customer would pay the same taxes now: the same rates of the same places. */
const isSame = (now: TaxDetails | null, before: TaxOfPeriod): boolean =>
  namesOf(now?.lines ?? []) === namesOf(before.details?.lines ?? []);

const namesOf = (lines: readonly TaxLine[]): string =>
  lines
    .filter(({ amount }) => amount >= 0)
    .map(({ type, country, state, percentage }) => [type, country, state, percentage].join(' '))
    .toSorted()
    .join();

/**
 * The tax that is returned with a credit: its share of what was paid, at most what is left of that. The credit is in
 * the terms of `to`, with its tax or without.
 */
const returnedOf = (
  credited: number,
  { before, most, to }: { before: TaxOfPeriod; most: number; to: TaxDetails | null },
): TaxAnswer => {
  const { amount, tax, details } = before;
  const net = details?.behavior === 'inclusive' ? amount - tax : amount;
  const whole = to?.behavior === 'inclusive' ? net + tax : net;
  if (tax <= 0 || whole <= 0 || !details) return noTax;
  const returned = Math.min(share(credited, { part: tax, whole, halves: 'even' }), most);
  const paid = details.lines.filter((line) => line.amount > 0);
  return lessTax({ amount: returned, details: { ...details, lines: paid } }, returned);
};

const lessTax = ({ details }: TaxAnswer, amount: number): TaxAnswer => {
  if (!details) return { amount, details };
  const { lines } = details;
  const amounts = spread(
    amount,
    lines.map((line) => line.amount),
  );
  return {
    amount,
    details: { ...details, lines: lines.map((line, at) => ({ ...line, amount: amounts[at] ?? 0 })) },
  };
};

const negated = ({ amount, details }: TaxAnswer): TaxAnswer => ({
  amount: 0 - amount,
  details: details && {
    behavior: details.behavior,
    reason: details.reason,
    lines: details.lines.map((line) => ({ ...line, amount: 0 - line.amount })),
  },
});

const atMost = (tax: TaxAnswer, most: number): TaxAnswer => (tax.amount > most ? lessTax(tax, most) : tax);

/** Adds what a credit returns to the tax of the charges, whose terms apply; those of now if there are none. */
const added = (charge: TaxAnswer, credit: TaxAnswer, now: TaxDetails | null): TaxAnswer => {
  const terms = charge.details ?? now ?? credit.details;
  const lines = [...(charge.details?.lines ?? []), ...(credit.details?.lines ?? [])];
  return { amount: charge.amount + credit.amount, details: terms && { ...terms, lines } };
};
