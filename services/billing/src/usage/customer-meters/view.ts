/** Maps customers' meters to API responses and events. */
import type { CustomerStateMeter } from '@tessera/proto/api/billing/customer';
import type { CustomerCustomerMeter, CustomerMeter } from '@tessera/proto/api/billing/customer-meter';
import type { ReachedAlert } from '@tessera/proto/api/billing/usage-alert';
import type { MeterRow } from '../../catalog/meters/entity.ts';
import type { CustomerRow } from '../../customers/entity.ts';
import { viewCustomer } from '../../customers/view.ts';
import { unitsOf } from '../costs/amount.ts';
import type { Cost } from './amounts.ts';
import type { CustomerMeterRow } from './entity.ts';

/** A meter within its customer's state. */
export const viewStateMeter = (
  row: CustomerMeterRow,
  alerts: readonly ReachedAlert[] = [],
): CustomerStateMeter => ({
  id: row.id,
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  meterId: row.meterId,
  consumedUnits: unitsOf(row.consumedUnits),
  creditedUnits: row.creditedUnits,
  balance: unitsOf(row.balance),
  isStopped: alerts.some(({ isHardStop }) => isHardStop),
  alerts: [...alerts],
});

/** Data of a customer's meter besides its row. `cost` undefined: no subscription pays for it. */
type Beside = { meter: MeterRow; alerts: readonly ReachedAlert[]; cost: Cost | undefined };

export const viewCustomerMeter = (
  row: CustomerMeterRow,
  { customer, meter, alerts, cost }: Beside & { customer: CustomerRow },
): CustomerMeter => ({
  ...viewStateMeter(row, alerts),
  ...viewCost(cost),
  customerId: row.customerId,
  customer: viewCustomer(customer),
  meter,
});

const viewCost = (cost: Cost | undefined) => ({
  amount: cost?.amount ?? null,
  currency: cost?.currency ?? null,
});

/** A meter in the customer portal. */
export const viewOwnMeter = (
  row: CustomerMeterRow,
  { meter, alerts, cost }: Beside,
): CustomerCustomerMeter => {
  const { id, createdAt, modifiedAt, name } = meter;
  return {
    ...viewStateMeter(row, alerts),
    ...viewCost(cost),
    customerId: row.customerId,
    meter: { id, createdAt, modifiedAt, name },
  };
};
