/**
 * Limits how much of a customer's balance a subscription may use if its buyer only typed the e-mail address, which
 * proves nothing. Until the customer has signed in and chosen a card, its orders use only credit that its own orders
 * have added.
 */
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';
import { type BalanceRow, findBalance, lockBalances } from '../customers/balance.ts';
import { whereTyped } from '../subscriptions/own-method.ts';
import { appliedBalanceOf, carriedOf } from './due.ts';
import type { OrderPlan } from './plan.ts';

/** `added`: what its orders have added so far, less what they used and what refunds took, in minor units. */
type Limit = { added: number; isOfKnownCustomer: boolean };

/** By subscription id; those not included may use the whole balance. */
const readLimits = async (
  em: EntityManager,
  subscriptionIds: readonly string[],
): Promise<Map<string, Limit>> => {
  if (subscriptionIds.length === 0) return new Map();
  const rows = await sql<Limit & { id: string }>(
    em,
    `SELECT s.id, customer.created_at < s.created_at AS "isOfKnownCustomer",
       ((SELECT coalesce(sum(o.applied_balance_amount), 0) FROM orders o
         WHERE o.subscription_id = s.id AND o.currency = s.currency AND o.status <> 'void')
        + (SELECT coalesce(sum(t.amount), 0) FROM customer_balances b
           JOIN wallet_transactions t ON t.wallet_id = b.id AND t.is_returned
           JOIN orders o ON o.id = t.order_id AND o.subscription_id = s.id AND o.status <> 'void'
           WHERE b.customer_id = s.customer_id AND b.currency = s.currency))::float8 AS added
     FROM subscriptions s
     JOIN checkouts c ON c.id = s.checkout_id
     JOIN customers customer ON customer.id = s.customer_id
     WHERE s.id = ANY($1::uuid[]) AND ${whereTyped}`,
    [subscriptionIds],
  );
  return new Map(rows.map(({ id, ...limit }) => [id, limit]));
};

/** Neither more credit than the subscription has added, nor debts of others. */
const usable = (balance: number, limit: Limit | undefined): number =>
  limit ? Math.min(Math.max(balance, Math.min(limit.added, 0)), Math.max(limit.added, 0)) : balance;

/** Returns how much of the balance the next order of a subscription may use; negative: a debt charged with it. */
export const findUsableBalance = async (
  em: EntityManager,
  { id, customerId, currency }: { id: string; customerId: string; currency: string },
): Promise<number> => {
  const balance = await findBalance(em, { customerId, currency });
  return balance === 0 ? 0 : usable(balance, (await readLimits(em, [id])).get(id));
};

/** Like `findUsableBalance`, after an order of the subscription has applied `applied` to the balance. */
export const findUsableBalanceAfter = async (
  em: EntityManager,
  { id, customerId, currency }: { id: string; customerId: string; currency: string },
  applied: number,
): Promise<number> => {
  const balance = await findBalance(em, { customerId, currency });
  const limit = (await readLimits(em, [id])).get(id);
  const added = addedBy(applied, usable(balance, limit), limit);
  return usable(balance + added, limit && { ...limit, added: limit.added + applied });
};

/** A buyer who only typed an existing customer's address cannot add debt to that customer's balance. */
const addedBy = (applied: number, own: number, limit: Limit | undefined): number =>
  limit?.isOfKnownCustomer ? Math.max(applied, 0 - Math.max(own, 0)) : applied;

/** A settled plan, and the amount that it adds to the customer's balance. */
export type Settled = { plan: OrderPlan; added: number };

/** Applies customers' balances to their orders, one by one. Balances stay locked until the transaction ends. */
export const settleByBalance = async (em: EntityManager, plans: readonly OrderPlan[]): Promise<Settled[]> => {
  const locked = await lockBalances(
    em,
    plans.map(({ row }) => row),
  );
  const balances = new Map(locked.map((balance) => [keyOf(balance), balance.amount]));
  const concerned = plans.filter(({ row }) => balances.get(keyOf(row)) || appliedBalanceOf(row, 0) < 0);
  const limits = await readLimits(em, [...new Set(concerned.flatMap(({ row }) => row.subscriptionId ?? []))]);
  return plans.map((plan) => {
    const balance = balances.get(keyOf(plan.row)) ?? 0;
    const limit = plan.row.subscriptionId === null ? undefined : limits.get(plan.row.subscriptionId);
    const own = usable(balance, limit);
    const appliedBalanceAmount = appliedBalanceOf(plan.row, own);
    if (limit) limit.added += appliedBalanceAmount;
    const added = addedBy(appliedBalanceAmount, own, limit);
    balances.set(keyOf(plan.row), balance + added);
    const row = { ...plan.row, appliedBalanceAmount, carriedAmount: carriedOf(own, added) };
    return { plan: { ...plan, row }, added };
  });
};

const keyOf = ({ customerId, currency }: Pick<BalanceRow, 'customerId' | 'currency'>): string =>
  `${customerId} ${currency}`;
