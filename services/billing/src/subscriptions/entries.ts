/** Lines that wait for a subscription's next order: prorated charges and credits of changes of product. */
import { column } from '@tessera/kit/database/data-source';
import { type EntityManager, EntitySchema, In, IsNull } from 'typeorm';

/** `amount` in minor units, before tax; below 0: a credit. `orderId` null: not billed yet. */
export type SubscriptionEntryRow = {
  id: string;
  createdAt: Date;
  organizationId: string;
  subscriptionId: string;
  label: string;
  amount: number;
  productPriceId: string | null;
  orderId: string | null;
};

const optional = { nullable: true };

export const SubscriptionEntryEntity = new EntitySchema<SubscriptionEntryRow>({
  name: 'subscriptionEntry',
  tableName: 'subscription_entries',
  columns: {
    id: column.id(),
    createdAt: column.time('created_at'),
    organizationId: column.uuid('organization_id'),
    subscriptionId: column.uuid('subscription_id'),
    label: column.text('label'),
    amount: column.int('amount'),
    productPriceId: column.uuid('product_price_id', optional),
    orderId: column.uuid('order_id', optional),
  },
});

/** Returns the waiting entries, oldest first. Writers hold the lock of the subscription's row. */
export const findWaitingEntries = (
  em: EntityManager,
  subscriptionId: string,
): Promise<SubscriptionEntryRow[]> =>
  em.find(SubscriptionEntryEntity, {
    where: { subscriptionId, orderId: IsNull() },
    order: { createdAt: 'ASC', id: 'ASC' },
  });

export const insertEntries = async (em: EntityManager, rows: SubscriptionEntryRow[]): Promise<void> => {
  if (rows.length > 0) await em.insert(SubscriptionEntryEntity, rows);
};

/** Assigns entries to the order that bills them. */
export const markEntriesBilled = async (
  em: EntityManager,
  ids: readonly string[],
  orderId: string,
): Promise<void> => {
  if (ids.length > 0) await em.update(SubscriptionEntryEntity, { id: In([...ids]) }, { orderId });
};
