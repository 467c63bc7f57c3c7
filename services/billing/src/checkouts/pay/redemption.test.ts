import { insist } from '@tessera/kit/test/client';
import { eventually } from '@tessera/kit/test/eventually';
import { type BillingStack, makeDiscount, makeSeller, startBilling } from '../../../test/factories.ts';
import { buy, confirm, details, freshEmail, openCheckout, untilStatus } from '../../../test/purchases.ts';
import { sandboxPlace } from '../../payments/sandbox/rules.ts';
import { takePaymentEvent } from '../../payments/settlement.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

const redemptionsOf = async (discountId: string): Promise<number> =>
  (
    (await stack.db.query('SELECT 1 FROM discount_redemptions WHERE discount_id = $1', [
      discountId,
    ])) as unknown[]
  ).length;
const shop = async (values: Partial<Parameters<typeof makeDiscount>[1]> = {}) => {
  const seller = await makeSeller(stack);
  const discount = await makeDiscount(stack, { organizationId: seller.organizationId, ...values });
  const shown = async () =>
    (await stack.send('GET', `/discounts/${discount.id}`, { as: seller.owner })).body.redemptions_count;
  return { seller, discount, shown, body: { discount_id: discount.id } };
};

describe('a redemption', () => {
  it('is taken at the confirmation, and told with the order and the subscription', async () => {
    const { seller, discount, shown, body } = await shop({ duration: 'repeating', durationInMonths: 3 });
    const { checkout, path } = await openCheckout(stack, {
      seller,
      body,
      product: { recurringInterval: 'month' },
    });
    expect(await shown()).toBe(0);
    const email = freshEmail();
    expect((await confirm(stack, path, details(email))).status).toBe(200);
    expect(await shown()).toBe(1);
    await untilStatus(stack, path, 'succeeded');
    const { body: orders } = await stack.send('GET', `/orders/?discount_id=${discount.id}`, {
      as: seller.owner,
    });
    expect(orders.items).toMatchObject([
      {
        checkout_id: checkout.id,
        subtotal_amount: 1000,
        discount_amount: 200,
        net_amount: 800,
        total_amount: 800,
        discount_id: discount.id,
        discount: { id: discount.id, duration: 'repeating', duration_in_months: 3, basis_points: 2000 },
        items: [{ amount: 1000 }],
      },
    ]);
    const [order] = orders.items;
    const { body: subscription } = await stack.send('GET', `/subscriptions/${order.subscription_id}`, {
      as: seller.owner,
    });
    expect(subscription).toMatchObject({
      amount: 800,
      discount_id: discount.id,
      discount: { id: discount.id },
    });
    expect(
      await stack.db.query('SELECT subtotal_amount, discount_applied_at FROM subscriptions WHERE id = $1', [
        subscription.id,
      ]),
    ).toEqual([{ subtotal_amount: 1000, discount_applied_at: stack.clock.now() }]);
    const { body: state } = await stack.send('GET', `/customers/${order.customer_id}/state`, {
      as: seller.owner,
    });
    expect(state.active_subscriptions).toMatchObject([{ amount: 800, discount_id: discount.id }]);
    const [redemption] = await stack.db.query('SELECT * FROM discount_redemptions WHERE discount_id = $1', [
      discount.id,
    ]);
    expect(redemption).toMatchObject({
      checkout_id: checkout.id,
      customer_id: order.customer_id,
      subscription_id: subscription.id,
      customer_email: email,
    });
  });

  it('is given back when the payment is declined, at once or later, and taken again', async () => {
    const { seller, shown, body } = await shop({ maxRedemptions: 1 });
    const { path } = await openCheckout(stack, { seller, body });
    expect((await confirm(stack, path, { confirmation_token_id: 'tok_declined' })).status).toBe(400);
    expect(await shown()).toBe(0);
    expect((await confirm(stack, path, { confirmation_token_id: 'tok_fails_later' })).status).toBe(200);
    await eventually(async () => expect((await stack.send('GET', path)).body.status).toBe('open'));
    expect(await shown()).toBe(0);
    expect((await confirm(stack, path)).status).toBe(200);
    await untilStatus(stack, path, 'succeeded');
    expect(await shown()).toBe(1);
  });

  it('is refused once all are taken or the time is over, and the checkout stays open without it', async () => {
    const { seller, body, discount } = await shop({ maxRedemptions: 1 });
    const late = await openCheckout(stack, { seller, body });
    await buy(stack, { seller, body });
    const refused = await confirm(stack, late.path);
    expect([refused.status, refused.body.detail[0].msg]).toEqual([422, 'Discount is no longer redeemable.']);
    expect((await stack.send('GET', late.path)).body.status).toBe('open');
    expect((await confirm(stack, late.path, { discount_code: null })).status).toBe(200);
    expect(await redemptionsOf(discount.id)).toBe(1);

    const soon = await shop({ endsAt: new Date(stack.clock.now().getTime() + 1000) });
    const open = await openCheckout(stack, { seller: soon.seller, body: soon.body });
    await stack.send('PATCH', `/discounts/${soon.discount.id}`, {
      as: soon.seller.owner,
      body: { ends_at: '2020-01-01T00:00:00Z' },
    });
    expect((await confirm(stack, open.path)).status).toBe(422);
  });

  it('of a discount that was deleted meanwhile is still good where it was applied', async () => {
    const { seller, body, discount } = await shop();
    const { path } = await openCheckout(stack, { seller, body });
    await stack.send('DELETE', `/discounts/${discount.id}`, { as: seller.owner });
    expect((await confirm(stack, path)).status).toBe(200);
    const settled = await untilStatus(stack, path, 'succeeded');
    expect(settled).toMatchObject({ total_amount: 800, discount: { id: discount.id } });
  });

  it('is for what the discount takes off now, when the seller has changed it', async () => {
    const { seller, body, discount } = await shop();
    const { path } = await openCheckout(stack, { seller, body });
    await stack.send('PATCH', `/discounts/${discount.id}`, {
      as: seller.owner,
      body: { basis_points: 5000 },
    });
    expect((await confirm(stack, path)).body.total_amount).toBe(500);
  });

  it('is limited by customer, whoever they are called and whoever named them', async () => {
    const { seller, body, shown } = await shop({ maxRedemptionsPerCustomer: 1 });
    const first = await buy(stack, { seller, body });
    const again = await openCheckout(stack, { seller, body });
    const refused = await confirm(stack, again.path, { customer_email: first.email.toUpperCase() });
    expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', 'discount_id']]);
    await stack.send('PATCH', `/customers/${first.order.customer_id}`, {
      as: seller.owner,
      body: { email: freshEmail() },
    });
    const named = await openCheckout(stack, {
      seller,
      body: { ...body, customer_id: first.order.customer_id },
    });
    const { status } = await stack.send('POST', `${named.path}/confirm`, {
      body: { ...details(''), customer_email: undefined, confirmation_token_id: 'tok_success' },
    });
    expect(status).toBe(422);
    expect((await confirm(stack, again.path)).status).toBe(200);
    expect(await shown()).toBe(2);
  });
});

describe('many who confirm at once', () => {
  it('get as many redemptions as there are, and no more', async () => {
    const { seller, body, discount, shown } = await shop({ maxRedemptions: 10 });
    const opened = await openCheckout(stack, { seller, body });
    const paths = [opened.path];
    while (paths.length < 200) {
      const { body: more } = await stack.send('POST', '/checkouts/', {
        as: seller.owner,
        body: { products: [opened.product.id], ...body },
      });
      paths.push(`/checkouts/client/${more.client_secret}`);
    }
    const replies = await Promise.all(paths.map((path) => insist(() => confirm(stack, path))));
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 422)).toHaveLength(190);
    expect([await redemptionsOf(discount.id), await shown()]).toEqual([10, 10]);
    await eventually(async () => {
      const { body: orders } = await stack.send('GET', `/orders/?discount_id=${discount.id}`, {
        as: seller.owner,
      });
      expect(orders.pagination.total_count).toBe(10);
    });
  }, 120_000);
});

describe('a payment that succeeds late', () => {
  const lateFor = async (maxRedemptions: number) => {
    const { seller, body, discount } = await shop({ maxRedemptions });
    const { checkout, path } = await openCheckout(stack, { seller, body });
    expect((await confirm(stack, path, { confirmation_token_id: 'tok_declined' })).status).toBe(400);
    const [payment] = await stack.db.query('SELECT id, processor_id FROM payments WHERE checkout_id = $1', [
      checkout.id,
    ]);
    const succeed = () =>
      takePaymentEvent(stack.billing, {
        place: sandboxPlace,
        paymentId: payment.id,
        processorId: payment.processor_id,
        status: 'succeeded',
        methodId: null,
        message: null,
      });
    return { seller, body, discount, path, checkout, succeed };
  };

  it('takes the redemption again', async () => {
    const { path, discount, succeed } = await lateFor(1);
    await succeed();
    await untilStatus(stack, path, 'succeeded');
    expect(await redemptionsOf(discount.id)).toBe(1);
    await succeed();
    expect(await redemptionsOf(discount.id)).toBe(1);
  });

  it('goes back when somebody else has taken the last one', async () => {
    const { seller, body, path, checkout, discount, succeed } = await lateFor(1);
    await buy(stack, { seller, body });
    await succeed();
    expect((await stack.send('GET', path)).body.status).toBe('open');
    const [payment] = await stack.db.query('SELECT refund_status FROM payments WHERE checkout_id = $1', [
      checkout.id,
    ]);
    expect(payment.refund_status).not.toBeNull();
    expect(await redemptionsOf(discount.id)).toBe(1);
  });
});
