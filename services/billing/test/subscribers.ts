/** Subscriptions for tests: buys, changes and renews them. */
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@tessera/kit/test/eventually';
import { endDueSubscriptions } from '../src/endings/subscription.ts';
import type { DueRows } from '../src/renewals/claims.ts';
import { dueGraces } from '../src/renewals/dunning/dunning.ts';
import { dueRetries, dueSubscriptions } from '../src/renewals/entity.ts';
import { dueResumes } from '../src/renewals/periods/pause.ts';
import { renewDue } from '../src/renewals/worker.ts';
import type { BillingStack, makeProduct, Seller } from './factories.ts';
import { customerOf } from './portal.ts';
import { buy, type openCheckout } from './purchases.ts';

export const day = 86_400_000;

/** `token` null: without a card. */
type Options = NonNullable<Parameters<typeof openCheckout>[1]> & { token?: string | null };

/** Renews until nothing is due, and the process's own renewal loop is idle too. */
export const renewAll = async (stack: BillingStack): Promise<void> => {
  do while ((await renewDue(stack.billing)) > 0);
  while (await isRenewing(stack));
};

const isRenewing = async (stack: BillingStack): Promise<boolean> => {
  const [{ count }] = await stack.db.query(
    `SELECT count(*)::int AS count FROM renewal_claims WHERE claimed_until > now() AND attempts = 1`,
  );
  const isBusy = count > 0 || (await isAnythingDue(stack));
  if (isBusy) await delay(20);
  return isBusy;
};

const due: DueRows[] = [dueRetries, dueGraces, dueResumes, dueSubscriptions];

/**
 * Rows that were locked for a moment, such as by a grant of benefits, were skipped and are still due. Excludes
 * claimed rows, which includes failed ones in back-off, and rows with an unfinished payment, such as by the customer.
 */
const isAnythingDue = async ({ db, clock }: BillingStack): Promise<boolean> => {
  for (const { table, id, where } of due) {
    const [{ isDue }] = await db.query(
      `SELECT EXISTS (
         SELECT 1 FROM ${table} work
         WHERE ${where}
           AND NOT EXISTS (SELECT 1 FROM renewal_claims c WHERE c.subject_id = work.${id} AND c.claimed_until > now())
           AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.purpose_id = work.${id}
             AND p.status IN ('pending', 'requires_action', 'processing'))
       ) AS "isDue"`,
      [clock.now()],
    );
    if (isDue) return true;
  }
  return false;
};

/** Queries and actions on the subscriptions of a seller. */
export const subscribersOf = (stack: BillingStack, seller: Seller) => {
  const send = (method: string, path: string, body?: object) =>
    stack.send(method, path, { as: seller.owner, ...(body && { body }) });
  const get = async (path: string) => (await send('GET', path)).body;
  const renew = () => renewAll(stack);
  return {
    send,
    get,
    renew,
    subscription: (id: string) => get(`/subscriptions/${id}`),
    /** Oldest first. */
    orders: async (id: string) =>
      (await get(`/orders/?subscription_id=${id}&sorting=created_at&limit=100`)).items,
    grants: async (customerId: string): Promise<string[]> =>
      (await get(`/customers/${customerId}/state`)).granted_benefits.map(
        (it: { benefit_id: string }) => it.benefit_id,
      ),
    /** Sets the outcome of charges to a customer's saved card: `success`, `declined`. */
    cards: (customerId: string, outcome: string) =>
      stack.db.query(
        `UPDATE sandbox_charges SET outcome = $2
         WHERE method_id IN (SELECT payment_method_id FROM payments WHERE customer_id = $1)`,
        [customerId, outcome],
      ),
    /** Amounts of off-session charges, in cents. */
    charged: async (customerId: string): Promise<number[]> => {
      const rows = await stack.db.query(
        `SELECT c.amount FROM sandbox_charges c JOIN payments p ON p.id = c.payment_id JOIN orders o ON o.id = p.purpose_id
         WHERE p.purpose_kind IN ('renewal', 'proration') AND o.customer_id = $1 AND c.status <> 'failed'
         ORDER BY p.created_at, p.id`,
        [customerId],
      );
      return rows.map(({ amount }: { amount: number }) => amount);
    },
    subscribe: async (product: Partial<Parameters<typeof makeProduct>[1]> = {}, options: Options = {}) => {
      const sale = await buy(stack, {
        ...options,
        seller,
        product: { recurringInterval: 'month', ...product },
      });
      const id: string = sale.order.subscription_id;
      const customerId: string = sale.order.customer_id;
      return {
        id,
        customerId,
        product: sale.product,
        order: sale.order,
        subscription: await get(`/subscriptions/${id}`),
      };
    },
    /** Sets the clock to a time, and renews until nothing is due. */
    moveTo: async (time: string | number | Date): Promise<void> => {
      stack.clock.set(new Date(time));
      await renew();
    },
    /** Waits until a subscription has this status. */
    is: (id: string, status: string) =>
      eventually(async () => {
        // The loop itself looks for due ones every ten seconds.
        if (status === 'canceled') await endDueSubscriptions(stack.billing);
        expect((await get(`/subscriptions/${id}`)).status).toBe(status);
      }),
    /** Pays an order of a subscription with the saved card in the portal. Default: the last order. */
    payByHand: async (id: string, index = -1): Promise<void> => {
      const { items } = await get(`/orders/?subscription_id=${id}&sorting=created_at&limit=100`);
      const order = items.at(index);
      const as = customerOf(seller, order.customer_id);
      const methods = await stack.send('GET', '/customer-portal/customers/me/payment-methods', { as });
      const { body: paid } = await stack.send('POST', `/customer-portal/orders/${order.id}/confirm-payment`, {
        as,
        body: { payment_method_id: methods.body.items[0].id },
      });
      expect(paid).toMatchObject({ error: null });
      await eventually(async () => expect((await get(`/orders/${order.id}`)).paid).toBe(true));
    },
    /** Waits until there are `count` orders and the last one has this status; returns that order. */
    ordered: (id: string, count: number, status = 'paid') =>
      eventually(async () => {
        const { items } = await get(`/orders/?subscription_id=${id}&sorting=created_at&limit=100`);
        expect(items).toHaveLength(count);
        expect(items.at(-1).status).toBe(status);
        return items.at(-1);
      }),
  };
};
