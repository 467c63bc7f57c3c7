/** Events about checkouts. */
import { outboxRow } from '@tessera/kit/events/outbox';
import { Checkout } from '@tessera/proto/api/billing/checkout';
import type { checkoutCreated, checkoutUpdated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { briefProduct } from '../catalog/products/brief.ts';
import { emitAll, type OutboxEvent, snapshotOf } from '../events.ts';
import type { CheckoutRow } from './entity.ts';
import { type CheckoutContext, viewCheckout } from './view.ts';

type CheckoutEvent = typeof checkoutCreated | typeof checkoutUpdated;

/** The outbox row of a checkout event. */
export const checkoutEvent = (
  type: CheckoutEvent,
  row: CheckoutRow,
  context: CheckoutContext,
): OutboxEvent => {
  const view = viewCheckout(row, context);
  return outboxRow(type as typeof checkoutUpdated, {
    checkoutId: row.id,
    organizationId: row.organizationId,
    ...(row.customerId && { customerId: row.customerId }),
    status: row.status,
    snapshot: snapshotOf(Checkout, view, () => inBrief(view)),
  });
};

const inBrief = (checkout: Checkout): Checkout => ({
  ...checkout,
  product: briefProduct(checkout.product),
  products: checkout.products.map((product) => ({ ...briefProduct(product), prices: [] })),
  attachedCustomFields: [],
});

/** Emits a checkout event. */
export const emitCheckout = (
  em: EntityManager,
  type: CheckoutEvent,
  { row, context }: { row: CheckoutRow; context: CheckoutContext },
): Promise<void> => emitAll(em, [checkoutEvent(type, row, context)]);
