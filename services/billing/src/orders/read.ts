/** Returns a single order for the API. */
import { kitErrors } from '@tessera/kit/errors';
import type { Order } from '@tessera/proto/api/billing/order';
import type { Billing } from '../billing.ts';
import { withNextAttempts } from './attempts.ts';
import { findBuyersTaxId } from './buyers-tax-id.ts';
import type { OrderRow } from './entity.ts';
import { fillOrder } from './find.ts';
import { viewOrder } from './view.ts';

export const getOrder = async (billing: Billing, row: OrderRow): Promise<Order> => {
  const em = billing.db.manager;
  const full = await fillOrder(em, row);
  const [[order], billingTaxId] = await Promise.all([
    withNextAttempts(billing, [full]),
    findBuyersTaxId(em, full),
  ]);
  if (!order) throw kitErrors.ResourceNotFound();
  return { ...viewOrder(order), billingTaxId };
};
