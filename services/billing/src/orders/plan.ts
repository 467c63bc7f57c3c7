/** Plans orders and their items (contracts/billing-behaviour.md, section 5). Amounts in minor units. Pure. */
import type { Address } from '@tessera/proto/api/billing/address';
import type { OrderBillingReason } from '@tessera/proto/api/billing/enums';
import type { CustomFieldData, MetadataOut } from '@tessera/proto/api/billing/metadata';
import { spread } from '@tessera/proto/api/money';
import { uuidv7 } from 'uuidv7';
import { type TaxAnswer, withTax } from '../money/tax.ts';
import type { OrderItemRow, OrderRow, UnnumberedOrder } from './entity.ts';

/** A line of an order. `amount`: before discount and tax; negative: a credit. */
export type OrderLine = {
  label: string;
  amount: number;
  productPriceId: string | null;
  proration?: boolean;
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
 * answer for the sum after discount; `noTax` if that is 0.
 */
export const planOrder = (
  now: Date,
  facts: OrderFacts,
  {
    lines,
    discount,
    tax,
    reason,
  }: {
    lines: readonly OrderLine[];
    discount: { id: string | null; amount: number };
    tax: TaxAnswer;
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
  return { row, items: itemsOf(row, lines) };
};

const itemsOf = (
  { id, createdAt, taxAmount }: UnnumberedOrder,
  lines: readonly OrderLine[],
): OrderItemRow[] => {
  const taxes = spread(
    taxAmount,
    lines.map(({ amount }) => amount),
  );
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
