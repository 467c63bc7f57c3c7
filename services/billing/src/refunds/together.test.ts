/** Refunds that are made at once, and so share their transactions. */
import { withActor } from '@tessera/kit/actor';
import { queriesOf } from '@tessera/kit/test/query-costs';
import type { Caller } from '@tessera/proto/api/passport';
import { type BillingStack, makeSeller, type Seller, startBilling } from '../../test/factories.ts';
import { buy } from '../../test/purchases.ts';
import { createRefund } from './create.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling();
});
beforeEach(async () => {
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

const paid = async (count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push((await buy(stack, { seller })).order.id);
  return ids;
};
const refund = (orderId: string, amount = 1000, by: Caller = seller.owner) =>
  withActor(by, () =>
    createRefund(stack.billing, by, { orderId, reason: 'other', amount, revokeBenefits: false }),
  );
const balanceOf = async (orderIds: readonly string[]) =>
  stack.db.query(
    `SELECT o.status, o.refunded_amount, sum(r.amount)::int AS refunds FROM orders o JOIN refunds r ON r.order_id = o.id
     WHERE o.id = ANY($1) AND r.status = 'succeeded' GROUP BY o.id`,
    [orderIds],
  );

describe('refunds that are made at once', () => {
  it('take fewer statements than as many one after the other, and give back the same', async () => {
    const [first, ...others] = await paid(17);
    const alone = await queriesOf(() => refund(first as string));
    const together = await queriesOf(() => Promise.all(others.map((id) => refund(id))));
    // How many transactions they share depends on the machine.
    expect(together).toBeLessThan(others.length * alone * 0.75);
    const whole = { status: 'refunded', refunded_amount: 1000, refunds: 1000 };
    expect(await balanceOf([first as string, ...others])).toEqual(Array(17).fill(whole));
  });

  it('are refused each for itself, and give back no more than was paid', async () => {
    const [many, few, none] = (await paid(3)) as [string, string, string];
    await refund(none);
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 20 }, () => refund(many, 100)),
      refund(few, 300),
      refund(few, 1001),
      refund(none, 1),
    ]);
    const failed = outcomes.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []));
    expect(failed.slice(-2)).toEqual([21, 22]);
    expect(failed).toHaveLength(12);
    expect(await balanceOf([many])).toEqual([{ status: 'refunded', refunded_amount: 1000, refunds: 1000 }]);
    expect(await balanceOf([few])).toEqual([
      { status: 'partially_refunded', refunded_amount: 300, refunds: 300 },
    ]);
  });

  it('are put down to whoever made each', async () => {
    await stack.db.query(
      `CREATE TABLE told (LIKE outbox);
       CREATE FUNCTION keep_told() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN INSERT INTO told SELECT NEW.*; RETURN NULL; END $$;
       CREATE TRIGGER kept AFTER INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION keep_told()`,
    );
    const ids = await paid(8);
    const people = [seller.owner, { ...seller.owner, name: 'Somebody else' }];
    await Promise.all(ids.map((id, at) => refund(id, 1000, people[at % 2])));
    const told = await stack.db.query<{ id: string; actor: string }[]>(
      `SELECT headers ->> 'ce-subject' AS id, headers ->> 'ce-actor' AS actor FROM told
       WHERE subject = 'billing.order.refunded' AND headers ->> 'ce-subject' = ANY($1)`,
      [ids],
    );
    expect(told).toHaveLength(8);
    for (const { id, actor } of told)
      expect(actor.endsWith('Somebody%20else')).toBe(ids.indexOf(id) % 2 === 1);
  });
});
