/** Customer events. */
import { emit } from '@tessera/kit/events/outbox';
import { Customer } from '@tessera/proto/api/billing/customer';
import { toWire } from '@tessera/proto/api/wire';
import type { customerCreated, customerDeleted, customerUpdated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import type { CustomerRow } from './entity.ts';
import { markStateChanged } from './marks.ts';
import { viewCustomer } from './view.ts';

type CustomerEvent = typeof customerCreated | typeof customerUpdated | typeof customerDeleted;

/** Emits a customer event, and marks the customer's state as changed. `before`: the row before an update. */
export const emitCustomer = async (
  em: EntityManager,
  type: CustomerEvent,
  customer: CustomerRow,
  before: CustomerRow = customer,
): Promise<void> => {
  await emit(em, type as typeof customerUpdated, {
    customerId: customer.id,
    organizationId: customer.organizationId,
    ...(customer.email !== before.email && { change: 'email' }),
    snapshot: JSON.stringify(toWire(Customer, viewCustomer(customer), 'snake')),
  });
  await markStateChanged(em, customer.id);
};
