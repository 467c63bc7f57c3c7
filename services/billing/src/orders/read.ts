/** Returns a single order for the API. */
import { kitErrors } from '@tessera/kit/errors';
import type { Billing } from '../billing.ts';
import { withNextAttempts } from './attempts.ts';
import type { OrderRow } from './entity.ts';
import { fillOrder } from './find.ts';
import { viewOrder } from './view.ts';

export const getOrder = async (billing: Billing, row: OrderRow) => {
  const [order] = await withNextAttempts(billing, [await fillOrder(billing.db.manager, row)]);
  if (!order) throw kitErrors.ResourceNotFound();
  return viewOrder(order);
};
