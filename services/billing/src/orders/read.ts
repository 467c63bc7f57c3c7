/** Returns orders for the seller's API. Snapshots of events are without the tax id, which they would have to look up. */
import { kitErrors } from '@tessera/kit/errors';
import type { Order } from '@tessera/proto/api/billing/order';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../billing.ts';
import { withNextAttempts } from './attempts.ts';
import { findBuyersTaxIds } from './buyers-tax-id.ts';
import type { OrderRow } from './entity.ts';
import { fillOrder } from './find.ts';
import { type FullOrder, viewOrder } from './view.ts';

/** Orders with their buyers' tax ids. */
export const viewSold = async (em: EntityManager, orders: readonly FullOrder[]): Promise<Order[]> => {
  const taxIds = await findBuyersTaxIds(em, orders);
  return orders.map((order, index) => ({ ...viewOrder(order), billingTaxId: taxIds[index] ?? null }));
};

export const getOrder = async (billing: Billing, row: OrderRow): Promise<Order> => {
  const em = billing.db.manager;
  const full = await withNextAttempts(billing, [await fillOrder(em, row)]);
  const [order] = await viewSold(em, full);
  if (!order) throw kitErrors.ResourceNotFound();
  return order;
};
