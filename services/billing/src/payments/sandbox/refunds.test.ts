/** Refunds in the sandbox's books, many of them at once. */
import { queriesOf } from '@tessera/kit/test/query-costs';
import { uuidv7 } from 'uuidv7';
import { type BillingStack, startBilling } from '../../../test/factories.ts';
import { insertCharge } from './begin.ts';
import { insertRefund } from './refunds.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling({ workers: false });
});
afterAll(() => stack.stop());

const charge = async (amount: number, isSettled = true): Promise<string> => {
  const { id } = await insertCharge(stack.db, {
    idempotencyKey: uuidv7(),
    paymentId: uuidv7(),
    amount,
    currency: 'usd',
    outcome: 'success',
    unknown: '',
    isSetup: false,
    keepsMethod: false,
    delay: 0,
  });
  if (isSettled)
    await stack.db.query(`UPDATE sandbox_charges SET status = 'succeeded', tell_at = NULL WHERE id = $1`, [
      id,
    ]);
  return id;
};
const refund = (processorId: string, amount: number, idempotencyKey: string = uuidv7()) => {
  const place = { organizationId: uuidv7(), processor: 'sandbox' as const, account: null };
  return insertRefund(stack.db, { place, idempotencyKey, refundId: uuidv7(), processorId, amount }, 60_000);
};
const written = { id: expect.stringMatching(/^sandbox_re_/), isToTell: false };

describe('refunds that are written at once', () => {
  it('share their statements', async () => {
    const [first, ...others] = await Promise.all(Array.from({ length: 17 }, () => charge(1000)));
    const alone = await queriesOf(() => refund(first as string, 1000));
    const together = await queriesOf(async () => {
      const outcomes = await Promise.all(others.map((id) => refund(id, 1000)));
      expect(outcomes).toEqual(Array(16).fill(written));
    });
    expect(together).toBeLessThan((others.length * alone) / 2);
  });

  it('take no more of a charge than it has, and are refused each for itself', async () => {
    const [many, one, early] = [await charge(1000), await charge(1000), await charge(1000, false)];
    const outcomes = await Promise.all([
      ...Array.from({ length: 7 }, () => refund(many, 300)),
      refund(one, 1001),
      refund(one, 1000),
      refund(early, 1),
      refund('sandbox_ch_unknown', 1),
    ]);
    expect(outcomes.slice(0, 7).filter((outcome) => outcome !== 'refused')).toEqual(Array(3).fill(written));
    expect(outcomes.slice(7)).toEqual(['refused', written, 'early', 'refused']);
    const sums = await stack.db.query(
      'SELECT sum(amount)::int AS sum FROM sandbox_refunds WHERE charge_id = ANY($1) GROUP BY charge_id ORDER BY sum',
      [[many, one, early]],
    );
    expect(sums).toEqual([{ sum: 900 }, { sum: 1000 }]);
  });

  it('of one key are one, beside others too', async () => {
    const [one, other] = [await charge(1000), await charge(1000)];
    const key = uuidv7();
    const [first, second] = await Promise.all([
      refund(one, 400, key),
      refund(other, 1),
      refund(one, 400, key),
    ]);
    expect(await Promise.all([refund(one, 400, key), refund(other, 1)])).toEqual([first, written]);
    expect(second).toEqual(written);
  });
});
