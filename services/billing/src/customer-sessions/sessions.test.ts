/** Sessions of customers, opened many at once as receipts do. */
import { sha256 } from '@tessera/kit/secrets';
import { queriesOf } from '@tessera/kit/test/query-costs';
import { type BillingStack, makeCustomer, makeSeller, startBilling } from '../../test/factories.ts';
import { findCustomerSession, openCustomerSession } from './sessions.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling({ workers: false });
});
afterAll(() => stack.stop());

describe('sessions that are opened at the same time', () => {
  it('are written together, and open each its own customer’s pages', async () => {
    const { db, now } = stack.billing;
    const { organizationId } = await makeSeller(stack);
    const customers = await Promise.all(
      Array.from({ length: 12 }, () => makeCustomer(stack, { organizationId })),
    );
    let tokens: string[] = [];
    const cost = await queriesOf(async () => {
      const open = ({ id }: { id: string }) => openCustomerSession(db.manager, now(), { customerId: id });
      tokens = await Promise.all(customers.map(open));
    });
    expect(cost).toBeLessThan(customers.length / 2);
    const opened = await Promise.all(
      tokens.map((token) => findCustomerSession(db.manager, now(), sha256(token))),
    );
    expect(opened.map((session) => session?.scope)).toEqual(customers.map(({ id }) => ({ customerId: id })));
  });
});
