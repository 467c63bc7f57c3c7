/** Rows of usage alerts. */
import { column } from '@tessera/kit/database/data-source';
import type { Currency } from '@tessera/proto/api/billing/currencies';
import type { UsageAlertKind } from '@tessera/proto/api/billing/usage-alert';
import { type EntityManager, EntitySchema } from 'typeorm';

/**
 * `threshold` is decimal text: units, percent, or minor units of `currency`, depending on `kind`. `customerId` null:
 * applies to each customer.
 */
export type UsageAlertRow = {
  id: string;
  createdAt: Date;
  modifiedAt: Date | null;
  organizationId: string;
  name: string;
  meterId: string;
  customerId: string | null;
  kind: UsageAlertKind;
  threshold: string;
  currency: Currency;
  isHardStop: boolean;
  notifyCustomer: boolean;
};

export const UsageAlertEntity = new EntitySchema<UsageAlertRow>({
  name: 'usageAlert',
  tableName: 'usage_alerts',
  columns: {
    id: column.id(),
    createdAt: column.time('created_at'),
    modifiedAt: column.time('modified_at', { nullable: true }),
    organizationId: column.uuid('organization_id'),
    name: column.text('name'),
    meterId: column.uuid('meter_id'),
    customerId: column.uuid('customer_id', { nullable: true }),
    kind: column.text('kind'),
    threshold: { type: 'numeric', name: 'threshold' },
    currency: column.text('currency'),
    isHardStop: column.bool('is_hard_stop'),
    notifyCustomer: column.bool('notify_customer'),
  },
});

/** Returns an alert by id, or null. */
export const findUsageAlert = (em: EntityManager, { id }: { id: string }): Promise<UsageAlertRow | null> =>
  em.findOneBy(UsageAlertEntity, { id });
