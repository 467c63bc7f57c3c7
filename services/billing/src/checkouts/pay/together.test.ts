/** Checkouts that are paid at once, and so are settled together. No worker runs here: each test settles them itself. */
import { withActor } from '@tessera/kit/actor';
import { queriesOf } from '@tessera/kit/test/query-costs';
import {
  type BillingStack,
  makeDiscount,
  makeSeller,
  type Seller,
  startBilling,
} from '../../../test/factories.ts';
import { confirm, freshEmail, openCheckout } from '../../../test/purchases.ts';
import { completeCheckout } from './complete.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling({ workers: false });
});
beforeEach(async () => {
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

type Confirmed = { id: string; paymentId: string };

/** Confirmed one after the other, and charged; by buyers of their own unless one is named. */
const confirmed = async (
  count: number,
  { email = freshEmail, body = {} }: { email?: () => string; body?: object } = {},
): Promise<Confirmed[]> => {
  const all: Confirmed[] = [];
  for (let made = 0; made < count; made += 1) {
    const product = { recurringInterval: 'month' as const };
    const customer = { customer_email: email() };
    const { checkout, path } = await openCheckout(stack, { seller, product, body: { ...body, ...customer } });
    const { status, text } = await confirm(stack, path, customer);
    if (status !== 200) throw new Error(text);
    const [payment] = await stack.db.query('SELECT payment_id FROM checkouts WHERE id = $1', [checkout.id]);
    all.push({ id: checkout.id, paymentId: payment.payment_id });
  }
  return all;
};
const settle = ({ id: checkoutId, paymentId }: Confirmed): Promise<boolean> =>
  completeCheckout(stack.billing, {
    checkoutId,
    paymentId,
    paid: { processorId: `ch_${paymentId}`, methodId: `pm_${paymentId}` },
  });
const settleAll = (all: readonly Confirmed[]) => Promise.allSettled(all.map(settle));

const ordersOf = (all: readonly Confirmed[]): Promise<{ checkout_id: string; number: number }[]> =>
  stack.db.query(
    `SELECT checkout_id, split_part(invoice_number, '-', -1)::int AS number FROM orders
     WHERE checkout_id = ANY($1) ORDER BY 2`,
    [all.map(({ id }) => id)],
  );
/** Each has succeeded, with one order of its own and a card that is its customer's default; numbers have no gap. */
const expectSold = async (all: readonly Confirmed[]): Promise<void> => {
  const orders = await ordersOf(all);
  const ids = all.map(({ id }) => id);
  expect(orders.map((order) => order.checkout_id).toSorted()).toEqual(ids.toSorted());
  expect(orders.map(({ number }) => number)).toEqual(all.map((_, at) => at + 1));
  const rows = await stack.db.query(
    `SELECT c.id, c.status, p.status AS payment, p.order_id = o.id AS is_named, s.status AS subscription,
       m.is_default, m.processor_id = 'pm_' || p.id AS is_kept
     FROM checkouts c JOIN orders o ON o.id = c.order_id AND o.checkout_id = c.id
       JOIN payments p ON p.id = c.payment_id
       JOIN subscriptions s ON s.id = c.started_subscription_id AND s.customer_id = c.customer_id
       JOIN payment_methods m ON m.customer_id = c.customer_id
     WHERE c.id = ANY($1)`,
    [ids],
  );
  const sold = { status: 'succeeded', payment: 'succeeded', is_named: true, subscription: 'active' };
  expect(rows).toHaveLength(all.length);
  for (const row of rows) expect(row).toMatchObject({ ...sold, is_default: true, is_kept: true });
};
/** What is told of a checkout's sale, in the order in which it goes out. */
const toldOf = async ({ id }: Confirmed): Promise<{ subject: string; actor: string | null }[]> =>
  stack.db.query(
    `SELECT o.subject, o.headers ->> 'ce-actor' AS actor FROM told o, checkouts c
     WHERE c.id = $1 AND o.headers ->> 'ce-subject' IN (c.id::text, c.order_id::text, c.customer_id::text,
       c.started_subscription_id::text)
     ORDER BY o.id`,
    [id],
  );
/** What goes out leaves the outbox; from here on a copy stays. */
const keepTold = (): Promise<unknown> =>
  stack.db.query(
    `CREATE TABLE told (LIKE outbox);
     CREATE FUNCTION keep_told() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN INSERT INTO told SELECT NEW.*; RETURN NULL; END $$;
     CREATE TRIGGER kept AFTER INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION keep_told()`,
  );
/** Has one checkout's order fail. */
const breakOrder = async ({ id }: Confirmed): Promise<() => Promise<unknown>> => {
  await stack.db.query(
    `CREATE FUNCTION break_order() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN RAISE EXCEPTION 'broken'; END $$;
     CREATE TRIGGER broken BEFORE INSERT ON orders FOR EACH ROW
       WHEN (NEW.checkout_id = '${id}') EXECUTE FUNCTION break_order()`,
  );
  return () => stack.db.query('DROP TRIGGER broken ON orders; DROP FUNCTION break_order()');
};

describe('checkouts that are paid at once', () => {
  it('are sold once each, however often they are settled', async () => {
    const all = await confirmed(8);
    const outcomes = await Promise.all([...all, ...all, ...all].map(settle));
    expect(outcomes.filter(Boolean)).toHaveLength(8);
    await expectSold(all);
    expect((await Promise.all(all.map(settle))).some(Boolean)).toBe(false);
  });

  it('take less than half the statements of as many that are settled apart', async () => {
    const [one, ...others] = await confirmed(21);
    const alone = await queriesOf(() => settle(one as Confirmed));
    const together = await queriesOf(() => settleAll(others));
    // How many transactions they share depends on the machine.
    expect(together).toBeLessThan((others.length / 2) * alone);
    await expectSold([one as Confirmed, ...others]);
  });

  it('are sold also beside one that cannot be, which is sold once it can', async () => {
    const all = await confirmed(6);
    const broken = all[2] as Confirmed;
    const mend = await breakOrder(broken);
    const outcomes = await settleAll(all).finally(mend);
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(all.map((one) => one !== broken));
    expect(await ordersOf(all)).toHaveLength(5);
    expect(await settle(broken)).toBe(true);
    await expectSold(all);
  });

  it('are told of in the order of each sale, by whom it was', async () => {
    const all = await confirmed(4);
    const [whose] = all;
    await keepTold();
    const caller = {
      kind: 'token' as const,
      tokenId: 'somebody',
      organizationId: seller.organizationId,
      scopes: [],
    };
    await Promise.all(all.map((one) => (one === whose ? withActor(caller, () => settle(one)) : settle(one))));
    for (const one of all) {
      const told = await toldOf(one);
      expect(told.map(({ subject }) => subject.replace(/^billing\./, ''))).toEqual([
        'customer.created',
        'subscription.created',
        'subscription.active',
        'order.created',
        'order.updated',
        'order.paid',
        'checkout.updated',
      ]);
      expect([...new Set(told.map(({ actor }) => actor))]).toEqual([one === whose ? 'token:somebody' : null]);
    }
  });

  it('tell one of two of one customer apart as the second, where the seller allows one', async () => {
    const email = freshEmail().toUpperCase();
    const names = [email, email.toLowerCase()];
    const same = await confirmed(2, { email: () => names.pop() ?? '' });
    const all = [...same, ...(await confirmed(3))];
    await Promise.all(all.map(settle));
    const subscriptions = await stack.db.query(
      `SELECT s.status, s.is_repeated FROM checkouts c JOIN subscriptions s ON s.id = c.started_subscription_id
       WHERE c.id = ANY($1) ORDER BY s.is_repeated`,
      [same.map(({ id }) => id)],
    );
    expect(subscriptions).toEqual([
      { status: 'active', is_repeated: false },
      { status: 'active', is_repeated: true },
    ]);
    expect((await ordersOf(all)).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  });

  it('redeem a limited discount as often as it may be', async () => {
    const { organizationId } = seller;
    const discount = await makeDiscount(stack, { organizationId, basisPoints: 1000, maxRedemptions: 4 });
    const all = await confirmed(4, { body: { discount_id: discount.id } });
    await Promise.all(all.map(settle));
    await expectSold(all);
    const redemptions = await stack.db.query(
      `SELECT 1 FROM discount_redemptions r JOIN checkouts c ON c.id = r.checkout_id AND c.customer_id = r.customer_id
         AND c.started_subscription_id = r.subscription_id WHERE r.discount_id = $1`,
      [discount.id],
    );
    expect(redemptions).toHaveLength(4);
  });

  it('do not wait for one that waits for somebody', async () => {
    const known = freshEmail();
    const [before] = await confirmed(1, { email: () => known });
    await settle(before as Confirmed);
    const [held] = await confirmed(1);
    await stack.db.query(
      `UPDATE checkouts SET customer_email = $2, customer_id = (SELECT customer_id FROM checkouts WHERE id = $3)
       WHERE id = $1`,
      [held?.id, known, before?.id],
    );
    const others = await confirmed(3);
    const holding = stack.db.createQueryRunner();
    await holding.startTransaction();
    await holding.query(
      'SELECT 1 FROM customers WHERE id = (SELECT customer_id FROM checkouts WHERE id = $1) FOR UPDATE',
      [before?.id],
    );
    const waiting = settle(held as Confirmed);
    try {
      await Promise.all(others.map(settle));
      expect(await ordersOf(others)).toHaveLength(3);
      expect(await ordersOf([held as Confirmed])).toEqual([]);
    } finally {
      await holding.commitTransaction();
      await holding.release();
    }
    expect(await waiting).toBe(true);
    expect(await ordersOf([held as Confirmed])).toHaveLength(1);
  });
});
