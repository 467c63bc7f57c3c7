/** The items, totals and notes of an invoice or credit note, in words. Pure. */
import { sayLine } from '@tessera/proto/api/billing/order-line';
import type { TaxLine } from '@tessera/proto/api/billing/tax';
import { spread } from '@tessera/proto/api/money';
import { dueAmountOf } from '../orders/due.ts';
import type { OrderItemRow } from '../orders/entity.ts';
import type { FullOrder } from '../orders/view.ts';
import type { RefundRow } from '../refunds/entity.ts';
import { invoiceNotes, type NotingSeller, taxNotes } from './notes.ts';
import type { Say } from './words.ts';

/** A line of the table. */
export type Line = { label: string; amount: string };

export type Words = {
  say: Say;
  money: (amount: number) => string;
  /** `units`: decimal text in major units of the currency. */
  unitPrice: (units: string) => string;
  percent: Intl.NumberFormat;
  number: Intl.NumberFormat;
};

/** The label of an item; those worded by the system are translated. */
export const lineOf = (
  item: Pick<OrderItemRow, 'label' | 'amount' | 'proration'>,
  { say, number, unitPrice }: Pick<Words, 'say' | 'number' | 'unitPrice'>,
): string => sayLine(item, { say, number: (count) => number.format(count), money: unitPrice });

export const invoiced = ({ row, items, discount }: FullOrder, seller: NotingSeller, words: Words) => ({
  items: items.map((item) => ({ label: lineOf(item, words), amount: words.money(item.amount) })),
  totals: [
    { label: words.say('subtotal'), amount: words.money(row.subtotalAmount) },
    ...(row.discountAmount > 0
      ? [
          {
            label: discount ? words.say('namedDiscount', { name: discount.name }) : words.say('discount'),
            amount: words.money(-row.discountAmount),
          },
        ]
      : []),
    ...taxed(row, row.taxDetails?.lines ?? [], words),
  ],
  total: { label: words.say('total'), amount: words.money(row.totalAmount) },
  settled: settledBy(row, words),
  notes: invoiceNotes(row, seller, words.say),
});

export const credited = (
  { row, items }: FullOrder,
  { seller, refund: { amount, taxAmount } }: { seller: NotingSeller; refund: RefundRow },
  words: Words,
) => ({
  items: [
    {
      label: words.say('refundOf', { what: items.map((item) => lineOf(item, words)).join(', ') }),
      amount: words.money(-amount),
    },
  ],
  totals: taxed({ netAmount: -amount, taxAmount: -taxAmount }, shareOut(taxAmount, row), words),
  total: { label: words.say('totalCredited'), amount: words.money(-(amount + taxAmount)) },
  settled: [],
  notes: [...taxNotes(row, seller, words.say), words.say('credited')],
});

/** The lines for customer balance used, balance carried over to a later invoice, and the amount charged. */
const settledBy = (row: FullOrder['row'], { say, money }: Words): Line[] => {
  const { totalAmount, appliedBalanceAmount: applied } = row;
  if (applied === 0) return [];
  const carried = row.carriedAmount ?? 0;
  const byBalance = applied + carried;
  const label = say(totalAmount > 0 && applied > 0 ? 'brought' : 'balance');
  return [
    ...(byBalance === 0 ? [] : [{ label, amount: money(byBalance) }]),
    ...(carried === 0 ? [] : [{ label: say('carried'), amount: money(-carried) }]),
    { label: say('charged'), amount: money(dueAmountOf(row)) },
  ];
};

/** The net amount and a line per tax rate, also if the tax is 0. */
const taxed = (
  { netAmount, taxAmount }: { netAmount: number; taxAmount: number },
  lines: readonly TaxLine[],
  { say, money, percent }: Words,
): Line[] => {
  const net = { label: say('net'), amount: money(netAmount) };
  if (lines.length === 0) return [net, { label: say('tax'), amount: money(taxAmount) }];
  const taxes = lines.map(({ type, state, percentage, amount }) => {
    const rate = percent.format(percentage as Intl.StringNumericLiteral);
    const values = { type: say(`type.${type}`), percentage: rate, place: state ?? '' };
    return { label: say(state ? 'taxAtPlace' : 'taxAt', values), amount: money(amount) };
  });
  return [net, ...taxes];
};

/** Splits the refunded tax over the tax lines; amounts are negative. */
const shareOut = (taxAmount: number, { taxDetails }: FullOrder['row']): TaxLine[] => {
  const lines = taxDetails?.lines ?? [];
  const parts = spread(
    taxAmount,
    lines.map(({ amount }) => amount),
  );
  return lines.map((line, index) => ({ ...line, amount: -(parts[index] ?? 0) }));
};
