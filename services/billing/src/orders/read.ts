/** Reading orders one by one through the API. */

import { mayRead } from '@tessera/kit/access';
import { kitErrors } from '@tessera/kit/errors';
import type { Caller } from '@tessera/proto/api/passport';
import type { Billing } from '../billing.ts';
import { OrderEntity, type OrderRow } from './entity.ts';
import { fillOrder } from './find.ts';
import { viewOrder } from './view.ts';

/** Throws ResourceNotFound for those of other organizations too. */
export const getOrder = async (billing: Billing, caller: Caller, id: string) => {
  const row = await getReadableOrder(billing, caller, id);
  return viewOrder(await fillOrder(billing.db.manager, row));
};

/** The order that a caller may see. Throws ResourceNotFound. */
export const getReadableOrder = async (billing: Billing, caller: Caller, id: string): Promise<OrderRow> => {
  const row = await billing.db.manager.findOneBy(OrderEntity, { id });
  if (!row || !(await mayRead(billing, caller, row.organizationId))) throw kitErrors.ResourceNotFound();
  return row;
};
