import {
  type BillingStack,
  makeCustomer,
  makeProduct,
  makeSeller,
  startBilling,
} from '../../test/factories.ts';
import { subscribersOf } from '../../test/subscribers.ts';
import { walletsMigration } from './158-wallets.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

describe('credit from before its changes were kept', () => {
  it('is explained by the orders, as far as they do', async () => {
    stack.clock.set(new Date('2026-04-01T00:00:00.000Z'));
    const seller = await makeSeller(stack);
    const people = subscribersOf(stack, seller);
    const { organizationId } = seller;
    const { id: customer_id } = await makeCustomer(stack, { organizationId });
    const { id } = await people.subscribe({ price: { priceAmount: 10_000 } }, { body: { customer_id } });
    stack.clock.set(new Date('2026-04-16T00:00:00.000Z'));
    const price = { priceAmount: 1000 };
    const cheaper = await makeProduct(stack, { organizationId, recurringInterval: 'month', price });
    const wish = { product_id: cheaper.id, proration_behavior: 'invoice' };
    expect((await people.send('PATCH', `/subscriptions/${id}`, wish)).status).toBe(200);
    await people.moveTo('2026-05-01T00:00:00.000Z');
    await people.ordered(id, 3);
    const read = async () => {
      const [wallet] = (await people.get(`/wallets/?customer_id=${customer_id}`)).items;
      const { items } = await people.get(`/wallets/${wallet.id}/transactions`);
      const changes = items.map(
        ({ id: _id, wallet_id: _wallet, ...change }: Record<string, unknown>) => change,
      );
      const { id: _, ...shown } = wallet;
      return { wallet: shown, changes };
    };
    const before = await read();
    const [used, credited] = before.changes;
    // What no order explains: somebody was given 7 dollars by hand.
    await stack.db.query('UPDATE customer_balances SET amount = amount + 700');
    await stack.db.query(`DROP TABLE wallet_transactions;
      ALTER TABLE customer_balances DROP COLUMN id, DROP COLUMN created_at CASCADE, DROP COLUMN modified_at;
      DROP INDEX customer_balances_organization;`);
    await stack.db.query(walletsMigration.sql);
    const none = { order_id: null, invoice_number: null };
    // Before all that is explained.
    const created_at = '2026-04-15T23:59:59.999Z';
    expect(await read()).toEqual({
      wallet: { ...before.wallet, created_at, balance: 4200, modified_at: used.created_at },
      changes: [
        { ...used, balance: 4200 },
        { ...credited, balance: 5200 },
        { ...credited, ...none, created_at, amount: 700, balance: 700, reason: 'earlier' },
      ],
    });
  });
});
