/** Reads of customers' meters for other folders. */
import { findRows } from '@tessera/kit/database/rows';
import type { CustomerStateMeter } from '@tessera/proto/api/billing/customer';
import { type EntityManager } from 'typeorm';
import { findReachedAlerts } from '../alerts/find.ts';
import { keyOf } from '../figures/pairs.ts';
import { CustomerMeterEntity, type CustomerMeterRow } from './entity.ts';
import { viewStateMeter } from './view.ts';

/** Returns a customer's meter by id, or null. */
export const findCustomerMeter = (
  em: EntityManager,
  { id }: { id: string },
): Promise<CustomerMeterRow | null> => em.findOneBy(CustomerMeterEntity, { id });

/** Returns all meters for customer states, oldest first, by customer. */
export const findMetersOfCustomers = async (
  em: EntityManager,
  customerIds: readonly string[],
): Promise<Map<string, CustomerStateMeter[]>> => {
  if (customerIds.length === 0) return new Map();
  const rows = await findRows(
    em,
    CustomerMeterEntity,
    'WHERE r.customer_id = ANY($1::uuid[]) ORDER BY r.created_at, r.id',
    [customerIds],
  );
  const alerts = await findReachedAlerts(em, customerIds);
  const byCustomer = Map.groupBy(rows, ({ customerId }) => customerId);
  return new Map(
    [...byCustomer].map(([id, list]) => [id, list.map((row) => viewStateMeter(row, alerts.get(keyOf(row))))]),
  );
};
