/** The contract's own client, unmodified, against subscriptions: every kind of change, every filter and order, values compared. */
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js';
import { eventually } from '@tessera/kit/test/eventually';
import {
  type BillingStack,
  makeBenefit,
  makeDiscount,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../test/factories.ts';
import { polarAs } from '../test/polar.ts';
import { subscribersOf } from '../test/subscribers.ts';

let stack: BillingStack;
let seller: Seller;
let people: ReturnType<typeof subscribersOf>;
beforeAll(async () => {
  stack = await startBilling();
});
beforeEach(async () => {
  seller = await makeSeller(stack);
  people = subscribersOf(stack, seller);
  stack.clock.set(new Date('2026-04-01T00:00:00.000Z'));
});
afterAll(() => stack.stop());

const client = (...scopes: string[]) =>
  polarAs(
    stack,
    tokenOf(
      seller.organizationId,
      ...(scopes.length > 0 ? scopes : ['subscriptions:write', 'benefits:read', 'customers:read']),
    ),
  );
const offer = (priceAmount: number, name = 'Better') =>
  makeProduct(stack, {
    organizationId: seller.organizationId,
    name,
    recurringInterval: 'month',
    price: { priceAmount },
  });

describe('the client’s subscription', () => {
  it('is read with every value', async () => {
    const benefit = await makeBenefit(stack, { organizationId: seller.organizationId });
    const sold = await people.subscribe({ name: 'Plan', benefits: [benefit], metadata: { tier: 'gold' } });
    const polar = await client();
    const [price] = sold.product.prices;
    expect(await polar.subscriptions.get({ id: sold.id })).toMatchObject({
      id: sold.id,
      createdAt: new Date('2026-04-01T00:00:00.000Z'),
      modifiedAt: null,
      amount: 1000,
      currency: 'usd',
      recurringInterval: 'month',
      status: 'active',
      currentPeriodStart: new Date('2026-04-01T00:00:00.000Z'),
      currentPeriodEnd: new Date('2026-05-01T00:00:00.000Z'),
      cancelAtPeriodEnd: false,
      canceledAt: null,
      startedAt: new Date('2026-04-01T00:00:00.000Z'),
      endsAt: null,
      endedAt: null,
      customerId: sold.customerId,
      productId: sold.product.id,
      discountId: null,
      checkoutId: sold.order.checkout_id,
      customerCancellationReason: null,
      customerCancellationComment: null,
      metadata: {},
      customFieldData: {},
      customer: { id: sold.customerId, name: 'Grace Customer' },
      product: {
        id: sold.product.id,
        name: 'Plan',
        metadata: { tier: 'gold' },
        benefits: [{ id: benefit.id, type: 'custom' }],
        prices: [{ id: price?.id, amountType: 'fixed', priceAmount: 1000 }],
      },
      discount: null,
      prices: [{ id: price?.id, type: 'recurring', amountType: 'fixed', priceAmount: 1000 }],
      meters: [],
    });
  });

  it('goes over to another product, now and in the invoice that comes', async () => {
    const { id, customerId } = await people.subscribe();
    const [now, later] = await Promise.all([offer(3000), offer(5000, 'Best')]);
    stack.clock.set(new Date('2026-04-16T00:00:00.000Z'));
    const polar = await client();
    const invoiced = await polar.subscriptions.update({
      id,
      subscriptionUpdate: { productId: now.id, prorationBehavior: 'invoice' },
    });
    expect(invoiced).toMatchObject({
      productId: now.id,
      amount: 3000,
      product: { name: 'Better' },
      modifiedAt: new Date('2026-04-16T00:00:00.000Z'),
      currentPeriodEnd: new Date('2026-05-01T00:00:00.000Z'),
    });
    expect(await people.charged(customerId)).toEqual([1000]);
    const prorated = await polar.subscriptions.update({
      id,
      subscriptionUpdate: { productId: later.id, prorationBehavior: 'prorate' },
    });
    expect(prorated).toMatchObject({ productId: later.id, amount: 5000, prices: [{ priceAmount: 5000 }] });
    expect(await people.charged(customerId)).toEqual([1000]);
    await people.moveTo('2026-05-01T00:00:00.000Z');
    await people.ordered(id, 3);
    // 50.00 for May, and 10.00 for what was left of April.
    expect(await people.charged(customerId)).toEqual([1000, 6000]);
  });

  it('is set to end with a reason, kept, and ended', async () => {
    const { id } = await people.subscribe();
    const polar = await client();
    const ending = await polar.subscriptions.update({
      id,
      subscriptionUpdate: {
        cancelAtPeriodEnd: true,
        customerCancellationReason: 'too_expensive',
        customerCancellationComment: 'Sorry',
      },
    });
    expect(ending).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: true,
      canceledAt: new Date('2026-04-01T00:00:00.000Z'),
      endsAt: new Date('2026-05-01T00:00:00.000Z'),
      endedAt: null,
      customerCancellationReason: 'too_expensive',
      customerCancellationComment: 'Sorry',
    });
    const kept = await polar.subscriptions.update({ id, subscriptionUpdate: { cancelAtPeriodEnd: false } });
    expect(kept).toMatchObject({
      cancelAtPeriodEnd: false,
      canceledAt: null,
      endsAt: null,
      customerCancellationReason: null,
      customerCancellationComment: null,
    });
    const ended = await polar.subscriptions.update({
      id,
      subscriptionUpdate: { revoke: true, customerCancellationReason: 'unused' },
    });
    expect(ended).toMatchObject({
      status: 'canceled',
      endedAt: new Date('2026-04-01T00:00:00.000Z'),
      endsAt: new Date('2026-04-01T00:00:00.000Z'),
      customerCancellationReason: 'unused',
    });
    const again = polar.subscriptions.update({ id, subscriptionUpdate: { cancelAtPeriodEnd: true } });
    await expect(again).rejects.toMatchObject({ error: 'AlreadyCanceledSubscription' });
    await expect(polar.subscriptions.revoke({ id })).rejects.toMatchObject({
      error: 'AlreadyCanceledSubscription',
    });
  });

  it('is somebody else’s for everybody else', async () => {
    const { id } = await people.subscribe();
    const stranger = await makeSeller(stack);
    const polar = await polarAs(stack, tokenOf(stranger.organizationId, 'subscriptions:write'));
    await expect(polar.subscriptions.get({ id })).rejects.toBeInstanceOf(ResourceNotFound);
    await expect(
      polar.subscriptions.update({ id, subscriptionUpdate: { revoke: true } }),
    ).rejects.toBeInstanceOf(ResourceNotFound);
    expect((await polar.subscriptions.list({})).result.items).toEqual([]);
  });
});

describe('the client’s list of subscriptions', () => {
  const three = async () => {
    const discount = await makeDiscount(stack, {
      organizationId: seller.organizationId,
      name: 'Half',
      duration: 'forever',
      basisPoints: 5000,
    });
    const cheap = await people.subscribe({ name: 'A cheap one', price: { priceAmount: 500 } });
    stack.clock.set(new Date('2026-04-02T00:00:00.000Z'));
    const dear = await people.subscribe({ name: 'C dear one', price: { priceAmount: 9000 } });
    stack.clock.set(new Date('2026-04-03T00:00:00.000Z'));
    const halved = await people.subscribe(
      { name: 'B halved one', price: { priceAmount: 4000 } },
      { body: { discount_id: discount.id } },
    );
    await people.send('DELETE', `/subscriptions/${cheap.id}`);
    return { cheap, dear, halved, discount };
  };
  type Sorting =
    | 'started_at'
    | 'amount'
    | 'product'
    | 'status'
    | 'current_period_end'
    | 'customer'
    | 'discount';

  it('is filtered and sorted as it is asked', async () => {
    const { cheap, dear, halved, discount } = await three();
    const polar = await client();
    const ids = async (request: Parameters<typeof polar.subscriptions.list>[0]) => {
      const { result } = await polar.subscriptions.list(request);
      expect(result.pagination.totalCount).toBe(result.items.length);
      return result.items.map((item) => item.id);
    };
    expect(await ids({})).toEqual([halved.id, dear.id, cheap.id]);
    expect(await ids({ active: true })).toEqual([halved.id, dear.id]);
    expect(await ids({ active: false })).toEqual([cheap.id]);
    expect(await ids({ productId: dear.product.id })).toEqual([dear.id]);
    expect(await ids({ productId: [dear.product.id, cheap.product.id] })).toEqual([dear.id, cheap.id]);
    expect(await ids({ customerId: halved.customerId })).toEqual([halved.id]);
    expect(await ids({ discountId: discount.id })).toEqual([halved.id]);
    expect(await ids({ organizationId: seller.organizationId })).toHaveLength(3);
    const sorted: [Sorting, string[]][] = [
      ['started_at', [cheap.id, dear.id, halved.id]],
      ['amount', [cheap.id, halved.id, dear.id]],
      ['product', [cheap.id, halved.id, dear.id]],
      ['current_period_end', [cheap.id, dear.id, halved.id]],
    ];
    for (const [sorting, order] of sorted) {
      expect([sorting, await ids({ sorting: [sorting] })]).toEqual([sorting, order]);
      expect([sorting, await ids({ sorting: [`-${sorting}`] })]).toEqual([sorting, order.toReversed()]);
    }
    for (const sorting of ['status', 'customer', 'discount'] as const)
      expect((await ids({ sorting: [sorting] })).toSorted()).toEqual(
        [cheap.id, dear.id, halved.id].toSorted(),
      );
  });

  it('is exported as it is listed', async () => {
    const { dear } = await three();
    const polar = await client('subscriptions:read');
    const file = String(await polar.subscriptions.export({ organizationId: seller.organizationId }));
    const rows = file.trim().split(/\r?\n/);
    expect(rows).toHaveLength(4);
    expect(rows.find((row) => row.includes(dear.id))).toMatch(/C dear one.*90\.00|90\.00.*C dear one/);
  });

  it('needs the scope', async () => {
    const polar = await client('products:read');
    await expect(polar.subscriptions.list({})).rejects.toMatchObject({ statusCode: 403 });
  });
});

describe('grants of a subscription', () => {
  it('are listed with the benefit, its customer and its state', async () => {
    const benefit = await makeBenefit(stack, { organizationId: seller.organizationId });
    const sold = await people.subscribe({ benefits: [benefit] });
    const polar = await client();
    const grant = await eventually(async () => {
      const { result } = await polar.benefits.grants({ id: benefit.id });
      expect(result.items).toHaveLength(1);
      return result.items[0];
    });
    expect(grant).toMatchObject({
      benefitId: benefit.id,
      customerId: sold.customerId,
      subscriptionId: sold.id,
      orderId: null,
      isGranted: true,
      isRevoked: false,
      revokedAt: null,
    });
    await people.send('DELETE', `/subscriptions/${sold.id}`);
    await eventually(async () => {
      const { result } = await polar.benefits.grants({ id: benefit.id, isGranted: false });
      expect(result.items).toMatchObject([{ isGranted: false, isRevoked: true }]);
    });
    expect((await polar.benefits.grants({ id: benefit.id, isGranted: true })).result.items).toEqual([]);
  });
});
