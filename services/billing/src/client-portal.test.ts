/** The contract's own client, unmodified, against customers' pages as they are served. */
import { AlreadyCanceledSubscription } from '@polar-sh/sdk/models/errors/alreadycanceledsubscription.js';
import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js';
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js';
import { eventually } from '@tessera/kit/test/eventually';
import { orderUpdated, subscriptionCanceled, subscriptionUncanceled } from '@tessera/proto/events/billing';
import { uuidv7 } from 'uuidv7';
import {
  type BillingStack,
  makeBenefit,
  makeCustomer,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
  tokenOf,
} from '../test/factories.ts';
import { makeLicenses } from '../test/licenses.ts';
import { polarAs } from '../test/polar.ts';
import { buyerOf, callerOf, customerOf, portalClient } from '../test/portal.ts';
import { address, buy, confirm, makePaper, untilStatus } from '../test/purchases.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling();
});
beforeEach(async () => {
  seller = await makeSeller(stack, { website: 'https://acme.example' });
});
afterAll(() => stack.stop());

const customerSession = 'at-the-gateway';
const month = { recurringInterval: 'month' } as const;

/** Buys, and answers the customer's client and that of somebody else of the same seller. */
const sold = async (product: Parameters<typeof buy>[1] = {}) => {
  const sale = await buy(stack, { ...product, seller });
  const as = customerOf(seller, sale.order.customer_id);
  const stranger = await makeCustomer(stack, seller);
  return {
    ...sale,
    as,
    client: portalClient(stack, as),
    others: [
      portalClient(stack, customerOf(seller, stranger.id)),
      portalClient(stack, customerOf(await makeSeller(stack), uuidv7())),
      portalClient(stack, buyerOf(seller, uuidv7())),
    ],
  };
};
const organization = () =>
  expect.objectContaining({ id: seller.organizationId, website: 'https://acme.example', socials: [] });

describe('the client’s organizations', () => {
  it('are shown to anybody, with what they sell now', async () => {
    const product = await makeProduct(stack, {
      organizationId: seller.organizationId,
      metadata: { own: 'x' },
    });
    await makeProduct(stack, { organizationId: seller.organizationId, isArchived: true });
    const slug = `acme-${seller.organizationId}`;
    const polar = await polarAs(stack, seller.owner);
    const shown = await polar.customerPortal.organizations.get({ slug });
    expect(shown).toEqual({
      organization: organization(),
      products: [expect.objectContaining({ id: product.id, name: 'A product', isRecurring: false })],
    });
    expect(shown.products[0]?.prices).toMatchObject([{ amountType: 'fixed', priceAmount: 1000 }]);
    const raw = await stack.send('GET', `/customer-portal/organizations/${slug}`);
    expect(raw.body.payment_processor).toEqual({ processor: 'sandbox' });
    expect(raw.text).not.toContain('metadata');
    await expect(polar.customerPortal.organizations.get({ slug: 'nobody' })).rejects.toThrow(
      ResourceNotFound,
    );
  });
});

describe('the client’s orders', () => {
  it('are listed and read by whoever has placed them, and by nobody else', async () => {
    const { client, others, order, product, checkout } = await sold();
    const { result } = await client.orders.list({ customerSession }, {});
    expect(result.pagination).toEqual({ totalCount: 1, maxPage: 1 });
    const [shown] = result.items;
    expect(shown).toMatchObject({
      id: order.id,
      createdAt: new Date(order.created_at),
      status: 'paid',
      paid: true,
      subtotalAmount: 1000,
      discountAmount: 0,
      netAmount: 1000,
      taxAmount: 0,
      totalAmount: 1000,
      refundedAmount: 0,
      refundedTaxAmount: 0,
      currency: 'usd',
      billingReason: 'purchase',
      billingName: 'Grace Customer',
      isInvoiceGenerated: false,
      customerId: order.customer_id,
      productId: product.id,
      discountId: null,
      subscriptionId: null,
      checkoutId: checkout.id,
      subscription: null,
    });
    expect(shown?.product).toMatchObject({
      id: product.id,
      organization: organization(),
      benefits: [],
      medias: [],
    });
    expect(shown?.items).toMatchObject([
      { label: 'A product', amount: 1000, taxAmount: 0, proration: false },
    ]);
    expect(await client.orders.get({ customerSession }, { id: order.id })).toEqual(shown);
    for (const other of others) {
      expect((await other.orders.list({ customerSession }, {})).result.items).toEqual([]);
      await expect(other.orders.get({ customerSession }, { id: order.id })).rejects.toThrow(ResourceNotFound);
      await expect(
        other.orders.update(
          { customerSession },
          { id: order.id, customerOrderUpdate: { billingName: 'Mallory', billingAddress: null } },
        ),
      ).rejects.toThrow(ResourceNotFound);
      // The client knows no 404 of this one.
      await expect(other.orders.generateInvoice({ customerSession }, { id: order.id })).rejects.toMatchObject(
        {
          statusCode: 404,
        },
      );
      await expect(other.orders.invoice({ customerSession }, { id: order.id })).rejects.toThrow(
        ResourceNotFound,
      );
    }
  });

  it('are found by every filter, in every order', async () => {
    const { order, email, as, client } = await sold();
    const plan = await buy(stack, {
      seller,
      product: { ...month, name: 'The plan', price: { priceAmount: 2500 } },
    });
    await stack.db.query('UPDATE orders SET customer_id = $1 WHERE id = $2', [
      order.customer_id,
      plan.order.id,
    ]);
    const ids = async (query: object) =>
      (await client.orders.list({ customerSession }, query)).result.items.map(({ id }) => id);
    const [old, recent] = [order.id, plan.order.id];
    expect(await ids({ sorting: ['amount'] })).toEqual([old, recent]);
    expect(await ids({ sorting: ['-net_amount'] })).toEqual([recent, old]);
    expect(await ids({ sorting: ['product'] })).toEqual([old, recent]);
    expect(await ids({ sorting: ['-product'] })).toEqual([recent, old]);
    expect(await ids({ sorting: ['-subscription'] })).toEqual([recent, old]);
    expect(await ids({ sorting: ['created_at'] })).toEqual(expect.arrayContaining([old, recent]));
    expect(await ids({ productId: plan.product.id })).toEqual([recent]);
    expect(await ids({ productBillingType: 'recurring' })).toEqual([recent]);
    expect(await ids({ productBillingType: ['one_time'] })).toEqual([old]);
    expect(await ids({ subscriptionId: plan.order.subscription_id })).toEqual([recent]);
    expect(await ids({ query: 'the PLAN' })).toEqual([recent]);
    expect(await ids({ query: order.invoice_number })).toEqual([old]);
    expect(await ids({ query: email })).toEqual([]);
    expect(await ids({ organizationId: seller.organizationId, limit: 1, sorting: ['amount'] })).toEqual([
      old,
    ]);
    expect(await ids({ organizationId: uuidv7() })).toEqual([]);
    for (const query of ['sorting=customer', 'product_id=x', 'limit=0', 'product_billing_type=often'])
      expect((await stack.send('GET', `/customer-portal/orders/?${query}`, { as })).status).toBe(422);
  });

  it('get new billing details until their invoice is there', async () => {
    const { client, order, as, product } = await sold();
    const changed = await client.orders.update(
      { customerSession },
      {
        id: order.id,
        customerOrderUpdate: {
          billingName: 'Grace Ltd',
          billingAddress: { country: 'US', state: 'ca', line1: '1 St' },
        },
      },
    );
    expect(changed).toMatchObject({
      billingName: 'Grace Ltd',
      billingAddress: { country: 'US', state: 'US-CA', line1: '1 St', city: null },
      product: { id: product.id, organization: organization() },
    });
    await stack.events.next(
      orderUpdated,
      ({ orderId, snapshot }) => orderId === order.id && snapshot.includes('"billing_name":"Grace Ltd"'),
    );
    await expect(client.orders.invoice({ customerSession }, { id: order.id })).rejects.toThrow(
      ResourceNotFound,
    );
    expect(await client.orders.generateInvoice({ customerSession }, { id: order.id })).toBeNull();
    await eventually(async () => client.orders.invoice({ customerSession }, { id: order.id }));
    const { url } = await client.orders.invoice({ customerSession }, { id: order.id });
    const paper = await fetch(url.replace('http://localhost:3000', stack.url));
    expect(paper.headers.get('content-type')).toBe('application/pdf');
    expect(
      await makePaper(stack, `/customer-portal/orders/${order.id}/invoice`, as).catch(() => 'there'),
    ).toBe('there');
    await expect(
      client.orders.update(
        { customerSession },
        { id: order.id, customerOrderUpdate: { billingName: 'Late', billingAddress: null } },
      ),
    ).rejects.toThrow(HTTPValidationError);
    const half = await stack.send('PATCH', `/customer-portal/orders/${order.id}`, {
      as,
      body: { billing_name: 'x' },
    });
    expect([half.status, half.body.detail[0].loc]).toEqual([422, ['body', 'billing_address']]);
  });
});

describe('the client’s subscriptions', () => {
  it('are listed, read, filtered and sorted by whoever has them, and by nobody else', async () => {
    const { client, others, order, product, checkout, as } = await sold({ product: month });
    const { result } = await client.subscriptions.list({ customerSession }, {});
    const [shown] = result.items;
    expect(shown).toMatchObject({
      id: order.subscription_id,
      amount: 1000,
      currency: 'usd',
      recurringInterval: 'month',
      status: 'active',
      currentPeriodStart: new Date('2026-01-15T12:00:00.000Z'),
      currentPeriodEnd: new Date('2026-02-15T12:00:00.000Z'),
      cancelAtPeriodEnd: false,
      canceledAt: null,
      endsAt: null,
      endedAt: null,
      customerId: order.customer_id,
      productId: product.id,
      discountId: null,
      checkoutId: checkout.id,
      customerCancellationReason: null,
      customerCancellationComment: null,
      meters: [],
    });
    expect(shown?.product).toMatchObject({ name: 'A product', organization: organization() });
    expect(shown?.prices).toMatchObject([{ amountType: 'fixed', priceAmount: 1000 }]);
    const id = shown?.id ?? '';
    expect(await client.subscriptions.get({ customerSession }, { id })).toEqual(shown);
    const count = async (query: object) =>
      (await client.subscriptions.list({ customerSession }, query)).result.pagination.totalCount;
    expect(await count({ active: true, productId: [product.id], query: 'PRODUCT' })).toBe(1);
    for (const query of [
      { active: false },
      { productId: uuidv7() },
      { query: 'zzz' },
      { organizationId: uuidv7() },
    ])
      expect([query, await count(query)]).toEqual([query, 0]);
    for (const sorting of ['started_at', '-amount', 'status', '-organization', 'product'])
      expect(
        (await stack.send('GET', `/customer-portal/subscriptions?sorting=${sorting}`, { as })).status,
      ).toBe(200);
    expect((await stack.send('GET', '/customer-portal/subscriptions?sorting=customer', { as })).status).toBe(
      422,
    );
    for (const other of others) {
      expect((await other.subscriptions.list({ customerSession }, {})).result.items).toEqual([]);
      await expect(other.subscriptions.get({ customerSession }, { id })).rejects.toThrow(ResourceNotFound);
      await expect(other.subscriptions.cancel({ customerSession }, { id })).rejects.toThrow(ResourceNotFound);
      await expect(
        other.subscriptions.update(
          { customerSession },
          { id, customerSubscriptionUpdate: { cancelAtPeriodEnd: true } },
        ),
      ).rejects.toThrow(ResourceNotFound);
    }
    const path = `/customer-portal/subscriptions/${id}`;
    const stranger = customerOf(seller, uuidv7());
    for (const body of [{}, { cancel_at_period_and: true }, { cancel_at_period_end: null }]) {
      // Whoever it is not for learns that before what is wrong with the request.
      expect((await stack.send('PATCH', path, { as: stranger, body })).status).toBe(404);
      const own = await stack.send('PATCH', path, { as, body });
      expect([own.status, own.body.detail]).toEqual([
        422,
        [{ loc: ['body', 'cancel_at_period_end'], msg: 'Field required', type: 'missing' }],
      ]);
    }
  });

  it('are set to end with a reason, kept, and canceled once', async () => {
    const { client, order } = await sold({ product: month });
    const id = order.subscription_id;
    const change = (customerSubscriptionUpdate: object) =>
      client.subscriptions.update({ customerSession }, { id, customerSubscriptionUpdate } as never);
    const ending = await change({
      cancelAtPeriodEnd: true,
      cancellationReason: 'too_expensive',
      cancellationComment: 'Sorry',
    });
    expect(ending).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: true,
      canceledAt: stack.clock.now(),
      endsAt: ending.currentPeriodEnd,
      customerCancellationReason: 'too_expensive',
      customerCancellationComment: 'Sorry',
    });
    await stack.events.next(subscriptionCanceled, ({ subscriptionId }) => subscriptionId === id);
    await expect(change({ cancelAtPeriodEnd: true })).rejects.toThrow(AlreadyCanceledSubscription);
    await expect(client.subscriptions.cancel({ customerSession }, { id })).rejects.toThrow(
      AlreadyCanceledSubscription,
    );
    expect(await change({ cancellationReason: 'unused' })).toMatchObject({
      customerCancellationReason: 'unused',
      customerCancellationComment: 'Sorry',
    });
    expect(await change({ cancelAtPeriodEnd: false })).toMatchObject({
      cancelAtPeriodEnd: false,
      canceledAt: null,
      customerCancellationReason: null,
    });
    await stack.events.next(subscriptionUncanceled, ({ subscriptionId }) => subscriptionId === id);
    await expect(change({ cancellationReason: 'unused' })).rejects.toMatchObject({ statusCode: 400 });
    expect(await client.subscriptions.cancel({ customerSession }, { id })).toMatchObject({
      cancelAtPeriodEnd: true,
      status: 'active',
    });
  });

  it('change their product only where the seller lets customers do so', async () => {
    seller = await makeSeller(stack, {
      subscriptionSettings: {
        allowMultipleSubscriptions: false,
        allowCustomerUpdates: false,
        prorationBehavior: 'prorate',
        preventTrialAbuse: false,
        benefitRevocationGracePeriod: 0,
        failedPaymentOutcome: null,
      },
    });
    const { order, as } = await sold({ product: month });
    const path = `/customer-portal/subscriptions/${order.subscription_id}`;
    const other = await makeProduct(stack, { ...month, organizationId: seller.organizationId });
    const refused = await stack.send('PATCH', path, { as, body: { product_id: other.id } });
    expect([refused.status, refused.body.error]).toEqual([403, 'NotPermitted']);
    expect((await stack.send('POST', `${path}/preview`, { as, body: { product_id: other.id } })).status).toBe(
      403,
    );
    for (const body of [
      {},
      { cancellation_reason: 'bored' },
      { product_id: 'x' },
      { cancel_at_period_end: 'soon' },
    ])
      expect([body, (await stack.send('PATCH', path, { as, body })).status]).toEqual([body, 422]);
  });
});

describe('a customer’s change of plan', () => {
  it('is previewed, made, and shows in what comes next', async () => {
    const { client, order, as } = await sold({ product: month });
    const id = order.subscription_id;
    const better = await makeProduct(stack, {
      ...month,
      organizationId: seller.organizationId,
      price: { priceAmount: 3000 },
    });
    const path = `/customer-portal/subscriptions/${id}`;
    const preview = await stack.send('POST', `${path}/preview`, { as, body: { product_id: better.id } });
    expect([preview.status, preview.body.product_id, preview.body.amount]).toEqual([200, better.id, 3000]);
    const changed = await client.subscriptions.update(
      { customerSession },
      { id, customerSubscriptionUpdate: { productId: better.id } },
    );
    expect(changed).toMatchObject({
      productId: better.id,
      amount: 3000,
      product: { organization: organization() },
    });
    const upcoming = await stack.send('GET', `${path}/upcoming`, { as });
    expect(upcoming.body).toEqual({
      ...preview.body.next_invoice,
      date: upcoming.body.date,
      forecast: null,
    });
    const stranger = customerOf(seller, uuidv7());
    const body = { product_id: better.id };
    expect((await stack.send('GET', `${path}/upcoming`, { as: stranger })).status).toBe(404);
    expect((await stack.send('POST', `${path}/preview`, { as: stranger, body })).status).toBe(404);
  });
});

describe('the client’s grants', () => {
  it('are listed, read and updated by whoever has them, and by nobody else', async () => {
    const { organizationId } = seller;
    const benefit = await makeBenefit(stack, { organizationId, metadata: { tier: 1 } });
    const { client, others, order, checkout, as } = await sold({ product: { benefits: [benefit] } });
    const list = async (query: object = {}) =>
      (await client.benefitGrants.list({ customerSession }, query)).result.items;
    await eventually(async () => expect(await list()).toHaveLength(1));
    const [shown] = await list();
    expect(shown).toMatchObject({
      grantedAt: stack.clock.now(),
      revokedAt: null,
      customerId: order.customer_id,
      benefitId: benefit.id,
      subscriptionId: null,
      orderId: order.id,
      isGranted: true,
      isRevoked: false,
      customer: { id: order.customer_id, name: 'Grace Customer', oauthAccounts: {} },
      benefit: {
        id: benefit.id,
        type: 'custom',
        description: 'A benefit',
        metadata: { tier: 1 },
        organization: organization(),
        properties: { note: 'Thank you' },
      },
    });
    const id = shown?.id ?? '';
    expect(await client.benefitGrants.get({ customerSession }, { id })).toEqual(shown);
    const update = (benefitType: string) =>
      client.benefitGrants.update(
        { customerSession },
        { id, customerBenefitGrantUpdate: { benefitType } as never },
      );
    expect(await update('custom')).toEqual(shown);
    await expect(update('license_keys')).rejects.toThrow(HTTPValidationError);
    const found: object[] = [
      { typeFilter: 'custom', benefitId: benefit.id },
      { orderId: order.id, checkoutId: [checkout.id], organizationId },
    ];
    for (const query of found) expect([query, (await list(query)).length]).toEqual([query, 1]);
    for (const query of [
      { typeFilter: 'discord' },
      { benefitId: uuidv7() },
      { orderId: uuidv7() },
      { checkoutId: uuidv7() },
      { subscriptionId: uuidv7() },
      { organizationId: uuidv7() },
    ])
      expect([query, await list(query)]).toEqual([query, []]);
    for (const sorting of ['granted_at', '-type', 'organization'])
      expect(
        (await stack.send('GET', `/customer-portal/benefit-grants?sorting=${sorting}`, { as })).status,
      ).toBe(200);
    expect((await stack.send('GET', '/customer-portal/benefit-grants?sorting=name', { as })).status).toBe(
      422,
    );
    for (const other of others) {
      expect((await other.benefitGrants.list({ customerSession }, {})).result.items).toEqual([]);
      await expect(other.benefitGrants.get({ customerSession }, { id })).rejects.toThrow(ResourceNotFound);
      const body = { benefit_type: 'custom' };
      expect(
        (await stack.send('PATCH', `/customer-portal/benefit-grants/${id}`, { as: seller.owner, body }))
          .status,
      ).toBe(401);
    }
    // The session of the checkout sees what it has brought.
    const buyer = portalClient(stack, buyerOf(seller, checkout.id));
    expect((await buyer.benefitGrants.list({ customerSession }, {})).result.items).toHaveLength(1);
    expect((await buyer.orders.list({ customerSession }, {})).result.items).toHaveLength(1);
    // What was taken back is nobody's.
    await stack.send('DELETE', `/benefits/${benefit.id}`, { as: seller.owner });
    expect(await list()).toEqual([]);
    await expect(client.benefitGrants.get({ customerSession }, { id })).rejects.toThrow(ResourceNotFound);
  });

  it('are shown once each, however often they were bought, except keys', async () => {
    const note = await makeBenefit(stack, { organizationId: seller.organizationId });
    const keys = await makeLicenses(stack, seller);
    const { order, product, as } = await sold({ product: { benefits: [note, keys] } });
    for (let bought = 1; bought < 3; bought += 1) {
      const { body: checkout } = await stack.send('POST', '/checkouts/', {
        as: seller.owner,
        body: { products: [product.id], customer_id: order.customer_id },
      });
      const path = `/checkouts/client/${checkout.client_secret}`;
      await confirm(stack, path, { customer_name: 'Grace Customer', customer_billing_address: address });
      await untilStatus(stack, path, 'succeeded');
    }
    const typesOf = async (query: string): Promise<unknown[]> => {
      const { body } = await stack.send('GET', `/customer-portal/benefit-grants/?${query}`, { as });
      const types = body.items.map(({ benefit }: { benefit: { type: string } }) => benefit.type).toSorted();
      return [body.pagination.total_count, ...types];
    };
    const threeKeys = ['license_keys', 'license_keys', 'license_keys'];
    await eventually(async () =>
      expect(await typesOf('')).toEqual([6, 'custom', 'custom', 'custom', ...threeKeys]),
    );
    expect(await typesOf('one_per_benefit=true')).toEqual([4, 'custom', ...threeKeys]);
    expect(await typesOf(`one_per_benefit=true&order_id=${order.id}`)).toEqual([2, 'custom', 'license_keys']);
    expect(await typesOf('one_per_benefit=true&limit=2&page=2&sorting=type')).toEqual([
      4,
      ...threeKeys.slice(1),
    ]);
  });
});

describe('the client’s own customer', () => {
  it('is read and changed', async () => {
    const customer = await makeCustomer(stack, { ...seller, name: 'Ada', externalId: `own-${uuidv7()}` });
    const as = customerOf(seller, customer.id);
    const { customers } = portalClient(stack, as);
    expect(await customers.get({ customerSession })).toEqual({
      id: customer.id,
      createdAt: customer.createdAt,
      modifiedAt: null,
      email: customer.email,
      emailVerified: false,
      name: 'Ada',
      billingAddress: null,
      taxId: null,
      oauthAccounts: {},
    });
    const changed = await customers.update(
      { customerSession },
      { name: 'Ada L.', billingAddress: { country: 'DE', city: 'Berlin' }, taxId: 'de136695976' },
    );
    expect(changed).toMatchObject({
      name: 'Ada L.',
      billingAddress: { country: 'DE', city: 'Berlin', line1: null },
      taxId: ['DE136695976', 'eu_vat'],
      modifiedAt: stack.clock.now(),
    });
    expect(await customers.update({ customerSession }, { name: null, taxId: null })).toMatchObject({
      name: null,
      taxId: null,
      billingAddress: { country: 'DE' },
    });
    await expect(customers.update({ customerSession }, { taxId: '!!' })).rejects.toThrow(HTTPValidationError);
    for (const body of [{ email: 'nobody' }, { billing_address: { country: 'XX' } }, { name: 5 }])
      expect((await stack.send('PATCH', '/customer-portal/customers/me', { as, body })).status).toBe(422);
    const typed = buyerOf(seller, uuidv7());
    expect((await stack.send('PATCH', '/customer-portal/customers/me', { as: typed, body: {} })).status).toBe(
      403,
    );
  });
});

describe('the client’s sessions', () => {
  it('are opened for a customer by either id, and by nobody without the right', async () => {
    const externalId = `ext/${uuidv7()}`;
    const customer = await makeCustomer(stack, { ...seller, externalId });
    const polar = await polarAs(stack, tokenOf(seller.organizationId, 'customer_sessions:write'));
    const session = await polar.customerSessions.create({ customerId: customer.id });
    expect(session).toMatchObject({
      createdAt: stack.clock.now(),
      modifiedAt: null,
      expiresAt: new Date(stack.clock.now().getTime() + 3_600_000),
      customerId: customer.id,
      customer: { id: customer.id, email: customer.email, externalId },
      customerPortalUrl: `http://localhost:3000/portal/acme-${seller.organizationId}?customer_session_token=${session.token}`,
    });
    expect(session.token).toMatch(/^tessera_cst_/);
    expect(await callerOf(stack, session.token)).toMatchObject({ scope: { customerId: customer.id } });
    const again = await polar.customerSessions.create({ customerExternalId: externalId });
    expect([again.customerId, again.token === session.token]).toEqual([customer.id, false]);
    const send = (body: object, as = seller.owner) => stack.send('POST', '/customer-sessions/', { as, body });
    const renamed = await send({ external_customer_id: externalId, return_url: 'https://acme.example/back' });
    expect([renamed.status, renamed.body.customer_id, renamed.body.return_url]).toEqual([
      201,
      customer.id,
      'https://acme.example/back',
    ]);
    const stranger = await makeSeller(stack);
    const refused = await send({ customer_id: customer.id }, stranger.owner);
    expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', 'customer_id']]);
    expect((await send({ customer_external_id: externalId }, stranger.owner)).status).toBe(422);
    expect((await send({ customer_id: uuidv7() })).status).toBe(422);
    expect((await send({ customer_id: 'x' })).status).toBe(422);
    expect((await send({ customer_id: customer.id, return_url: 'javascript:alert(1)' })).status).toBe(422);
    expect((await send({})).status).toBe(422);
    expect((await send({ customer_id: customer.id }, seller.member)).status).toBe(403);
    const token = tokenOf(seller.organizationId, 'customers:read');
    expect((await send({ customer_id: customer.id }, token)).body.error).toBe('insufficient_scope');
  });
});
