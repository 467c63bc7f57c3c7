/** Plans orders and their items (contracts/billing-behaviour.md, section 5). Amounts in minor units. Pure. */
import type { Address } from '@tessera/proto/api/billing/address';
import type { OrderBillingReason } from '@tessera/proto/api/billing/enums';
import type { CustomFieldData, MetadataOut } from '@tessera/proto/api/billing/metadata';
import { spread } from '@tessera/proto/api/money';
import { uuidv7 } from 'uuidv7';
import { type TaxAnswer, withTax } from '../money/tax.ts';
import type { OrderItemRow, OrderRow, UnnumberedOrder } from './entity.ts';

/**
 * A line of an order. `amount`: before discount and tax; negative: a credit. `since`: when it was written, if it has
 * waited for the order.
 */
export type OrderLine = {
  label: string;
  amount: number;
  productPriceId: string | null;
  proration?: boolean;
  since?: Date;
};

/** The customer, product and source of an order. */
export type OrderFacts = Pick<
  OrderRow,
  'organizationId' | 'customerId' | 'productId' | 'subscriptionId' | 'checkoutId' | 'currency'
> & {
  billingName: string | null;
  billingAddress: Address | null;
  metadata: MetadataOut;
  customFieldData: CustomFieldData;
};

export type OrderPlan = { row: UnnumberedOrder; items: OrderItemRow[] };

/**
 * Plans a pending order of lines: subtracts the discount from their sum, and spreads the tax over them. `tax`: the
 * answer for the sum after discount; `noTax` if that is 0. `returned`: the parts of it that credits return which are
 * taxed apart from the rest (0 or below).
 */
export const planOrder = (
  now: Date,
  facts: OrderFacts,
  {
    lines,
    discount,
    tax,
    returned,
    reason,
  }: {
    lines: readonly OrderLine[];
    discount: { id: string | null; amount: number };
    tax: TaxAnswer;
    returned?: ReadonlyMap<OrderLine, number> | undefined;
    reason: OrderBillingReason;
  },
): OrderPlan => {
  const subtotalAmount = lines.reduce((sum, { amount }) => sum + amount, 0);
  const taxed = { taxAmount: tax.amount, taxDetails: tax.details };
  const row: UnnumberedOrder = {
    ...facts,
    id: uuidv7(),
    createdAt: now,
    modifiedAt: null,
    status: 'pending',
    discountId: discount.id,
    billingReason: reason,
    subtotalAmount,
    discountAmount: discount.amount,
    ...withTax(subtotalAmount - discount.amount, taxed),
    ...taxed,
    appliedBalanceAmount: 0,
    carriedAmount: 0,
    refundedAmount: 0,
    refundedTaxAmount: 0,
    isInvoiceGenerated: false,
  };
  return { row, items: itemsOf(row, lines, returned) };
};

/** Spreads the tax over what the discount leaves of the lines. Prorated lines include their discount already. */
const itemsOf = (
  { id, createdAt, discountAmount, taxAmount }: UnnumberedOrder,
  lines: readonly OrderLine[],
  returned: ReadonlyMap<OrderLine, number> = new Map(),
): OrderItemRow[] => {
  const discounts = spread(
    discountAmount,
    lines.map(({ amount, proration }) => (proration ? 0 : amount)),
  );
  const taxed = lines.map(({ amount }, position) => amount - (discounts[position] ?? 0));
  const returnedTax = [...returned.values()].reduce((sum, amount) => sum + amount, 0);
  const others = spread(
    taxAmount - returnedTax,
    taxed.map((amount, at) => (returned.has(lines[at] as OrderLine) ? 0 : amount)),
  );
  const taxes = lines.map((line, at) => returned.get(line) ?? others[at] ?? 0);
  return lines.map((line, position) => ({
    id: uuidv7(),
    createdAt,
    modifiedAt: null,
    orderId: id,
    position,
    label: line.label,
    amount: line.amount,
    taxAmount: taxes[position] ?? 0,
    proration: line.proration ?? false,
    productPriceId: line.productPriceId,
  }));
};
