/** Subscriptions that are due at once, and so are read, written and settled together. */
import { eventually } from '@tessera/kit/test/eventually';
import { queriesOf } from '@tessera/kit/test/query-costs';
import { type BillingStack, makeSeller, type Seller, startBilling } from '../../../test/factories.ts';
import { buy } from '../../../test/purchases.ts';
import { renewAll } from '../../../test/subscribers.ts';
import { findPayableMethod } from '../../subscriptions/own-method.ts';
import { renewSubscription } from './renew.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling();
});
beforeEach(async () => {
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

type Subscription = { id: string; customerId: string; end: string };

const get = async (path: string) => (await stack.send('GET', path, { as: seller.owner })).body;

/** Bought one after the other, and due at the same instant. */
const subscribe = async (count: number): Promise<Subscription[]> => {
  const subscriptions: Subscription[] = [];
  for (let made = 0; made < count; made += 1) {
    const { order } = await buy(stack, { seller, product: { recurringInterval: 'month' } });
    const { current_period_end: end } = await get(`/subscriptions/${order.subscription_id}`);
    subscriptions.push({ id: order.subscription_id, customerId: order.customer_id, end });
  }
  return subscriptions;
};
const makeDue = (subscriptions: readonly Subscription[]): void => {
  const last = Math.max(...subscriptions.map(({ end }) => new Date(end).getTime()));
  stack.clock.set(new Date(last));
};
const renewalsOf = async (id: string) =>
  (await get(`/orders/?subscription_id=${id}&sorting=created_at`)).items.filter(
    ({ billing_reason: reason }: { billing_reason: string }) => reason === 'subscription_cycle',
  );
const untilPaid = (id: string, count: number) =>
  eventually(async () => {
    await renewAll(stack);
    const orders = await renewalsOf(id);
    expect(orders.map(({ status }: { status: string }) => status)).toEqual(Array(count).fill('paid'));
    return orders;
  });
const chargesOf = async (customerId: string): Promise<{ charges: number; orders: number }> => {
  const [row] = await stack.db.query(
    `SELECT count(*)::int AS charges, count(DISTINCT o.id)::int AS orders
     FROM orders o JOIN payments p ON p.purpose_id = o.id JOIN sandbox_charges c ON c.payment_id = p.id
     WHERE p.purpose_kind = 'renewal' AND o.customer_id = $1 AND c.status = 'succeeded'`,
    [customerId],
  );
  return row;
};
/** Has whatever renews a subscription fail. */
const breakRenewal = async (id: string): Promise<() => Promise<unknown>> => {
  await stack.db.query(
    `CREATE FUNCTION break_renewal() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN RAISE EXCEPTION 'broken'; END $$;
     CREATE TRIGGER broken BEFORE INSERT ON renewals FOR EACH ROW
       WHEN (NEW.subscription_id = '${id}') EXECUTE FUNCTION break_renewal()`,
  );
  return () => stack.db.query('DROP TRIGGER broken ON renewals; DROP FUNCTION break_renewal()');
};

describe('subscriptions that are due at once', () => {
  it('are renewed and charged once each, also those beside one that cannot be', async () => {
    const subscriptions = await subscribe(7);
    const [broken, ...others] = subscriptions;
    if (!broken) throw new Error('none');
    const mend = await breakRenewal(broken.id);
    try {
      makeDue(subscriptions);
      for (const { id } of others) await untilPaid(id, 1);
      expect(await renewalsOf(broken.id)).toEqual([]);
      expect((await get(`/subscriptions/${broken.id}`)).current_period_end).toBe(broken.end);
    } finally {
      await mend();
    }
    // Not waited for: what has failed steps back for some seconds.
    expect(await renewSubscription(stack.billing, broken.id)).toBe(true);
    await untilPaid(broken.id, 1);
    for (const { customerId } of subscriptions)
      expect(await chargesOf(customerId)).toEqual({ charges: 1, orders: 1 });
    const numbers = (await get('/orders/?limit=100')).items.map(
      ({ invoice_number: number }: { invoice_number: string }) => Number(number.split('-').at(-1)),
    );
    const inOrder = numbers.toSorted((one: number, other: number) => one - other);
    expect(inOrder).toEqual(Array.from({ length: 14 }, (_, at) => at + 1));
  });

  it('take what one customer has to their credit one after the other', async () => {
    const [first, second] = await subscribe(2);
    if (!first || !second) throw new Error('none');
    await stack.db.query('UPDATE subscriptions SET customer_id = $2 WHERE id = $1', [
      second.id,
      first.customerId,
    ]);
    await stack.db.query('UPDATE payment_methods SET chosen_at = $2 WHERE customer_id = $1', [
      first.customerId,
      stack.clock.now(),
    ]);
    await stack.db.query(
      `INSERT INTO customer_balances (customer_id, currency, organization_id, amount) VALUES ($1, 'usd', $2, 1500)`,
      [first.customerId, seller.organizationId],
    );
    makeDue([first, second]);
    await Promise.all([first, second].map(({ id }) => renewSubscription(stack.billing, id)));
    const orders = [...(await untilPaid(first.id, 1)), ...(await untilPaid(second.id, 1))];
    const applied = orders.map((order) => order.applied_balance_amount);
    expect(applied.toSorted((one, other) => one - other)).toEqual([-1000, -500]);
    const [{ amount }] = await stack.db.query('SELECT amount FROM customer_balances WHERE customer_id = $1', [
      first.customerId,
    ]);
    expect(amount).toBe(0);
  });

  it('cost less than half the statements of as many that are renewed apart', async () => {
    const subscriptions = await subscribe(21);
    makeDue(subscriptions);
    const [one, ...others] = subscriptions;
    const renew = ({ id }: Subscription) => renewSubscription(stack.billing, id);
    const alone = await queriesOf(() => renew(one as Subscription));
    const together = await queriesOf(() => Promise.all(others.map(renew)));
    // How many transactions they share depends on the machine.
    expect(together).toBeLessThan((others.length / 2) * alone);
    for (const { id } of subscriptions) await untilPaid(id, 1);
  });

  it('find the cards of typed addresses together', async () => {
    const ids = (await subscribe(10)).map(({ id }) => id);
    const payers = await stack.db.query(
      `SELECT id AS "subscriptionId", customer_id AS "customerId", organization_id AS "organizationId"
       FROM subscriptions WHERE id = ANY($1::uuid[])`,
      [ids],
    );
    const find = () =>
      Promise.all(
        payers.map((payer: Parameters<typeof findPayableMethod>[2]) =>
          findPayableMethod(stack.billing.payments, stack.db.manager, payer),
        ),
      );
    const methods = await find();
    expect(methods).toHaveLength(10);
    expect(new Set(methods.map((method) => method?.methodId)).size).toBe(10);
    expect(await queriesOf(find)).toBeLessThan(10);
  });

  it('are caught up with period by period, each paid once', async () => {
    const [late] = await subscribe(1);
    if (!late) throw new Error('none');
    stack.clock.set(new Date(new Date(late.end).getTime() + 62 * 86_400_000));
    const orders = await untilPaid(late.id, 3);
    expect(new Set(orders.map(({ id }: { id: string }) => id)).size).toBe(3);
    expect(await chargesOf(late.customerId)).toEqual({ charges: 3, orders: 3 });
  });
});
