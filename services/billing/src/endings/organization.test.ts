import { outboxRow } from '@tessera/kit/events/outbox';
import { eventually } from '@tessera/kit/test/eventually';
import { benefitGrantRevoked, productUpdated, subscriptionRevoked } from '@tessera/proto/events/billing';
import { organizationDeleted } from '@tessera/proto/events/organization';
import {
  type BillingStack,
  makeBenefit,
  makeProduct,
  makeSeller,
  startBilling,
  tokenOf,
} from '../../test/factories.ts';
import { addHolders } from '../../test/holders.ts';
import { confirm, openCheckout, untilStatus } from '../../test/purchases.ts';
import { subscribersOf } from '../../test/subscribers.ts';
import { markOrganizationEnded } from '../access/organizations/entity.ts';
import { applyDue } from '../price-changes/apply.ts';
import { billEnded } from '../renewals/periods/final.ts';
import { renewSubscription } from '../renewals/periods/renew.ts';
import { retryRenewal } from '../renewals/retry.ts';
import { endDueSubscriptions } from './subscription.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

const rows = async (sql: string, organizationId: string): Promise<unknown[]> =>
  (await stack.db.query(sql, [organizationId])) as unknown[];

type Subscriber = {
  people: ReturnType<typeof subscribersOf>;
  id: string;
  customerId: string;
  end: Date;
  /** Another product of the seller, dearer. */
  other: string;
};

const untilSomeoneWaits = () =>
  eventually(async () => {
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    expect(await stack.db.query(waiting)).not.toEqual([]);
  });

describe('the deletion of an organization', () => {
  it('archives what it sold, closes open checkouts and ends subscriptions with their benefits, once', async () => {
    const seller = await makeSeller(stack);
    const { organizationId } = seller;
    const benefit = await makeBenefit(stack, { organizationId });
    const paid = await openCheckout(stack, {
      seller,
      product: { recurringInterval: 'month', benefits: [benefit] },
    });
    expect((await confirm(stack, paid.path)).status).toBe(200);
    await untilStatus(stack, paid.path, 'succeeded');
    const granted = 'SELECT 1 FROM benefit_grants WHERE organization_id = $1 AND granted_at IS NOT NULL';
    await eventually(async () => expect(await rows(granted, organizationId)).toHaveLength(1));
    const open = await openCheckout(stack, { seller });
    const bystander = await openCheckout(stack);

    for (let times = 0; times < 2; times += 1)
      await stack.bus.publish(outboxRow(organizationDeleted, { organizationId }));
    await stack.events.next(subscriptionRevoked, (event) => event.organizationId === organizationId);
    await stack.events.next(benefitGrantRevoked, (event) => event.organizationId === organizationId);
    await stack.events.next(productUpdated, ({ productId }) => productId === open.product.id);
    expect(await rows(granted, organizationId)).toEqual([]);
    const alive = `SELECT 1 FROM subscriptions WHERE organization_id = $1 AND status <> 'canceled'`;
    expect(await rows(alive, organizationId)).toEqual([]);
    const sold = 'SELECT 1 FROM products WHERE organization_id = $1 AND NOT is_archived';
    expect(await rows(sold, organizationId)).toEqual([]);
    expect(await rows(sold, bystander.seller.organizationId)).toHaveLength(1);
    expect(await rows('SELECT 1 FROM orders WHERE organization_id = $1', organizationId)).toHaveLength(1);
    const checkouts = `SELECT status FROM checkouts WHERE organization_id = $1 ORDER BY created_at, id`;
    expect(await rows(checkouts, organizationId)).toEqual([{ status: 'succeeded' }, { status: 'expired' }]);
    expect((await confirm(stack, open.path)).status).toBeGreaterThanOrEqual(400);
    // Who has paid still sees what for.
    expect(await stack.send('GET', paid.path)).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    await eventually(() => {
      const emitted = stack.events.all(subscriptionRevoked);
      expect(emitted.filter((event) => event.organizationId === organizationId)).toHaveLength(1);
    });
  });

  it('ends however many subscriptions there are, page by page', async () => {
    const { organizationId } = await makeSeller(stack);
    const benefit = await makeBenefit(stack, { organizationId });
    const product = await makeProduct(stack, {
      organizationId,
      recurringInterval: 'month',
      benefits: [benefit],
    });
    await addHolders(stack.db, product, 230);
    await stack.bus.publish(outboxRow(organizationDeleted, { organizationId }));
    await eventually(() => {
      const ended = stack.events
        .all(subscriptionRevoked)
        .filter((event) => event.organizationId === organizationId);
      expect(ended).toHaveLength(230);
      const taken = stack.events
        .all(benefitGrantRevoked)
        .filter((event) => event.organizationId === organizationId);
      expect(taken).toHaveLength(230);
    });
  });

  it('charges nothing that becomes due before its subscriptions have ended', async () => {
    const seller = await makeSeller(stack);
    const { organizationId } = seller;
    const people = subscribersOf(stack, seller);
    stack.clock.set(new Date('2026-04-01T00:00:00.000Z'));
    const renewed = await people.subscribe();
    const paused = await people.subscribe();
    await people.send('PATCH', `/subscriptions/${paused.id}`, {
      pause_at_period_end: true,
      resumes_at: '2026-05-02T12:00:00.000Z',
    });
    stack.clock.set(new Date('2026-03-31T00:00:00.000Z'));
    const [late, waiting] = [await people.subscribe(), await people.subscribe()];
    for (const { customerId } of [late, waiting]) await people.cards(customerId, 'declined');
    await people.moveTo('2026-04-30T00:00:00.000Z');
    for (const { id } of [late, waiting]) await people.is(id, 'past_due');
    await people.moveTo('2026-05-01T00:00:00.000Z');
    await people.ordered(renewed.id, 2);
    await people.is(paused.id, 'unpaid');
    for (const { customerId } of [late, waiting]) await people.cards(customerId, 'success');
    await stack.db.query(`UPDATE renewals SET next_attempt_at = '2027-01-01' WHERE subscription_id = $1`, [
      waiting.id,
    ]);
    const charged = () =>
      Promise.all([renewed, paused, late, waiting].map(({ customerId }) => people.charged(customerId)));
    const before = await charged();

    // Deleted, while the end of its subscriptions is still to come.
    await stack.db.query('UPDATE organizations SET is_deleted = true WHERE id = $1', [organizationId]);
    await people.moveTo('2026-06-02T00:00:00.000Z');
    expect(await charged()).toEqual(before);
    const orders = `SELECT status FROM orders WHERE organization_id = $1 AND status <> 'paid' ORDER BY status`;
    expect(await rows(orders, organizationId)).toEqual([{ status: 'pending' }, { status: 'void' }]);

    await stack.bus.publish(outboxRow(organizationDeleted, { organizationId }));
    await eventually(async () =>
      expect(await rows(orders, organizationId)).toEqual([{ status: 'void' }, { status: 'void' }]),
    );
    const alive = `SELECT 1 FROM subscriptions WHERE organization_id = $1 AND status <> 'canceled'`;
    expect(await rows(alive, organizationId)).toEqual([]);
  });

  it.each<[string, (subscriber: Subscriber) => Promise<() => Promise<unknown>>]>([
    [
      'renewed',
      async ({ id, end }) => {
        stack.clock.set(end);
        return () => renewSubscription(stack.billing, id);
      },
    ],
    [
      'resumed',
      async ({ people, id, end }) => {
        await people.send('PATCH', `/subscriptions/${id}`, { pause_at_period_end: true });
        await people.moveTo(end);
        await people.is(id, 'unpaid');
        return () => people.send('PATCH', `/subscriptions/${id}`, { resume: true });
      },
    ],
    [
      'moved to another product',
      async ({ people, id, other }) =>
        () =>
          people.send('PATCH', `/subscriptions/${id}`, { product_id: other, proration_behavior: 'invoice' }),
    ],
    [
      'charged what it has left at its end',
      async ({ people, id, end, other }) => {
        await people.send('PATCH', `/subscriptions/${id}`, {
          product_id: other,
          proration_behavior: 'prorate',
        });
        await people.send('PATCH', `/subscriptions/${id}`, { cancel_at_period_end: true });
        stack.clock.set(end);
        await endDueSubscriptions(stack.billing);
        return () => billEnded(stack.billing, id);
      },
    ],
    [
      'charged again after a failure',
      async ({ people, id, customerId, end }) => {
        await people.cards(customerId, 'declined');
        await people.moveTo(end);
        await people.is(id, 'past_due');
        const [, order] = await people.orders(id);
        await people.cards(customerId, 'success');
        stack.clock.set(new Date(order.next_payment_attempt_at));
        return () => retryRenewal(stack.billing, order.id);
      },
    ],
  ])('charges nothing for what is being %s when the seller goes', async (_what, begin) => {
    const seller = await makeSeller(stack);
    const { organizationId } = seller;
    const people = subscribersOf(stack, seller);
    const { id, customerId, subscription } = await people.subscribe();
    const { id: other } = await makeProduct(stack, {
      organizationId,
      recurringInterval: 'month',
      price: { priceAmount: 9000 },
    });
    const end = new Date(subscription.current_period_end);
    const charge = await begin({ people, id, customerId, end, other });
    let charging: Promise<unknown> | undefined;
    await stack.db.transaction(async (em) => {
      await markOrganizationEnded(em, organizationId);
      charging = charge().catch((error: unknown) => error);
      await Promise.race([charging, untilSomeoneWaits()]);
    });
    await charging;
    await stack.bus.publish(outboxRow(organizationDeleted, { organizationId }));
    await eventually(async () => {
      const unsettled = `SELECT 1 FROM orders WHERE organization_id = $1 AND status = 'pending'`;
      expect(await rows(unsettled, organizationId)).toEqual([]);
      const alive = `SELECT 1 FROM subscriptions WHERE organization_id = $1 AND ended_at IS NULL`;
      expect(await rows(alive, organizationId)).toEqual([]);
    });
    expect(await people.charged(customerId)).toEqual([]);
  });

  it('applies no more price changes', async () => {
    const seller = await makeSeller(stack);
    const { organizationId } = seller;
    const { id, customerId, product } = await subscribersOf(stack, seller).subscribe();
    await markOrganizationEnded(stack.db.manager, organizationId);
    const change = { id, createdAt: new Date(), productId: product.id, priceIds: [], isNow: true };
    await stack.db.query('UPDATE subscriptions SET pending_update = $2 WHERE id = $1', [id, change]);
    expect(await applyDue(stack.billing)).toBe(0);
    const claims = 'SELECT 1 FROM renewal_claims WHERE subject_id = $1';
    expect(await stack.db.query(claims, [id])).toEqual([]);
    expect(await subscribersOf(stack, seller).charged(customerId)).toEqual([]);
  });

  it('lets nobody in by membership any more', async () => {
    const seller = await makeSeller(stack);
    const { organizationId } = seller;
    const product = await makeProduct(stack, { organizationId });
    await stack.bus.publish(outboxRow(organizationDeleted, { organizationId }));
    await eventually(async () => {
      const reply = await stack.send('GET', `/products/${product.id}`, { as: seller.owner });
      expect(reply.status).toBe(404);
    });
    const token = tokenOf(organizationId, 'products:read');
    await eventually(async () => {
      const reply = await stack.send('GET', `/products/${product.id}`, { as: token });
      expect(reply.body.is_archived).toBe(true);
    });
  });
});
