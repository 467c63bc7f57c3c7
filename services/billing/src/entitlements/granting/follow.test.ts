import { sql } from '@tessera/kit/database/sql';
import { outboxRow } from '@tessera/kit/events/outbox';
import { eventually } from '@tessera/kit/test/eventually';
import { benefitGrantCreated, benefitGrantRevoked, subscriptionActive } from '@tessera/proto/events/billing';
import {
  type BillingStack,
  makeBenefit,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
} from '../../../test/factories.ts';
import { addHolders } from '../../../test/holders.ts';
import { buy } from '../../../test/purchases.ts';

let stack: BillingStack;
let seller: Seller;

beforeAll(async () => {
  stack = await startBilling();
});

beforeEach(async () => {
  seller = await makeSeller(stack);
});

afterAll(() => stack.stop());

const granted = async (customerId: string): Promise<string[]> => {
  const { body } = await stack.send('GET', `/customers/${customerId}/state`, { as: seller.owner });
  return body.granted_benefits.map((it: { benefit_id: string }) => it.benefit_id).toSorted();
};
const setBenefits = (productId: string, benefits: string[]) =>
  stack.send('POST', `/products/${productId}/benefits`, { as: seller.owner, body: { benefits } });

describe('a change of a product’s benefits', () => {
  it('gives to and takes from those who subscribe to it, and gives back', async () => {
    const { organizationId } = seller;
    const first = await makeBenefit(stack, { organizationId });
    const second = await makeBenefit(stack, { organizationId });
    const { order, product } = await buy(stack, {
      seller,
      product: { recurringInterval: 'month', benefits: [first] },
    });
    const becomes = (ids: string[]) =>
      eventually(async () => expect(await granted(order.customer_id)).toEqual(ids.toSorted()));
    await becomes([first.id]);
    await setBenefits(product.id, [second.id]);
    await becomes([second.id]);
    await stack.events.next(benefitGrantRevoked, ({ benefitId }) => benefitId === first.id);
    await setBenefits(product.id, [second.id, first.id]);
    await becomes([first.id, second.id]);
    const emitted = await eventually(() => {
      const all = stack.events.all(benefitGrantCreated).filter(({ benefitId }) => benefitId === first.id);
      expect(all.map(({ snapshot }) => JSON.parse(snapshot))).toMatchObject([
        { previous_properties: {} },
        { previous_properties: {}, is_granted: true, revoked_at: null },
      ]);
      return all;
    });
    expect(new Set(emitted.map(({ benefitGrantId }) => benefitGrantId)).size).toBe(1);
  });

  it('reaches those to whom the list before was being given at that moment', async () => {
    const { organizationId } = seller;
    const first = await makeBenefit(stack, { organizationId });
    const second = await makeBenefit(stack, { organizationId });
    const product = await makeProduct(stack, {
      organizationId,
      recurringInterval: 'month',
      benefits: [first],
    });
    await addHolders(stack.db, product, 1, { withGrants: false });
    const [subscription] = await sql<{ id: string; customerId: string }>(
      stack.db,
      'SELECT id, customer_id AS "customerId" FROM subscriptions WHERE product_id = $1',
      [product.id],
    );
    if (!subscription) throw new Error('a subscription');
    const { id: subscriptionId, customerId } = subscription;
    const facts = { subscriptionId, organizationId, customerId, productId: product.id, snapshot: '{}' };
    const event = outboxRow(subscriptionActive, facts);
    await stack.db.transaction(async (em) => {
      // The grant has read the list and waits for the benefit, while the list changes and all holders have followed.
      await em.query('SELECT 1 FROM benefits WHERE id = $1 FOR UPDATE', [first.id]);
      await stack.bus.publish(event);
      const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await eventually(async () => expect(await sql(stack.db, waiting)).not.toEqual([]));
      expect((await setBenefits(product.id, [second.id])).status).toBe(200);
      await eventually(async () => expect(await sql(stack.db, 'SELECT 1 FROM catalog_changes')).toEqual([]));
    });
    const handled = `SELECT 1 FROM inbox WHERE consumer = 'grants' AND event_id = $1`;
    await eventually(async () => expect(await sql(stack.db, handled, [event.id])).toHaveLength(1));
    expect(await granted(customerId)).toEqual([second.id]);
  });

  it('only gives to those who bought it once', async () => {
    const { organizationId } = seller;
    const first = await makeBenefit(stack, { organizationId });
    const second = await makeBenefit(stack, { organizationId });
    const { order, product } = await buy(stack, { seller, product: { benefits: [first] } });
    await eventually(async () => expect(await granted(order.customer_id)).toEqual([first.id]));
    await setBenefits(product.id, [second.id]);
    await eventually(async () =>
      expect(await granted(order.customer_id)).toEqual([first.id, second.id].toSorted()),
    );
  });
});

/** How many of an organization's subscriptions have a benefit now. */
const holdersOf = async (benefitId: string): Promise<number> => {
  const [row] = (await stack.db.query(
    'SELECT count(*)::int AS count FROM benefit_grants WHERE benefit_id = $1 AND granted_at IS NOT NULL',
    [benefitId],
  )) as [{ count: number }];
  return row.count;
};
const waiting = (): Promise<unknown[]> => stack.db.query('SELECT kind, attempts FROM catalog_changes');

describe('a change that reaches many', () => {
  it('is followed page by page until all have what the product has now', async () => {
    const { organizationId } = seller;
    const [first, second] = [
      await makeBenefit(stack, { organizationId }),
      await makeBenefit(stack, { organizationId }),
    ];
    const product = await makeProduct(stack, {
      organizationId,
      recurringInterval: 'month',
      benefits: [first],
    });
    await addHolders(stack.db, product, 250);
    await setBenefits(product.id, [second.id]);
    await setBenefits(product.id, [second.id, first.id]);
    await setBenefits(product.id, [second.id]);
    await eventually(async () => expect(await waiting()).toEqual([]));
    expect([await holdersOf(first.id), await holdersOf(second.id)]).toEqual([0, 250]);
    await eventually(() => {
      const granted = stack.events
        .all(benefitGrantCreated)
        .filter(({ benefitId }) => benefitId === second.id);
      expect(new Set(granted.map(({ customerId }) => customerId)).size).toBe(250);
      expect(granted).toHaveLength(250);
    });
  });

  it('takes a deleted benefit from everyone, and shows it to nobody meanwhile', async () => {
    const { organizationId } = seller;
    const benefit = await makeBenefit(stack, { organizationId });
    const kept = await makeBenefit(stack, { organizationId });
    const product = await makeProduct(stack, {
      organizationId,
      recurringInterval: 'month',
      benefits: [benefit, kept],
    });
    await addHolders(stack.db, product, 150);
    const [{ id }] = (await stack.db.query('SELECT id FROM customers WHERE organization_id = $1 LIMIT 1', [
      organizationId,
    ])) as [{ id: string }];
    expect((await stack.send('DELETE', `/benefits/${benefit.id}`, { as: seller.owner })).status).toBe(204);
    expect(await granted(id)).toEqual([kept.id]);
    await eventually(async () => expect(await waiting()).toEqual([]));
    expect([await holdersOf(benefit.id), await holdersOf(kept.id)]).toEqual([0, 150]);
    await eventually(() =>
      expect(
        stack.events.all(benefitGrantRevoked).filter(({ benefitId }) => benefitId === benefit.id),
      ).toHaveLength(150),
    );
  });
});
