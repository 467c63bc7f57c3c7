import { subscriptionRevoked } from '@tessera/proto/events/billing';
import { uuidv7 } from 'uuidv7';
import { type BillingStack, makeSeller, type Seller, startBilling } from '../../../test/factories.ts';
import { customerOf } from '../../../test/portal.ts';
import { buy } from '../../../test/purchases.ts';
import { renewAll } from '../../../test/subscribers.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

const day = 86_400;
type Rights = { allowPause?: boolean; cancellationOffer?: object | null };

const sellerWho = (rights: Rights): Promise<Seller> => {
  const subscription = { allowPause: false, cancellationOffer: null, ...rights };
  return makeSeller(stack, { customerPortalSettings: { subscription } as never });
};

/** A customer who pays $10 a month, and how they ask about that. */
const subscriber = async (seller: Seller) => {
  const { order } = await buy(stack, { seller, product: { recurringInterval: 'month' } });
  const as = customerOf(seller, order.customer_id);
  const path = `/customer-portal/subscriptions/${order.subscription_id}`;
  return {
    as,
    path,
    id: order.subscription_id as string,
    change: (body: object, by = as) => stack.send('PATCH', path, { as: by, body }),
    offered: (by = as) => stack.send('GET', `${path}/offer`, { as: by }),
    accept: (by = as) => stack.send('POST', `${path}/offer`, { as: by }),
  };
};

const makeDiscount = async (seller: Seller, more: object = {}) => {
  const { status, body } = await stack.send('POST', '/discounts/', {
    as: seller.owner,
    body: {
      name: 'Stay',
      type: 'percentage',
      basis_points: 2500,
      duration: 'repeating',
      duration_in_months: 3,
      organization_id: seller.organizationId,
      ...more,
    },
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id as string;
};

describe('pausing by the customer', () => {
  it('takes effect with the period, and ends when they want, with a period that begins then', async () => {
    const seller = await sellerWho({ allowPause: true });
    const { change, id } = await subscriber(seller);
    const set = await change({ pause_at_period_end: true });
    expect([set.status, set.body.pause_at_period_end, set.body.resumes_at]).toEqual([200, true, null]);
    const kept = await change({ resume: true });
    expect([kept.status, kept.body.pause_at_period_end]).toEqual([200, false]);
    await change({ pause_at_period_end: true });
    stack.clock.advance(32 * day);
    await renewAll(stack);
    await stack.events.next(subscriptionRevoked, ({ subscriptionId }) => subscriptionId === id);
    const resumed = await change({ resume: true });
    expect(resumed.body).toMatchObject({ status: 'active', paused_at: null });
    expect(new Date(resumed.body.current_period_start)).toEqual(stack.clock.now());
  });

  it('is the seller’s to allow, and nobody else’s to do', async () => {
    const strict = await subscriber(await sellerWho({}));
    for (const body of [{ pause_at_period_end: true }, { resume: true }]) {
      const refused = await strict.change(body);
      expect([body, refused.status, refused.body.error]).toEqual([body, 403, 'NotPermitted']);
    }
    const seller = await sellerWho({ allowPause: true });
    const { change, path } = await subscriber(seller);
    expect((await change({ pause_at_period_end: true }, customerOf(seller, uuidv7()))).status).toBe(404);
    expect((await stack.send('PATCH', path, { as: seller.owner, body: { resume: true } })).status).toBe(401);
    for (const body of [
      { pause_at_period_end: 'soon' },
      { pause_at_period_end: true, resumes_at: 'x' },
      { pause_at_period_end: true, resumes_at: stack.clock.now().toISOString() },
      { resume: false },
    ])
      expect([body, (await change(body)).status]).toEqual([body, 422]);
  });
});

describe('prices that the seller has announced', () => {
  it('come for whoever cancels and stays after all, and are not the customer’s to take back', async () => {
    const { change, id } = await subscriber(await sellerWho({}));
    const announced = { id: uuidv7(), createdAt: stack.clock.now(), priceChangeId: uuidv7(), amount: 1500 };
    await stack.db.query(
      `UPDATE subscriptions SET pending_update = $2::jsonb || jsonb_build_object('productId', product_id) WHERE id = $1`,
      [id, JSON.stringify(announced)],
    );
    const refused = await change({ pending_update: null });
    expect([refused.status, refused.body.error]).toEqual([403, 'NotPermitted']);
    await change({ cancel_at_period_end: true });
    const { body } = await change({ cancel_at_period_end: false });
    expect(body.pending_update).toMatchObject({ price_change_id: announced.priceChangeId, amount: 1500 });
  });
});

describe('an offer to those who are about to cancel', () => {
  it('is a discount, taken once, from the next period on', async () => {
    const seller = await sellerWho({});
    const discountId = await makeDiscount(seller);
    const offering = await sellerWho({ cancellationOffer: { type: 'discount', discountId } });
    // A discount of somebody else is none.
    expect((await (await subscriber(offering)).offered()).body).toEqual({ offer: null });
    await stack.db.query('UPDATE discounts SET organization_id = $1 WHERE id = $2', [
      offering.organizationId,
      discountId,
    ]);
    const { offered, accept, change, id, as } = await subscriber(offering);
    expect((await offered()).body).toEqual({
      offer: {
        type: 'discount',
        discount: {
          name: 'Stay',
          basis_points: 2500,
          amount: null,
          currency: null,
          duration: 'repeating',
          duration_in_months: 3,
        },
        price: 750,
      },
    });
    const stays = await accept();
    expect([stays.status, stays.body.amount, stays.body.cancel_at_period_end]).toEqual([200, 750, false]);
    expect((await offered()).body).toEqual({ offer: null });
    expect((await accept()).status).toBe(404);
    // Not again, once it is taken away.
    await stack.send('PATCH', `/subscriptions/${id}`, { as: offering.owner, body: { discount_id: null } });
    expect((await offered()).body).toEqual({ offer: null });
    expect((await change({ cancel_at_period_end: true })).status).toBe(200);
    const shown = await stack.send('GET', `/customer-portal/organizations/acme-${offering.organizationId}`);
    expect(shown.body.organization.customer_portal_settings.subscription.cancellation_offer).toBeNull();
    expect((await stack.send('GET', '/customer-portal/subscriptions/', { as })).text).not.toContain(
      discountId,
    );
  });

  it('is a discount for one of their subscriptions, also if it is accepted for all at once', async () => {
    const discountId = await makeDiscount(await sellerWho({}), { max_redemptions_per_customer: 3 });
    const offering = await sellerWho({ cancellationOffer: { type: 'discount', discountId } });
    await stack.db.query('UPDATE discounts SET organization_id = $1 WHERE id = $2', [
      offering.organizationId,
      discountId,
    ]);
    const first = await subscriber(offering);
    const all = [first, await subscriber(offering), await subscriber(offering)];
    await stack.db.query(
      `UPDATE subscriptions SET customer_id = (SELECT customer_id FROM subscriptions WHERE id = $1)
       WHERE organization_id = $2`,
      [first.id, offering.organizationId],
    );
    const replies = await Promise.all(all.map(({ accept }) => accept(first.as)));
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toEqual([200]);
  });

  it('is a pause of some months, for what runs and is not ending', async () => {
    const seller = await sellerWho({ cancellationOffer: { type: 'pause', months: 2 } });
    const { offered, accept, change } = await subscriber(seller);
    const { body } = await offered();
    const { body: before } = await change({ cancel_at_period_end: true });
    expect(body.offer.type).toBe('pause');
    expect(new Date(body.offer.resumes_at) > new Date(before.ends_at)).toBe(true);
    expect((await offered()).body).toEqual({ offer: null });
    expect((await accept()).status).toBe(404);
    await change({ cancel_at_period_end: false });
    const stays = await accept();
    expect(stays.body).toMatchObject({ pause_at_period_end: true, resumes_at: body.offer.resumes_at });
    // Whom it was offered may end it.
    expect((await change({ resume: true })).body.pause_at_period_end).toBe(false);
  });

  it('lets nobody pause for longer than it says', async () => {
    const seller = await sellerWho({ cancellationOffer: { type: 'pause', months: 2 } });
    const { offered, accept, change } = await subscriber(seller);
    const refused = async (body: object): Promise<void> => {
      const { status, body: why } = await change(body);
      expect([body, status, why.error]).toEqual([body, 403, 'NotPermitted']);
    };
    await refused({ pause_at_period_end: true });
    const { resumes_at: resumesAt } = (await offered()).body.offer;
    expect((await accept()).status).toBe(200);
    await refused({ pause_at_period_end: true, resumes_at: '2099-01-01T00:00:00Z' });
    await refused({ pause_at_period_end: true, resumes_at: null });
    const ended = await change({ pause_at_period_end: false });
    expect([ended.status, ended.body.pause_at_period_end, ended.body.resumes_at]).toEqual([200, false, null]);
    expect((await offered()).body.offer.resumes_at).toBe(resumesAt);
  });

  it('is for the customer alone', async () => {
    const seller = await sellerWho({ cancellationOffer: { type: 'pause', months: 1 } });
    const { offered, accept } = await subscriber(seller);
    const other = customerOf(seller, uuidv7());
    expect([(await offered(other)).status, (await accept(other)).status]).toEqual([404, 404]);
  });
});
