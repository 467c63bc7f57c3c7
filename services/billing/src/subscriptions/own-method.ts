/**
 * Chooses the card of subscriptions whose buyer typed an e-mail address, which proves no identity: until the customer
 * has authenticated and chosen a card, only the card of the subscription's last payment is charged.
 */
import { readByIds } from '@tessera/kit/database/read-by-ids';
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';
import {
  findDefaultMethod,
  findSavedMethod,
  type PayableMethod,
  type Payer,
} from '../payments/methods/choose.ts';
import type { Payments } from '../payments/processor.ts';

/**
 * SQL condition on a subscription `s` of a checkout `c`: its buyer typed the address, and no card has been chosen
 * since.
 */
export const whereTyped = `NOT c.is_customer_from_seller AND NOT EXISTS (
  SELECT 1 FROM payment_methods chosen WHERE chosen.customer_id = s.customer_id
    AND chosen.deleted_at IS NULL AND chosen.chosen_at >= s.created_at)`;

/**
 * Returns the method and the last payment by subscription, null for none. Subscriptions that are not in the result
 * are charged with the customer's default.
 */
const readOwnMethods = readByIds(async (em, subscriptionIds) => {
  const rows = await sql<{ id: string; methodId: string | null; paymentId: string | null }>(
    em,
    `SELECT s.id, method.id AS "methodId", paid.id AS "paymentId"
     FROM subscriptions s
     JOIN checkouts c ON c.id = s.checkout_id
     LEFT JOIN LATERAL (
       SELECT p.id, p.processor, p.account, p.payment_method_id, p.card_fingerprint
       FROM orders o JOIN payments p ON p.order_id = o.id
       WHERE o.subscription_id = s.id AND p.status = 'succeeded' AND p.payment_method_id IS NOT NULL
       ORDER BY p.created_at DESC, p.id DESC LIMIT 1) paid ON true
     LEFT JOIN LATERAL (
       SELECT m.id FROM payment_methods m
       WHERE m.customer_id = s.customer_id AND m.deleted_at IS NULL
         AND m.processor = paid.processor AND m.account IS NOT DISTINCT FROM paid.account
         AND (m.processor_id = paid.payment_method_id OR m.fingerprint = paid.card_fingerprint)
       ORDER BY m.processor_id = paid.payment_method_id DESC LIMIT 1) method ON true
     WHERE s.id = ANY($1::uuid[]) AND ${whereTyped}`,
    [subscriptionIds],
  );
  return new Map(rows.map(({ id, ...own }) => [id, own]));
});

/**
 * Returns the method for the next payment of a subscription: its own card if its buyer only typed the customer's
 * address, else the customer's default. Null: no method is saved.
 */
export const findPayableMethod = async (
  payments: Pick<Payments, 'placeOf' | 'stateOf'>,
  em: EntityManager,
  payer: Payer & { subscriptionId: string | null },
): Promise<PayableMethod | null> => {
  const { customerId, subscriptionId } = payer;
  const own = subscriptionId && (await readOwnMethods(em, [subscriptionId])).get(subscriptionId);
  return own ? findSavedMethod(payments, em, { customerId, ...own }) : findDefaultMethod(payments, em, payer);
};
