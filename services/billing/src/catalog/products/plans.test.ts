import { sql } from '@tessera/kit/database/sql';
import { type BillingStack, makeProduct, makeSeller, startBilling } from '../../../test/factories.ts';
import { findProduct, findProductsByIds } from './find.ts';

let stack: BillingStack;

beforeAll(async () => {
  stack = await startBilling({ workers: false });
});

afterAll(() => stack.stop());

type Plans = { generic: number; custom: number };

describe('reading a product', () => {
  it('is not planned anew by Postgres each time', async () => {
    const { organizationId } = await makeSeller(stack);
    const { id } = await makeProduct(stack, { organizationId });
    await stack.db.transaction(async (em) => {
      for (let count = 0; count < 20; count += 1) await findProduct(em, { id });
      const [plans] = await sql<Plans>(
        em,
        `SELECT generic_plans::int AS generic, custom_plans::int AS custom
         FROM pg_prepared_statements WHERE statement LIKE '%to_jsonb(p) AS product%'`,
      );
      expect(plans?.custom).toBeLessThanOrEqual(5);
      expect(plans?.generic).toBeGreaterThan(10);
    });
  });

  it('finds as many as are asked for, in their order, whichever plan there is', async () => {
    const { organizationId } = await makeSeller(stack);
    const made = [];
    for (let count = 0; count < 30; count += 1) made.push(await makeProduct(stack, { organizationId }));
    const ids = made.map(({ id }) => id).toReversed();
    await stack.db.transaction(async (em) => {
      for (let count = 0; count < 10; count += 1) await findProduct(em, { id: ids[0] ?? '' });
      const found = await findProductsByIds(em, [...ids, crypto.randomUUID()]);
      expect(found.map(({ id }) => id)).toEqual(ids);
    });
  });
});
