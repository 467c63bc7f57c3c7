/** Rows of refunds of orders. */
import { column } from '@tessera/kit/database/data-source';
import { findRows } from '@tessera/kit/database/rows';
import { runOn } from '@tessera/kit/database/sql';
import { claimStuck } from '@tessera/kit/database/stuck';
import type { RefundReason, RefundStatus } from '@tessera/proto/api/billing/enums';
import type { MetadataOut } from '@tessera/proto/api/billing/metadata';
import { type EntityManager, EntitySchema } from 'typeorm';

/** `amount` without tax. `isAnnounced`: its creation was reported. `comment` is visible to the seller only. */
export type RefundRow = {
  id: string;
  createdAt: Date;
  modifiedAt: Date | null;
  organizationId: string;
  orderId: string;
  customerId: string;
  subscriptionId: string | null;
  paymentId: string;
  status: RefundStatus;
  reason: RefundReason;
  comment: string | null;
  amount: number;
  taxAmount: number;
  currency: string;
  revokeBenefits: boolean;
  metadata: MetadataOut;
  processorId: string | null;
  isAnnounced: boolean;
};

const optional = { nullable: true };

export const RefundEntity = new EntitySchema<RefundRow>({
  name: 'refund',
  tableName: 'refunds',
  columns: {
    id: column.id(),
    createdAt: column.time('created_at'),
    modifiedAt: column.time('modified_at', optional),
    organizationId: column.uuid('organization_id'),
    orderId: column.uuid('order_id'),
    customerId: column.uuid('customer_id'),
    subscriptionId: column.uuid('subscription_id', optional),
    paymentId: column.uuid('payment_id'),
    status: column.text('status'),
    reason: column.text('reason'),
    comment: column.text('comment', optional),
    amount: column.int('amount'),
    taxAmount: column.int('tax_amount'),
    currency: column.text('currency'),
    revokeBenefits: column.bool('revoke_benefits'),
    metadata: column.json('metadata'),
    processorId: column.text('processor_id', optional),
    isAnnounced: column.bool('is_announced'),
  },
});

/** Locks refunds in the order of their ids and returns them by id; those that do not exist are left out. */
export const lockRefunds = async (
  em: EntityManager,
  ids: readonly string[],
): Promise<Map<string, RefundRow>> => {
  const tail = 'WHERE r.id = ANY(ARRAY(SELECT unnest($1::uuid[]))) ORDER BY r.id FOR UPDATE';
  const rows = await findRows(em, RefundEntity, tail, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
};

/** Locks and returns a refund. Throws if it does not exist. */
export const lockRefund = async (em: EntityManager, id: string): Promise<RefundRow> => {
  const [row] = await findRows(em, RefundEntity, 'WHERE r.id = $1 FOR UPDATE', [id]);
  if (!row) throw new Error(`refund ${id} is gone`);
  return row;
};

export const findRefund = (em: EntityManager, id: string): Promise<RefundRow | null> =>
  em.findOneBy(RefundEntity, { id });

type OnItsWay = { amount: number; taxAmount: number };
const nothing: OnItsWay = { amount: 0, taxAmount: 0 };

/** Returns the pending refunds of an order, in minor units; the caller holds the lock of the order. */
export const sumPending = async (em: EntityManager, orderId: string): Promise<OnItsWay> =>
  (await sumPendings(em, [orderId])).get(orderId) ?? nothing;

/** `sumPending` for several orders; those without pending refunds are left out. */
export const sumPendings = async (
  em: EntityManager,
  orderIds: readonly string[],
): Promise<Map<string, OnItsWay>> => {
  const rows = await runOn<OnItsWay & { orderId: string }>(
    em,
    `SELECT order_id AS "orderId", sum(amount)::int AS amount, sum(tax_amount)::int AS "taxAmount"
     FROM refunds WHERE order_id = ANY(ARRAY(SELECT unnest($1::uuid[]))) AND status = 'pending' GROUP BY order_id`,
    [orderIds],
  );
  return new Map(rows.map(({ orderId, ...sum }) => [orderId, sum]));
};

/**
 * Claims up to 50 pending refunds without news for this long (database time) by touching them. Returns their ids.
 * Those that the processor works on, and tells of, for days or weeks are asked for 360 times less often.
 */
export const claimStuckRefunds = async (em: EntityManager, seconds: number): Promise<string[]> => {
  const patience = 'CASE WHEN is_announced THEN 360 ELSE 1 END';
  const rows = await claimStuck(em, { table: 'refunds', where: `status = 'pending'`, seconds, patience });
  return rows.map(({ id }) => id);
};
