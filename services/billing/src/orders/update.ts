/** Corrects the billing details of an order. */
import { isDeepStrictEqual } from 'node:util';
import { leavesAsIs } from '@tessera/kit/database/changes';
import { kitErrors } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/events/outbox';
import type { OrderUpdate } from '@tessera/proto/api/billing/order';
import { orderUpdated } from '@tessera/proto/events/billing';
import type { Billing } from '../billing.ts';
import { emitAll } from '../events.ts';
import { OrderEntity, type OrderRow } from './entity.ts';
import { refuseFrozen } from './errors.ts';
import { fillOrder } from './find.ts';
import { orderEvents, viewOrder } from './view.ts';

const details = ['billingName', 'billingAddress'] as const;

/** Updates billing name and address. Throws a validation error once an invoice has been generated. */
export const updateOrder = (billing: Billing, { id }: OrderRow, body: OrderUpdate) =>
  transact(billing.db, async (em) => {
    const row = await em.findOne(OrderEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!row) throw kitErrors.ResourceNotFound();
    if (row.isInvoiceGenerated) {
      const changed = details.filter((key) => !isDeepStrictEqual(body[key], row[key]));
      throw refuseFrozen(changed.length > 0 ? changed : details);
    }
    if (leavesAsIs<object>(row, body)) return viewOrder(await fillOrder(em, row));
    const changes = { ...body, modifiedAt: billing.now() };
    await em.update(OrderEntity, { id }, changes);
    const full = await fillOrder(em, { ...row, ...changes });
    await emitAll(em, orderEvents([orderUpdated], full));
    return viewOrder(full);
  });
