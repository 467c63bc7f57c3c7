import { emit, outboxRow, transact } from '@tessera/kit/events/outbox';
import { eventually } from '@tessera/kit/test/eventually';
import {
  benefitGrantCreated,
  benefitGrantRevoked,
  customerStateChanged,
  subscriptionActive,
} from '@tessera/proto/events/billing';
import {
  type BillingStack,
  makeBenefit,
  makeSeller,
  type Seller,
  startBilling,
} from '../../../test/factories.ts';
import { buy } from '../../../test/purchases.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling();
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

const grantsOf = async (benefitId: string, query = '') =>
  (await stack.send('GET', `/benefits/${benefitId}/grants${query}`, { as: seller.owner })).body.items;
const benefit = () =>
  makeBenefit(stack, { organizationId: seller.organizationId, metadata: { tier: 'gold' } });

describe('granting benefits', () => {
  it('follows an order of something sold once', async () => {
    const made = await benefit();
    const { order } = await buy(stack, { seller, product: { benefits: [made] } });
    const emitted = await stack.events.next(benefitGrantCreated, ({ benefitId }) => benefitId === made.id);
    const [grant] = await grantsOf(made.id);
    expect(grant).toMatchObject({
      order_id: order.id,
      subscription_id: null,
      is_granted: true,
      is_revoked: false,
      properties: {},
    });
    const snapshot = JSON.parse(emitted.snapshot);
    expect(snapshot).toEqual({
      ...grant,
      benefit: expect.objectContaining({ id: made.id, type: 'custom' }),
      previous_properties: {},
    });
  });

  it('follows a subscription, once for each benefit, however often its event comes', async () => {
    const benefits = [await benefit(), await benefit()];
    const { order } = await buy(stack, { seller, product: { recurringInterval: 'month', benefits } });
    const emitted = await stack.events.next(
      subscriptionActive,
      ({ subscriptionId }) => subscriptionId === order.subscription_id,
    );
    await transact(stack.db, (em) => emit(em, subscriptionActive, emitted));
    await eventually(() =>
      expect(
        stack.events
          .all(subscriptionActive)
          .filter(({ subscriptionId }) => subscriptionId === order.subscription_id),
      ).toHaveLength(2),
    );
    for (const { id } of benefits) {
      await eventually(async () =>
        expect(await grantsOf(id)).toMatchObject([
          { subscription_id: order.subscription_id, order_id: null },
        ]),
      );
      const told = () => stack.events.all(benefitGrantCreated).filter(({ benefitId }) => benefitId === id);
      await eventually(() => expect(told()).toHaveLength(1));
    }
  });

  it('gives what the product has gained, and nothing twice, where a subscription is active again', async () => {
    const [first, second] = [await benefit(), await benefit()];
    const { order } = await buy(stack, {
      seller,
      product: { recurringInterval: 'month', benefits: [first] },
    });
    const told = (id: string) =>
      stack.events.all(benefitGrantCreated).filter(({ benefitId }) => benefitId === id);
    await eventually(() => expect(told(first.id)).toHaveLength(1));
    const emitted = await stack.events.next(
      subscriptionActive,
      ({ subscriptionId }) => subscriptionId === order.subscription_id,
    );
    await stack.db.query(
      'INSERT INTO product_benefits (product_id, benefit_id, position) VALUES ($1, $2, 1)',
      [emitted.productId, second.id],
    );
    await transact(stack.db, (em) => emit(em, subscriptionActive, emitted));
    await eventually(() => expect(told(second.id)).toHaveLength(1));
    const [grant] = await grantsOf(second.id);
    expect(JSON.parse(told(second.id)[0]?.snapshot ?? '')).toMatchObject({
      id: grant.id,
      benefit_id: second.id,
    });
    // Events of a transaction arrive in the order in which they were told.
    expect(told(first.id)).toHaveLength(1);
  });

  it('gives nothing for a subscription that has ended before its news came', async () => {
    const made = await benefit();
    const { order } = await buy(stack, { seller, product: { recurringInterval: 'month' } });
    const id = order.subscription_id;
    const emitted = await stack.events.next(
      subscriptionActive,
      ({ subscriptionId }) => subscriptionId === id,
    );
    await stack.db.query(`UPDATE subscriptions SET status = 'canceled' WHERE id = $1`, [id]);
    await stack.db.query(
      'INSERT INTO product_benefits (product_id, benefit_id, position) VALUES ($1, $2, 0)',
      [emitted.productId, made.id],
    );
    const late = outboxRow(subscriptionActive, emitted);
    await stack.bus.publish(late);
    await eventually(async () =>
      expect(await stack.db.query('SELECT 1 FROM inbox WHERE event_id = $1', [late.id])).toHaveLength(1),
    );
    expect(await grantsOf(made.id)).toEqual([]);
  });

  it('shows in the customer’s state, which is told', async () => {
    const made = await benefit();
    const { order } = await buy(stack, { seller, product: { recurringInterval: 'month', benefits: [made] } });
    const emitted = await stack.events.next(
      customerStateChanged,
      ({ customerId, snapshot }) => customerId === order.customer_id && snapshot.includes(made.id),
    );
    const { body } = await stack.send('GET', `/customers/${order.customer_id}/state`, { as: seller.owner });
    expect(body).toMatchObject({
      active_subscriptions: [{ id: order.subscription_id, status: 'active', amount: 1000, meters: [] }],
      granted_benefits: [{ benefit_id: made.id, benefit_type: 'custom', benefit_metadata: { tier: 'gold' } }],
    });
    expect(JSON.parse(emitted.snapshot)).toEqual(body);
  });
});

describe('deleting a benefit', () => {
  it('takes it back from everyone who has it', async () => {
    const made = await benefit();
    const { order } = await buy(stack, { seller, product: { benefits: [made] } });
    await stack.events.next(benefitGrantCreated, ({ benefitId }) => benefitId === made.id);
    expect((await stack.send('DELETE', `/benefits/${made.id}`, { as: seller.owner })).status).toBe(204);
    const emitted = await stack.events.next(benefitGrantRevoked, ({ benefitId }) => benefitId === made.id);
    expect(JSON.parse(emitted.snapshot)).toMatchObject({
      is_granted: false,
      is_revoked: true,
      previous_properties: {},
    });
    const { body } = await stack.send('GET', `/customers/${order.customer_id}/state`, { as: seller.owner });
    expect(body.granted_benefits).toEqual([]);
  });
});

describe('listing grants', () => {
  it('filters by customer and by whether they are granted', async () => {
    const made = await benefit();
    const { order } = await buy(stack, { seller, product: { benefits: [made] } });
    await stack.events.next(benefitGrantCreated, ({ benefitId }) => benefitId === made.id);
    expect(await grantsOf(made.id, `?customer_id=${order.customer_id}&is_granted=true`)).toHaveLength(1);
    expect(await grantsOf(made.id, '?is_granted=false')).toEqual([]);
    expect(await grantsOf(made.id, `?customer_id=${made.id}`)).toEqual([]);
  });
});
