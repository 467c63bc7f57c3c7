/** Returns a single order for the API. */
import type { Billing } from '../billing.ts';
import type { OrderRow } from './entity.ts';
import { fillOrder } from './find.ts';
import { viewOrder } from './view.ts';

export const getOrder = async (billing: Billing, row: OrderRow) =>
  viewOrder(await fillOrder(billing.db.manager, row));
