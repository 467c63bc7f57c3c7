import { eventually } from '@tessera/kit/test/eventually';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { type BillingStack, startBilling } from '../../../test/factories.ts';
import { openCheckout } from '../../../test/purchases.ts';
import { broadcastCheckout } from '../broadcast.ts';
import { getClientRow } from '../read.ts';
import { createWatch } from './watch.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling({ workers: false });
});
afterAll(() => stack.stop());

/** The database, with a count of what is asked of it. */
const countedDatabase = () => {
  const { master } = stack.db.driver as unknown as { master: Pool };
  const counted = { statements: 0, atOnce: 0, maxAtOnce: 0 };
  const query = async (statement: { text: string; values: unknown[] }) => {
    counted.statements += 1;
    counted.atOnce += 1;
    counted.maxAtOnce = Math.max(counted.maxAtOnce, counted.atOnce);
    const result = await master.query(statement);
    counted.atOnce -= 1;
    return result;
  };
  return { counted, db: { driver: { master: { query } } } as unknown as DataSource };
};

describe('the watch', () => {
  it('reads a checkout once for all who follow it, and several checkouts in one statement', async () => {
    const { counted, db } = countedDatabase();
    const watch = createWatch({ ...stack.billing, db });
    const rows = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const { checkout } = await openCheckout(stack);
        return getClientRow(stack.billing, { id: checkout.id });
      }),
    );
    let emitted = 0;
    const leave = rows.flatMap((row) =>
      Array.from({ length: 5 }, () =>
        watch.follow(row, ({ status }) => {
          if (status === 'confirmed') emitted += 1;
        }),
      ),
    );
    await stack.db.query(`UPDATE checkouts SET status = 'confirmed' WHERE id = ANY($1)`, [
      rows.map(({ id }) => id),
    ]);
    for (const { id } of rows) broadcastCheckout(stack, id);
    await eventually(() => expect(emitted).toBeGreaterThanOrEqual(20));
    expect(counted.maxAtOnce).toBe(1);
    // One for each checkout that began to be followed and one for each note, and not one for each of the twenty who follow.
    expect(counted.statements).toBeLessThanOrEqual(8);
    expect(watch.followed()).toBe(4);
    for (const stop of leave) stop();
    expect(watch.followed()).toBe(0);
    const before = counted.statements;
    for (const { id } of rows) broadcastCheckout(stack, id);
    await stack.bus.check();
    expect(counted.statements).toBe(before);
    watch.stop();
  });

  it('goes on after a reading that failed', async () => {
    let fails = 1;
    const { counted, db } = countedDatabase();
    const { master } = db.driver as unknown as { master: { query: (statement: never) => Promise<unknown> } };
    const { query } = master;
    master.query = async (statement) => {
      if (fails-- > 0) throw new Error('the database is away');
      return query(statement);
    };
    const { checkout } = await openCheckout(stack);
    const watch = createWatch({ ...stack.billing, db });
    const row = await getClientRow(stack.billing, { id: checkout.id });
    const leave = watch.follow(row, () => undefined);
    await eventually(() => {
      broadcastCheckout(stack, checkout.id);
      expect(counted.statements).toBeGreaterThan(0);
    });
    leave();
    watch.stop();
  });
});
