/** Checkouts that are opened, and confirmed, at once, and so share their transactions. No worker runs here. */
import { eventually } from '@tessera/kit/test/eventually';
import { queriesOf } from '@tessera/kit/test/query-costs';
import { checkoutUpdated } from '@tessera/proto/events/billing';
import {
  type BillingStack,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
} from '../../../test/factories.ts';
import { confirm, freshEmail } from '../../../test/purchases.ts';
import type { FullProduct } from '../../catalog/products/view.ts';
import { acceptPayment } from '../../payments/accept.ts';
import { findPayment } from '../../payments/service.ts';
import { findCheckout } from '../entity.ts';
import { checkoutEvent } from '../events.ts';
import { loadCheckoutContext } from '../view.ts';

let stack: BillingStack;
let seller: Seller;
let product: FullProduct;
beforeAll(async () => {
  stack = await startBilling({ workers: false });
});
beforeEach(async () => {
  seller = await makeSeller(stack);
  const { organizationId } = seller;
  product = await makeProduct(stack, { organizationId, recurringInterval: 'month' });
});
afterAll(() => stack.stop());

type Opened = { id: string; path: string };

const open = async (email = freshEmail()): Promise<Opened> => {
  const body = { products: [product.id], customer_email: email };
  const {
    status,
    text,
    body: checkout,
  } = await stack.send('POST', '/checkouts/', { as: seller.owner, body });
  if (status !== 201) throw new Error(text);
  return { id: checkout.id, path: `/checkouts/client/${checkout.client_secret}` };
};
const openAll = (count: number): Promise<Opened[]> =>
  Promise.all(Array.from({ length: count }, () => open()));
const pay = async ({ path }: Opened, body: object = {}): Promise<number> =>
  (await confirm(stack, path, { customer_email: undefined, ...body })).status;
const statesOf = (
  all: readonly Opened[],
): Promise<{ status: string; attempt: number; payments: string[] }[]> =>
  stack.db.query(
    `SELECT c.status, c.attempt, array(SELECT p.status FROM payments p WHERE p.purpose_id = c.id) AS payments
     FROM checkouts c WHERE c.id = ANY($1) ORDER BY array_position($1, c.id)`,
    [all.map(({ id }) => id)],
  );
const accepted = { status: 'confirmed', attempt: 1, payments: ['processing'] };
const untouched = { status: 'open', attempt: 0, payments: [] };
/** Who is told of what, once a copy of what goes out is kept. */
const toldOf = ({ id }: Opened): Promise<{ subject: string; actor: string | null }[]> =>
  stack.db.query(
    `SELECT subject, headers ->> 'ce-actor' AS actor FROM told WHERE headers ->> 'ce-subject' = $1 ORDER BY id`,
    [id],
  );

describe('checkouts that are opened at once', () => {
  it('take fewer statements than as many one after the other', async () => {
    await openAll(3);
    const alone = await queriesOf(() => open());
    // On a busy machine they may come one by one.
    await eventually(async () => expect(await queriesOf(() => openAll(20))).toBeLessThan(20 * alone * 0.75));
  });

  it('are all there, each told of by whoever has opened it', async () => {
    await stack.db.query(
      `CREATE TABLE told (LIKE outbox);
       CREATE FUNCTION keep_told() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN INSERT INTO told SELECT NEW.*; RETURN NULL; END $$;
       CREATE TRIGGER kept AFTER INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION keep_told()`,
    );
    const other = await makeSeller(stack);
    const others = await makeProduct(stack, { organizationId: other.organizationId });
    const foreign = stack
      .send('POST', '/checkouts/', { as: other.owner, body: { products: [others.id] } })
      .then(({ body }) => ({ id: body.id as string, path: '' }));
    const all = await Promise.all([open(), foreign, open()]);
    expect(await statesOf(all)).toEqual([untouched, untouched, untouched]);
    const told = (await Promise.all(all.map(toldOf))).flat();
    expect(told.map(({ subject }) => subject)).toEqual(Array(3).fill('billing.checkout.created'));
    const [first, second, third] = told.map(({ actor }) => actor);
    expect(first).toBe(third);
    expect(second).not.toBe(first);
  });
});

describe('checkouts that are confirmed at once', () => {
  it('take fewer statements than as many one after the other, and are charged once each', async () => {
    const one = await open();
    const alone = await queriesOf(() => pay(one));
    await eventually(async () => {
      const others = await openAll(20);
      const together = await queriesOf(() => Promise.all(others.map((opened) => pay(opened))));
      expect(await statesOf(others)).toEqual(Array(20).fill(accepted));
      expect(together).toBeLessThan(20 * alone * 0.75);
    });
  });

  it('are refused each for itself', async () => {
    const all = await openAll(5);
    const wrong = [undefined, { customer_name: null }, undefined, { confirmation_token_id: 'tok_declined' }];
    const statuses = await Promise.all(all.map((opened, at) => pay(opened, wrong[at])));
    expect(statuses).toEqual([200, 422, 200, 400, 200]);
    expect(await statesOf(all)).toMatchObject([
      accepted,
      untouched,
      accepted,
      { status: 'open', payments: ['failed'] },
      accepted,
    ]);
  });

  it('are confirmed once, however often', async () => {
    const all = await openAll(3);
    const statuses = await Promise.all([...all, ...all, ...all].map((opened) => pay(opened)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(statuses.filter((status) => status === 403)).toHaveLength(6);
    expect(await statesOf(all)).toEqual(Array(3).fill(accepted));
  });

  it('are all confirmed but the one that the database refuses', async () => {
    const broken = freshEmail();
    await stack.db.query(
      `CREATE FUNCTION break_one() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN
           IF NEW.customer_email = '${broken}' THEN RAISE 'broken'; END IF;
           RETURN NEW;
         END $$;
       CREATE TRIGGER breaks BEFORE UPDATE ON checkouts FOR EACH ROW EXECUTE FUNCTION break_one()`,
    );
    const all = await Promise.all([open(), open(), open(broken), open()]);
    const statuses = await Promise.all(all.map((opened) => pay(opened)));
    await stack.db.query('DROP TRIGGER breaks ON checkouts');
    expect(statuses).toEqual([200, 200, 500, 200]);
    expect(await statesOf(all)).toEqual([accepted, accepted, untouched, accepted]);
  });

  it('do not wait for one that somebody holds', async () => {
    const [held, ...others] = (await openAll(4)) as [Opened, ...Opened[]];
    const holding = stack.db.createQueryRunner();
    await holding.startTransaction();
    await holding.query('SELECT 1 FROM checkouts WHERE id = $1 FOR UPDATE', [held.id]);
    const waiting = pay(held);
    try {
      expect(await Promise.all(others.map((opened) => pay(opened)))).toEqual([200, 200, 200]);
      expect(await statesOf([held])).toEqual([untouched]);
    } finally {
      await holding.commitTransaction();
      await holding.release();
    }
    expect(await waiting).toBe(200);
    expect(await statesOf([held])).toEqual([accepted]);
  });
});

describe('payments that are accepted at once', () => {
  it('are told of once each, and only while they are pending', async () => {
    const all = await openAll(4);
    await Promise.all(all.map((opened) => pay(opened)));
    const settled = all[3] as Opened;
    await stack.db.query(
      `UPDATE payments SET status = CASE WHEN purpose_id = $2 THEN 'succeeded' ELSE 'pending' END, card_brand = 'visa'
       WHERE purpose_id = ANY($1)`,
      [all.map(({ id }) => id), settled.id],
    );
    const accept = async ({ id }: Opened): Promise<boolean> => {
      const row = await findCheckout(stack.db.manager, { id });
      const payment = await findPayment(stack.db.manager, row?.paymentId ?? '');
      if (!row || !payment) throw new Error('it was not confirmed');
      const event = checkoutEvent(
        checkoutUpdated,
        row,
        await loadCheckoutContext(stack.billing, stack.db.manager, [row]),
      );
      const changes = { status: 'requires_action' as const, processorId: `ch_${id}`, modifiedAt: new Date() };
      return acceptPayment(stack.db, {
        id: payment.id,
        changes: { ...changes, intentClientSecret: 'secret' },
        event,
      });
    };
    const outcomes = await Promise.all([...all, ...all].map(accept));
    expect(outcomes.filter(Boolean)).toHaveLength(3);
    const rows = await stack.db.query(
      `SELECT status, processor_id = 'ch_' || purpose_id AS is_own, intent_client_secret AS secret, card_brand AS brand
       FROM payments WHERE purpose_id = ANY($1) ORDER BY array_position($1, purpose_id)`,
      [all.map(({ id }) => id)],
    );
    const asked = { status: 'requires_action', is_own: true, secret: 'secret', brand: 'visa' };
    expect(rows).toEqual([
      asked,
      asked,
      asked,
      { ...asked, status: 'succeeded', is_own: false, secret: null },
    ]);
    expect(await Promise.all(all.map(accept))).toEqual([false, false, false, false]);
  });
});
