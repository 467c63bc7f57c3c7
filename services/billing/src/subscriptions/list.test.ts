import { type BillingStack, makeSeller, startBilling } from '../../test/factories.ts';
import { buy } from '../../test/purchases.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

const month = { recurringInterval: 'month' as const };

describe('GET /v1/subscriptions/ sorted by the', () => {
  it('status: as subscriptions live, with those that are to end after the other active ones', async () => {
    const seller = await makeSeller(stack);
    const kinds = ['unpaid', 'canceled', 'past_due', 'ending', 'active', 'trialing'];
    for (const kind of kinds) {
      const { order } = await buy(stack, { seller, product: month });
      await stack.db.query('UPDATE subscriptions SET status = $2, cancel_at_period_end = $3 WHERE id = $1', [
        order.subscription_id,
        kind === 'ending' ? 'active' : kind,
        kind === 'ending',
      ]);
    }
    const sorted = async (sorting: string) => {
      const { body } = await stack.send('GET', `/subscriptions/?sorting=${sorting}`, { as: seller.owner });
      return body.items.map((it: { status: string; cancel_at_period_end: boolean }) =>
        it.cancel_at_period_end ? 'ending' : it.status,
      );
    };
    expect(await sorted('status')).toEqual(kinds.toReversed());
    expect(await sorted('-status')).toEqual(kinds);
  });

  it('customer, and orders too: by the name, or the e-mail address where there is none', async () => {
    const seller = await makeSeller(stack);
    const shown = ['Zora', 'nameless@example.com', 'Emil'];
    for (const name of shown) {
      const { order } = await buy(stack, { seller, product: month });
      await stack.db.query('UPDATE customers SET name = $2, email = $3 WHERE id = $1', [
        order.customer_id,
        name.includes('@') ? null : name,
        name.includes('@') ? name : `${order.customer_id}@example.com`,
      ]);
    }
    for (const list of ['subscriptions', 'orders']) {
      const { body } = await stack.send('GET', `/${list}/?sorting=customer`, { as: seller.owner });
      const names = body.items.map(
        ({ customer }: { customer: { name: string | null; email: string } }) =>
          customer.name ?? customer.email,
      );
      expect(names).toEqual(shown.toReversed());
    }
  });
});

describe('GET /v1/subscriptions/ of a status', () => {
  it('has and counts those that are of it, and of whether they are active', async () => {
    const seller = await makeSeller(stack);
    for (const status of ['active', 'past_due', 'canceled']) {
      const { order } = await buy(stack, { seller, product: month });
      await stack.db.query('UPDATE subscriptions SET status = $2 WHERE id = $1', [
        order.subscription_id,
        status,
      ]);
    }
    const found = async (filter: string) => {
      const { body } = await stack.send('GET', `/subscriptions/?${filter}`, { as: seller.owner });
      const statuses = body.items.map((it: { status: string }) => it.status).toSorted();
      expect(body.pagination.total_count).toBe(statuses.length);
      return statuses.join();
    };
    expect(await found('status=past_due')).toBe('past_due');
    expect(await found('status=canceled&status=active')).toBe('active,canceled');
    expect(await found('status=canceled&status=active&active=true')).toBe('active');
    expect(await found('status=canceled&active=true')).toBe('');
  });
});
