import { subscriptionUpdated } from '@tessera/proto/events/billing';
import {
  type BillingStack,
  makeDiscount,
  makeProduct,
  makeSeller,
  startBilling,
  tokenOf,
} from '../../test/factories.ts';
import { buy } from '../../test/purchases.ts';
import { revokeSubscription } from './revoke.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

const subscribe = async (body: object = {}) => {
  const seller = await makeSeller(stack);
  const { order } = await buy(stack, { seller, product: { recurringInterval: 'month' }, body });
  const path = `/subscriptions/${order.subscription_id}`;
  return {
    seller,
    order,
    path,
    organizationId: seller.organizationId,
    give: (discount_id: string | null) =>
      stack.send('PATCH', path, { as: seller.owner, body: { discount_id } }),
  };
};

describe('PATCH /v1/subscriptions/{id} with a discount', () => {
  it('takes it off the amount, redeems it, tells partners, and takes it away again', async () => {
    const { organizationId, give, order, seller } = await subscribe();
    const discount = await makeDiscount(stack, { organizationId, maxRedemptions: 1, duration: 'forever' });
    const given = await give(discount.id);
    expect([given.status, given.body.amount, given.body.discount_id]).toEqual([200, 800, discount.id]);
    expect(given.body.discount).toMatchObject({ id: discount.id, redemptions_count: 1 });
    const { snapshot } = await stack.events.next(subscriptionUpdated);
    expect(JSON.parse(snapshot)).toMatchObject({ id: order.subscription_id, amount: 800 });

    const again = await give(discount.id);
    expect([again.status, again.body.detail[0].loc]).toEqual([422, ['body', 'discount_id']]);
    const removed = await give(null);
    expect([removed.body.amount, removed.body.discount, removed.body.discount_id]).toEqual([
      1000,
      null,
      null,
    ]);
    // It was redeemed, whatever has become of it.
    expect((await give(discount.id)).status).toBe(422);
    const shown = await stack.send('GET', `/discounts/${discount.id}`, { as: seller.owner });
    expect(shown.body.redemptions_count).toBe(1);
  });

  it('takes the place of the discount that came with the checkout', async () => {
    const seller = await makeSeller(stack);
    const { organizationId } = seller;
    const first = await makeDiscount(stack, { organizationId, basisPoints: 5000 });
    const second = await makeDiscount(stack, { organizationId, basisPoints: 1000 });
    const { order } = await buy(stack, {
      seller,
      product: { recurringInterval: 'month' },
      body: { discount_id: first.id },
    });
    const { body } = await stack.send('PATCH', `/subscriptions/${order.subscription_id}`, {
      as: seller.owner,
      body: { discount_id: second.id },
    });
    expect([body.amount, body.discount_id]).toEqual([900, second.id]);
  });

  it('is refused for what does not exist, is not for the product or is over, and for whoever may not', async () => {
    const { organizationId, give, path, seller } = await subscribe();
    const stranger = await makeSeller(stack);
    const other = await makeProduct(stack, { organizationId });
    const forOther = await stack.send('POST', '/discounts/', {
      as: seller.owner,
      body: {
        type: 'percentage',
        basis_points: 1,
        duration: 'once',
        name: 'Other',
        products: [other.id],
        organization_id: organizationId,
      },
    });
    const past = new Date(stack.clock.now().getTime() - 1);
    for (const id of [
      forOther.body.id,
      (await makeDiscount(stack, { organizationId, endsAt: past })).id,
      (await makeDiscount(stack, { organizationId: stranger.organizationId })).id,
    ])
      expect((await give(id)).status).toBe(422);
    const { id } = await makeDiscount(stack, { organizationId });
    const body = { discount_id: id };
    expect((await stack.send('PATCH', path, { as: stranger.owner, body })).status).toBe(404);
    expect((await stack.send('PATCH', path, { as: seller.member, body })).status).toBe(403);
    const reader = tokenOf(organizationId, 'subscriptions:read');
    expect((await stack.send('PATCH', path, { as: reader, body })).status).toBe(403);
  });

  it('is refused once the subscription has ended, and nothing is redeemed', async () => {
    const { organizationId, give, order } = await subscribe();
    const discount = await makeDiscount(stack, { organizationId });
    await stack.db.transaction((em) =>
      revokeSubscription(em, order.subscription_id, { now: stack.clock.now() }),
    );
    const { status, body } = await give(discount.id);
    expect([status, body.error]).toEqual([403, 'AlreadyCanceledSubscription']);
    expect(
      await stack.db.query('SELECT 1 FROM discount_redemptions WHERE discount_id = $1', [discount.id]),
    ).toEqual([]);
  });
});
