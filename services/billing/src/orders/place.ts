/** Placing an order for a checkout that is paid. A step of the checkout's transaction. */
import { orderCreated, orderPaid } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { Told } from '../events.ts';
import type { SubscriptionRow } from '../subscriptions/entity.ts';
import type { Purchase } from '../subscriptions/start.ts';
import { insertOrder, type OrderItemRow, type OrderRow } from './entity.ts';
import { reasonOf, spreadTax } from './rules.ts';
import { orderEvent } from './view.ts';

/** Writes the order, paid, with its item. `events`, order.created and order.paid, are for the caller to emit. */
export const placeOrder = async (
  em: EntityManager,
  now: Date,
  purchase: Purchase & { subscription: SubscriptionRow | null },
): Promise<{ row: OrderRow; events: Told[] }> => {
  const { checkout, customer, product, subscription } = purchase;
  const taxAmount = checkout.taxAmount ?? 0;
  const netAmount = checkout.amount - checkout.discountAmount;
  const row: OrderRow = {
    id: uuidv7(),
    createdAt: now,
    modifiedAt: null,
    organizationId: checkout.organizationId,
    status: 'paid',
    customerId: customer.id,
    productId: product.id,
    discountId: checkout.discountId,
    subscriptionId: subscription?.id ?? null,
    checkoutId: checkout.id,
    billingReason: reasonOf(checkout),
    currency: checkout.currency,
    subtotalAmount: checkout.amount,
    discountAmount: checkout.discountAmount,
    netAmount,
    taxAmount,
    totalAmount: netAmount + taxAmount,
    refundedAmount: 0,
    refundedTaxAmount: 0,
    billingName: checkout.customerBillingName ?? checkout.customerName,
    billingAddress: checkout.customerBillingAddress,
    isInvoiceGenerated: false,
    metadata: checkout.metadata,
    customFieldData: checkout.customFieldData,
  };
  const items = itemsOf(row, purchase);
  await insertOrder(em, row, items);
  const full = { row, items, customer, product, subscription };
  return { row, events: [orderEvent(orderCreated, full), orderEvent(orderPaid, full)] };
};

/** One line for what was chosen. */
const itemsOf = (order: OrderRow, { product, price }: Purchase): OrderItemRow[] => {
  const [taxAmount = 0] = spreadTax(order.taxAmount, [order.subtotalAmount]);
  return [
    {
      id: uuidv7(),
      createdAt: order.createdAt,
      modifiedAt: null,
      orderId: order.id,
      position: 0,
      label: product.name,
      amount: order.subtotalAmount,
      taxAmount,
      proration: false,
      productPriceId: price.id,
    },
  ];
};
