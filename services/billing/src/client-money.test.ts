/** The contract's own client, unmodified, against orders, payments and refunds: each operation, value by value. */
import type { Polar } from '@polar-sh/sdk';
import { type BillingStack, makeSeller, type Seller, startBilling, tokenOf } from '../test/factories.ts';
import { polarAs } from '../test/polar.ts';
import { buy, confirm, details, freshEmail, makePaper, openCheckout } from '../test/purchases.ts';

let stack: BillingStack;
let seller: Seller;
let polar: Polar;
beforeAll(async () => {
  stack = await startBilling();
});
beforeEach(async () => {
  seller = await makeSeller(stack);
  const scopes = ['orders:read', 'orders:write', 'payments:read', 'refunds:read', 'refunds:write'];
  polar = await polarAs(stack, tokenOf(seller.organizationId, ...scopes));
});
afterAll(() => stack.stop());

/** A sale of 30.00 euros. */
const sell = () =>
  buy(stack, {
    seller,
    product: { name: 'Course', price: { priceAmount: 3000, priceCurrency: 'eur' } },
    body: { metadata: { campaign: 'spring' } },
  });

describe('the client’s orders', () => {
  it('are read, listed by each filter, changed and invoiced', async () => {
    const { order: raw, product, checkout, email } = await sell();
    const order = await polar.orders.get({ id: raw.id });
    expect(order).toMatchObject({
      id: raw.id,
      createdAt: new Date(raw.created_at),
      status: 'paid',
      paid: true,
      currency: 'eur',
      subtotalAmount: 3000,
      discountAmount: 0,
      netAmount: 3000,
      taxAmount: 0,
      totalAmount: 3000,
      refundedAmount: 0,
      refundedTaxAmount: 0,
      billingReason: 'purchase',
      billingName: 'Grace Customer',
      billingAddress: { country: 'FR' },
      isInvoiceGenerated: false,
      metadata: { campaign: 'spring' },
      customerId: raw.customer_id,
      productId: product.id,
      checkoutId: checkout.id,
      discountId: null,
      subscriptionId: null,
      customer: { id: raw.customer_id, email },
      product: { id: product.id, name: 'Course' },
      items: [{ label: 'Course', amount: 3000, taxAmount: 0, proration: false }],
    });
    await sell();
    const ids = async (query: Parameters<Polar['orders']['list']>[0]) =>
      (await polar.orders.list(query)).result.items.map(({ id }) => id);
    expect(await ids({ productId: product.id })).toEqual([order.id]);
    expect(await ids({ checkoutId: checkout.id })).toEqual([order.id]);
    expect(await ids({ customerId: order.customerId })).toEqual([order.id]);
    expect(await ids({ productBillingType: 'recurring' })).toEqual([]);
    expect(await ids({ sorting: ['created_at'], limit: 1 })).toEqual([order.id]);
    const changed = await polar.orders.update({
      id: order.id,
      orderUpdate: {
        billingName: 'Zoë Çelik',
        billingAddress: { country: 'FR', line1: '12 rue de l’Élysée', postalCode: '75008', city: 'Paris' },
      },
    });
    expect(changed).toMatchObject({ billingName: 'Zoë Çelik', billingAddress: { city: 'Paris' } });
    await polar.orders.generateInvoice({ id: order.id });
    await makePaper(stack, `/orders/${order.id}/invoice`, seller.owner).catch(() => undefined);
    expect((await polar.orders.invoice({ id: order.id })).url).toContain('http');
    expect((await polar.orders.get({ id: order.id })).isInvoiceGenerated).toBe(true);
  });
});

describe('the client’s payments', () => {
  it('are read and listed by each filter, with why they failed', async () => {
    const { order, checkout, email } = await sell();
    const declined = await openCheckout(stack, { seller });
    const other = freshEmail();
    await confirm(stack, declined.path, { ...details(other), confirmation_token_id: 'tok_declined' });
    const list = async (query: Parameters<Polar['payments']['list']>[0]) =>
      (await polar.payments.list(query)).result.items;
    const [paid] = await list({ checkoutId: checkout.id });
    expect(paid).toMatchObject({
      status: 'succeeded',
      amount: 3000,
      currency: 'eur',
      method: 'card',
      declineReason: null,
      declineMessage: null,
      organizationId: seller.organizationId,
      checkoutId: checkout.id,
      orderId: order.id,
    });
    expect(await polar.payments.get({ id: paid?.id ?? '' })).toEqual(paid);
    const [failed] = await list({ status: 'failed' });
    expect(failed).toMatchObject({ status: 'failed', amount: 1000, currency: 'usd', orderId: null });
    expect(failed?.declineReason).toEqual(expect.any(String));
    expect(await list({ customerEmail: email })).toEqual([paid]);
    expect(await list({ orderId: order.id })).toEqual([paid]);
    expect(await list({ method: 'card', sorting: ['-amount'] })).toEqual([paid, failed]);
    expect(await list({ sorting: ['amount'] })).toEqual([failed, paid]);
  });
});

describe('the client’s refunds', () => {
  it('are made in part, listed by each filter, and change their order', async () => {
    const { order } = await sell();
    const made = await polar.refunds.create({
      orderId: order.id,
      reason: 'customer_request',
      amount: 1200,
      comment: 'Half of it',
      metadata: { ticket: 42 },
    });
    expect(made).toMatchObject({
      status: 'succeeded',
      reason: 'customer_request',
      amount: 1200,
      taxAmount: 0,
      currency: 'eur',
      organizationId: seller.organizationId,
      orderId: order.id,
      subscriptionId: null,
      customerId: order.customer_id,
      revokeBenefits: false,
      metadata: { ticket: 42 },
    });
    const list = async (query: Parameters<Polar['refunds']['list']>[0]) =>
      (await polar.refunds.list(query)).result.items;
    for (const query of [
      { orderId: order.id },
      { customerId: order.customer_id },
      { succeeded: true },
      { sorting: ['-amount' as const] },
    ])
      expect(await list(query)).toEqual([made]);
    expect(await list({ succeeded: false })).toEqual([]);
    expect(await polar.orders.get({ id: order.id })).toMatchObject({
      status: 'partially_refunded',
      refundedAmount: 1200,
    });
    await expect(
      polar.refunds.create({ orderId: order.id, reason: 'other', amount: 1801 }),
    ).rejects.toMatchObject({ name: 'RefundAmountTooHigh' });
    await polar.refunds.create({ orderId: order.id, reason: 'other', amount: 1800 });
    await expect(
      polar.refunds.create({ orderId: order.id, reason: 'other', amount: 1 }),
    ).rejects.toMatchObject({ name: 'RefundedAlready' });
  });
});
