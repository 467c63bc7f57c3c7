/** Customers at their own pages, through the gateway, with the unmodified client of the contract. */
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js';
import { eventually } from '@tessera/kit/test/eventually';
import { createPartner, createSeller, type Seller } from './support/clients.ts';
import { mailTo } from './support/mail.ts';
import { type SharedJourney, shareJourney } from './support/system.ts';

let journey: SharedJourney;
let seller: Seller;
beforeAll(async () => {
  journey = await shareJourney();
  seller = await createSeller(journey.url);
});
afterAll(() => journey?.stop());

const email = 'grace@account.example.com';
const portal = '/api/billing/v1/customer-portal';
const post = (path: string, body: object) =>
  fetch(`${journey.url}${portal}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'de' },
    body: JSON.stringify(body),
  });

/** A plan with a benefit, paid for by a new customer. */
const sell = async () => {
  const polar = createPartner(journey.url, seller.token);
  const benefit = await polar.benefits.create({
    type: 'custom',
    description: 'Private forum',
    properties: { note: 'Ask for the link.' },
  });
  const product = await polar.products.create({
    name: 'Pro plan',
    recurringInterval: 'month',
    prices: [{ amountType: 'fixed', priceAmount: 2_900 }],
  });
  await polar.products.updateBenefits({ id: product.id, productBenefitsUpdate: { benefits: [benefit.id] } });
  const { clientSecret } = await polar.checkouts.create({ products: [product.id], customerEmail: email });
  await polar.checkouts.clientConfirm({
    clientSecret,
    checkoutConfirmStripe: {
      confirmationTokenId: 'tok_success',
      customerName: 'Grace',
      customerBillingAddress: { country: 'FR' },
    },
  });
  return { product, benefit };
};

describe('a customer', () => {
  it('signs in by a code, finds what they have bought, and ends it', async () => {
    const { product, benefit } = await sell();
    // Of everybody's: the seller, without any credentials.
    const polar = createPartner(journey.url, seller.token);
    const { slug } = await polar.organizations.get({ id: seller.organizationId });
    const shown = await fetch(`${journey.url}${portal}/organizations/${slug}`);
    expect([shown.status, await shown.json()]).toMatchObject([
      200,
      { organization: { id: seller.organizationId }, products: [{ id: product.id }] },
    ]);

    await eventually(async () => {
      const { result } = await polar.customers.list({ email });
      if (!result.items[0]) throw new Error('nothing settled yet');
    });
    const asked = await post('/customer-session/request', { email, organization_id: seller.organizationId });
    expect(asked.status).toBe(202);
    const { text } = await mailTo(journey.url, email, 'customer-sign-in');
    const [code] = /^[A-Z0-9]{6}$/m.exec(text) ?? [];
    const signedIn = await post('/customer-session/authenticate', { code });
    const { token: customerSession } = (await signedIn.json()) as { token: string };

    const { customerPortal } = polar;
    expect(await customerPortal.customers.get({ customerSession })).toMatchObject({
      email,
      emailVerified: true,
    });
    const orders = await customerPortal.orders.list({ customerSession }, {});
    expect(orders.result.items).toMatchObject([{ productId: product.id, totalAmount: 2_900, paid: true }]);
    const grants = await eventually(async () => {
      const { result } = await customerPortal.benefitGrants.list({ customerSession }, {});
      if (!result.items[0]) throw new Error('nothing granted yet');
      return result.items;
    });
    expect(grants).toMatchObject([{ benefitId: benefit.id, isGranted: true }]);
    const cards = await customerPortal.customers.getPaymentMethods({ customerSession }, {});
    expect(cards.result.items).toMatchObject([{ default: true }]);
    const [subscription] = (await customerPortal.subscriptions.list({ customerSession }, {})).result.items;
    const id = subscription?.id ?? '';
    const ended = await customerPortal.subscriptions.cancel({ customerSession }, { id });
    expect(ended).toMatchObject({ cancelAtPeriodEnd: true, status: 'active' });
    await expect(
      customerPortal.subscriptions.get({ customerSession }, { id: seller.organizationId }),
    ).rejects.toThrow(ResourceNotFound);
  });

  it('is nobody without a session, or with one that has ended', async () => {
    const strangers: Record<string, string>[] = [
      {},
      { authorization: 'Bearer tessera_cst_x' },
      { cookie: seller.jar.header() },
    ];
    for (const headers of strangers) {
      const { status } = await fetch(`${journey.url}${portal}/orders/`, { headers });
      expect(status).toBe(401);
    }
    const wrong = await post('/customer-session/authenticate', { code: 'ZZZZZZ' });
    expect([wrong.status, await wrong.json()]).toMatchObject([
      401,
      { error: 'CustomerSessionCodeInvalidOrExpired' },
    ]);
  });
});
