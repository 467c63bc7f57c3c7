/** Orders in replies and events. */
import { outboxRow } from '@tessera/kit/events/outbox';
import { Order } from '@tessera/proto/api/billing/order';
import { viewTax } from '@tessera/proto/api/billing/tax';
import { toWire } from '@tessera/proto/api/wire';
import type { orderCreated, orderPaid, orderRefunded, orderUpdated } from '@tessera/proto/events/billing';
import type { FullDiscount } from '../catalog/discounts/find.ts';
import { viewDiscountBase } from '../catalog/discounts/view.ts';
import type { FullProduct } from '../catalog/products/view.ts';
import { viewProduct } from '../catalog/products/view.ts';
import type { CustomerRow } from '../customers/entity.ts';
import { viewCustomer } from '../customers/view.ts';
import type { OutboxEvent } from '../events.ts';
import type { SubscriptionRow } from '../subscriptions/entity.ts';
import { viewBareSubscription } from '../subscriptions/view.ts';
import { dueAmountOf } from './due.ts';
import type { OrderItemRow, OrderRow } from './entity.ts';
import { statusOnWire, wasPaid } from './rules.ts';

/** What replies say about the next attempt of a payment besides its time. */
type NextAttempt = Required<Pick<Order, 'needsAnotherCard' | 'needsConfirmation' | 'failedPaymentOutcome'>>;

/** An order with its relations. `nextAttemptAt`: of its payment, where one is scheduled. */
export type FullOrder = {
  row: OrderRow;
  nextAttemptAt?: Date | undefined;
  nextAttempt?: NextAttempt;
  items: OrderItemRow[];
  customer: CustomerRow;
  product: FullProduct;
  discount: FullDiscount | null;
  subscription: SubscriptionRow | null;
};

export const viewOrder = (order: FullOrder): Order => {
  const { row, items, customer, product, discount, subscription, nextAttemptAt = null, nextAttempt } = order;
  const { organizationId: _organization, taxDetails, ...facts } = row;
  return {
    ...facts,
    ...viewTax(taxDetails),
    status: statusOnWire(row.status),
    paid: wasPaid(row.status),
    amount: row.netAmount,
    dueAmount: dueAmountOf(row),
    nextPaymentAttemptAt: nextAttemptAt,
    ...nextAttempt,
    userId: row.customerId,
    customer: viewCustomer(customer),
    product: viewProduct(product),
    discount: discount && viewDiscountBase(discount),
    subscription: subscription && viewBareSubscription(subscription),
    items: items.map(({ orderId: _order, position: _position, ...item }) => item),
  };
};

type OrderEvent = typeof orderCreated | typeof orderPaid | typeof orderRefunded | typeof orderUpdated;

/**
 * Builds the outbox events of an order, one per type, all with the same snapshot, which is serialized once. `change`,
 * for order.updated: what the snapshot does not show.
 */
export const orderEvents = (
  types: readonly OrderEvent[],
  order: FullOrder,
  change?: 'refund_failed' | 'credit_taken' | 'next_attempt',
): OutboxEvent[] => {
  const { row } = order;
  const message = {
    orderId: row.id,
    organizationId: row.organizationId,
    customerId: row.customerId,
    productId: row.productId,
    ...(row.subscriptionId && { subscriptionId: row.subscriptionId }),
    ...(row.checkoutId && { checkoutId: row.checkoutId }),
    billingReason: row.billingReason,
    ...(change && { change }),
    snapshot: JSON.stringify(toWire(Order, viewOrder(order), 'snake')),
  };
  return types.map((type) => outboxRow(type as typeof orderUpdated, message));
};
