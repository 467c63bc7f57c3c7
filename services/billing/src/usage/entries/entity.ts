/** Closed usage of meters with its cost, waiting for an order. */
import { column } from '@tessera/kit/database/data-source';
import { type EntityManager, EntitySchema, In, IsNull } from 'typeorm';

/** `consumedUnits` is decimal text, `amount` in minor units. `orderId` null: not billed yet. */
export type UsageEntryRow = {
  id: string;
  createdAt: Date;
  organizationId: string;
  subscriptionId: string;
  meterId: string;
  productPriceId: string;
  periodStart: Date;
  periodEnd: Date;
  consumedUnits: string;
  creditedUnits: number;
  amount: number;
  label: string;
  orderId: string | null;
};

export const UsageEntryEntity = new EntitySchema<UsageEntryRow>({
  name: 'usageEntry',
  tableName: 'usage_entries',
  columns: {
    id: column.id(),
    createdAt: column.time('created_at'),
    organizationId: column.uuid('organization_id'),
    subscriptionId: column.uuid('subscription_id'),
    meterId: column.uuid('meter_id'),
    productPriceId: column.uuid('product_price_id'),
    periodStart: column.time('period_start'),
    periodEnd: column.time('period_end'),
    consumedUnits: { type: 'numeric', name: 'consumed_units' },
    creditedUnits: column.int('credited_units'),
    amount: column.int('amount'),
    label: column.text('label'),
    orderId: column.uuid('order_id', { nullable: true }),
  },
});

/** Returns a subscription's unbilled entries, oldest first. */
export const findWaitingUsage = (em: EntityManager, subscriptionId: string): Promise<UsageEntryRow[]> =>
  em.find(UsageEntryEntity, {
    where: { subscriptionId, orderId: IsNull() },
    order: { createdAt: 'ASC', id: 'ASC' },
  });

/** Assigns entries to the order that bills them. */
export const markUsageBilled = async (
  em: EntityManager,
  ids: readonly string[],
  orderId: string,
): Promise<void> => {
  if (ids.length > 0) await em.update(UsageEntryEntity, { id: In([...ids]) }, { orderId });
};
