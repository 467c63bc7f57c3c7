/** The unmodified client of the billing contract, against this service as it runs. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Polar } from '@polar-sh/sdk';
import { type PassportClaims, passportHeader } from '@tessera/proto/api/passport';
import { benefitGrantCreated } from '@tessera/proto/events/billing';
import {
  type BillingStack,
  makeBenefit,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../test/factories.ts';
import { buy, freshEmail, untilStatus } from '../test/purchases.ts';

let stack: BillingStack;
let seller: Seller;
let polar: Polar;
let gateway: ReturnType<typeof createServer>;
const address = { country: 'FR' };

const allScopes = [
  'checkouts:read',
  'checkouts:write',
  'orders:read',
  'orders:write',
  'subscriptions:read',
  'subscriptions:write',
  'benefits:read',
  'products:read',
  'customers:read',
];

/** Puts a passport on what the client sends, as the gateway does for an access token. */
const startGateway = async (target: string, claims: PassportClaims): Promise<string> => {
  gateway = createServer((req, res) => {
    const forward = async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of req) chunks.push(chunk as Buffer);
      const headers = { 'content-type': 'application/json', [passportHeader]: await stack.passport(claims) };
      const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
      const answer = await fetch(target + (req.url ?? ''), { method: req.method ?? 'GET', headers, ...body });
      res.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
      res.end(Buffer.from(await answer.arrayBuffer()));
    };
    void forward();
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
};

beforeAll(async () => {
  stack = await startBilling();
  seller = await makeSeller(stack);
  const url = await startGateway(stack.url, tokenOf(seller.organizationId, ...allScopes));
  polar = new Polar({ serverURL: `${url}/api/billing`, accessToken: 'tessera_oat_test' });
});
afterAll(async () => {
  gateway.closeAllConnections();
  gateway.close();
  await stack.stop();
});

describe('the contract’s client', () => {
  it('takes a checkout from its creation to a subscription with a granted benefit', async () => {
    const benefit = await makeBenefit(stack, { organizationId: seller.organizationId });
    const product = await makeProduct(stack, {
      organizationId: seller.organizationId,
      recurringInterval: 'month',
      benefits: [benefit],
    });
    const created = await polar.checkouts.create({
      products: [product.id],
      successUrl: 'https://shop.example/thanks?c={CHECKOUT_ID}',
      metadata: { plan: 'pro', seats: 3, isTrial: false },
    });
    expect(created.successUrl).toBe(`https://shop.example/thanks?c=${created.id}`);
    expect(created.metadata).toEqual({ plan: 'pro', seats: 3, isTrial: false });
    const { clientSecret } = created;
    const seen = await polar.checkouts.clientGet({ clientSecret });
    expect(seen.organization.id).toBe(seller.organizationId);
    expect(seen.product.benefits.map(({ id }) => id)).toEqual([benefit.id]);
    const email = freshEmail();
    const updated = await polar.checkouts.clientUpdate({
      clientSecret,
      checkoutUpdatePublic: { customerEmail: email, customerName: 'Grace' },
    });
    expect(updated.customerEmail).toBe(email);
    const confirmed = await polar.checkouts.clientConfirm({
      clientSecret,
      checkoutConfirmStripe: { confirmationTokenId: 'tok_success', customerBillingAddress: address },
    });
    expect(confirmed.status).toBe('confirmed');
    expect(confirmed.customerSessionToken).toMatch(/^tessera_cst_/);
    await untilStatus(stack, `/checkouts/client/${clientSecret}`, 'succeeded');
    const checkout = await polar.checkouts.get({ id: created.id });
    expect(checkout.status).toBe('succeeded');
    const orders = await polar.orders.list({ checkoutId: created.id, productBillingType: 'recurring' });
    const [order] = orders.result.items;
    expect(order).toMatchObject({
      paid: true,
      status: 'paid',
      billingReason: 'subscription_create',
      metadata: { plan: 'pro' },
    });
    expect((await polar.orders.get({ id: order?.id ?? '' })).items).toMatchObject([
      { amount: 1000, label: product.name },
    ]);
    const subscriptions = await polar.subscriptions.list({
      customerId: order?.customerId ?? '',
      active: true,
    });
    const [subscription] = subscriptions.result.items;
    expect(subscription).toMatchObject({ status: 'active', checkoutId: created.id });
    expect((await polar.subscriptions.get({ id: subscription?.id ?? '' })).prices).toHaveLength(1);
    await stack.events.next(benefitGrantCreated, ({ benefitId }) => benefitId === benefit.id);
    const grants = await polar.benefits.grants({ id: benefit.id, isGranted: true });
    expect(grants.result.items).toMatchObject([
      { isGranted: true, subscriptionId: subscription?.id, orderId: null },
    ]);
  });

  it('lists checkouts page by page', async () => {
    const product = await makeProduct(stack, { organizationId: seller.organizationId });
    const ids: string[] = [];
    for (let made = 0; made < 3; made += 1)
      ids.unshift((await polar.checkouts.create({ products: [product.id] })).id);
    const seen: string[] = [];
    for await (const page of await polar.checkouts.list({
      productId: product.id,
      limit: 2,
      sorting: ['-created_at'],
    }))
      seen.push(...page.result.items.map(({ id }) => id));
    expect(seen.toSorted()).toEqual(ids.toSorted());
  });

  it('reads each declared failure as such', async () => {
    const { checkout, path } = await buy(stack, { seller });
    const { clientSecret } = { clientSecret: String(checkout.client_secret) };
    expect(path).toContain(clientSecret);
    const again = polar.checkouts.clientConfirm({ clientSecret, checkoutConfirmStripe: {} });
    await expect(again).rejects.toMatchObject({ name: 'NotOpenCheckout' });
    const product = await makeProduct(stack, { organizationId: seller.organizationId });
    const open = await polar.checkouts.create({ products: [product.id] });
    const declined = polar.checkouts.clientConfirm({
      clientSecret: open.clientSecret,
      checkoutConfirmStripe: {
        confirmationTokenId: 'tok_declined',
        customerEmail: freshEmail(),
        customerName: 'Grace',
        customerBillingAddress: address,
      },
    });
    await expect(declined).rejects.toMatchObject({ name: 'PaymentError' });
    await expect(polar.orders.get({ id: open.id })).rejects.toMatchObject({ name: 'ResourceNotFound' });
    await expect(polar.checkouts.create({ products: [open.id] })).rejects.toMatchObject({
      name: 'HTTPValidationError',
    });
  });

  it('corrects the billing details of an order', async () => {
    const { order } = await buy(stack, { seller });
    const updated = await polar.orders.update({
      id: order.id,
      orderUpdate: { billingName: 'Acme GmbH', billingAddress: { country: 'DE', city: 'Berlin' } },
    });
    expect(updated).toMatchObject({
      billingName: 'Acme GmbH',
      billingAddress: { country: 'DE', city: 'Berlin', line1: null },
    });
  });
});
