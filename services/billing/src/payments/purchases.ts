/** Connects payments with the purchases that they have paid for. */
import { rowFromJson } from '@tessera/kit/database/data-source';
import { recordOf } from '@tessera/kit/database/rows';
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';
import { PaymentEntity, type PaymentRow, unsettled } from './entity.ts';
import { saveFirstMethods, saveMethod } from './methods/save.ts';
import type { paidChanges } from './service.ts';

/**
 * `changes`: of a payment whose success is not written yet. `card`: how a card to be saved becomes the customer's, as
 * the default or as a further method. `isNewCustomer`: created by this purchase.
 */
export type PaidPurchase = {
  paymentId: string;
  customerId: string;
  orderId: string;
  changes: ReturnType<typeof paidChanges> | null;
  card: 'default' | 'beside';
  isNewCustomer: boolean;
};

/**
 * Writes the customers and paid orders of payments, and the pending success of those with `changes`. The caller holds
 * the locks of the customers, each of whom occurs once.
 */
export const namePurchases = async (em: EntityManager, purchases: readonly PaidPurchase[]): Promise<void> => {
  const payments = await nameCustomers(em, purchases);
  const kept = purchases.flatMap((purchase) => {
    const payment = payments.get(purchase.paymentId);
    if (!payment?.keepsMethod) return [];
    const { customerId, orderId } = purchase;
    return [{ purchase, payment: { ...payment, customerId, orderId } }];
  });
  const [first, others] = [true, false].map((isNew) =>
    kept.filter(({ purchase }) => purchase.isNewCustomer === isNew),
  ) as [typeof kept, typeof kept];
  await saveFirstMethods(
    em,
    first.map(({ payment }) => ({ payment, now: keptAt(payment) })),
  );
  for (const { purchase, payment } of others)
    await saveMethod(em, keptAt(payment), payment, { isDefault: purchase.card === 'default' });
};

const keptAt = ({ modifiedAt, createdAt }: PaymentRow): Date => modifiedAt ?? createdAt;

const moved = `status, processor_id, modified_at, processor_customer_id, payment_method_id, card_brand, card_last4,
  card_exp_month, card_exp_year, card_wallet, card_fingerprint`;

/** Writes customer, order and pending changes of payments in one statement. Returns their rows by id. */
const nameCustomers = async (
  em: EntityManager,
  purchases: readonly PaidPurchase[],
): Promise<Map<string, PaymentRow>> => {
  if (purchases.length === 0) return new Map();
  const rows = await sql<{ payment: Record<string, unknown> }>(
    em,
    `UPDATE payments p SET customer_id = named.customer_id, order_id = named.order_id,
       (${moved}) = (SELECT ${moved} FROM
         jsonb_populate_record(p, CASE WHEN p.status = ANY($5) THEN named.changes ELSE '{}' END))
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::jsonb[]) AS named (id, customer_id, order_id, changes)
     WHERE p.id = named.id RETURNING to_jsonb(p) AS payment`,
    [
      purchases.map(({ paymentId }) => paymentId),
      purchases.map(({ customerId }) => customerId),
      purchases.map(({ orderId }) => orderId),
      purchases.map(({ changes }) => JSON.stringify(recordOf(PaymentEntity, changes ?? {}))),
      unsettled,
    ],
  );
  const payments = rows.map(({ payment }) => rowFromJson(PaymentEntity, payment));
  return new Map(payments.map((payment) => [payment.id, payment]));
};
