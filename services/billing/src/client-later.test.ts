/** A later version of the contract's client, 0.34, whose schemas have fields that 0.33 does not know. */
import { Polar } from '@polar-sh/sdk-0.34';
import { HTTPClient } from '@polar-sh/sdk-0.34/lib/http.js';
import { RFCDate } from '@polar-sh/sdk-0.34/types/rfcdate.js';
import { eventually } from '@tessera/kit/test/eventually';
import { passportHeader } from '@tessera/proto/api/passport';
import { type BillingStack, makeSeller, type Seller, startBilling } from '../test/factories.ts';
import { freshEmail, untilStatus } from '../test/purchases.ts';
import { uploadMedia } from '../test/uploads.ts';

let stack: BillingStack;
let seller: Seller;
let polar: Polar;
beforeAll(async () => {
  stack = await startBilling();
  seller = await makeSeller(stack);
  const passport = await stack.passport(seller.owner);
  const httpClient = new HTTPClient();
  httpClient.addHook('beforeRequest', (request) => request.headers.set(passportHeader, passport));
  polar = new Polar({ serverURL: `${stack.url}/api/billing`, accessToken: 'tessera_oat_test', httpClient });
});
afterAll(() => stack.stop());

const first = async <Item>(list: Promise<{ result: { items: Item[] } }>): Promise<Item> => {
  const [item] = (await list).result.items;
  if (item === undefined) throw new Error('the list is empty');
  return item;
};

it('sells a subscription with everything around it, and reads all of it', async () => {
  const { organizationId } = seller;
  const meter = await polar.meters.create({
    name: 'Calls',
    filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'call' }] },
    aggregation: { func: 'count' },
    organizationId,
  });
  const benefit = await polar.benefits.create({
    type: 'license_keys',
    description: 'Key',
    properties: { prefix: 'LATER' },
    organizationId,
  });
  const field = await polar.customFields.create({
    type: 'text',
    slug: 'note',
    name: 'Note',
    properties: {},
    organizationId,
  });
  const media = await uploadMedia(stack, seller.owner, organizationId);
  const product = await polar.products.create({
    name: 'Later',
    recurringInterval: 'month',
    prices: [
      { amountType: 'fixed', priceAmount: 1_000 },
      { amountType: 'metered_unit', meterId: meter.id, unitAmount: '0.5' },
    ],
    medias: [media.id],
    attachedCustomFields: [{ customFieldId: field.id, required: false }],
    organizationId,
  });
  await polar.products.updateBenefits({ id: product.id, productBenefitsUpdate: { benefits: [benefit.id] } });
  const discount = await polar.discounts.create({
    type: 'percentage',
    name: 'Half',
    code: 'HALF',
    basisPoints: 5_000,
    duration: 'forever',
    organizationId,
  });
  const link = await polar.checkoutLinks.create({
    paymentProcessor: 'stripe',
    products: [product.id],
    discountId: discount.id,
  });
  expect(await polar.checkoutLinks.get({ id: link.id })).toMatchObject({ discountId: discount.id });
  const read = await polar.products.get({ id: product.id });
  expect(read.prices.map(({ amountType }) => amountType).toSorted()).toEqual(['fixed', 'metered_unit']);
  expect([read.medias[0]?.id, read.benefits[0]?.id]).toEqual([media.id, benefit.id]);
  expect((await polar.discounts.get({ id: discount.id })).code).toBe('HALF');
  expect((await polar.customFields.get({ id: field.id })).slug).toBe('note');
  expect((await first(polar.files.list({ organizationId }))).id).toBe(media.id);

  const created = await polar.checkouts.create({
    products: [product.id],
    discountId: discount.id,
    customFieldData: { note: 'hello' },
    metadata: { plan: 'later' },
  });
  const { clientSecret } = created;
  const seen = await polar.checkouts.clientGet({ clientSecret });
  expect([seen.amount, seen.discountAmount, seen.organization.id]).toEqual([1_000, 500, organizationId]);
  const confirmed = await polar.checkouts.clientConfirm({
    clientSecret,
    checkoutConfirmStripe: {
      confirmationTokenId: 'tok_success',
      customerEmail: freshEmail(),
      customerName: 'Grace',
      customerBillingAddress: { country: 'FR' },
    },
  });
  expect(confirmed.status).toBe('confirmed');
  await untilStatus(stack, `/checkouts/client/${clientSecret}`, 'succeeded');
  expect((await polar.checkouts.get({ id: created.id })).totalAmount).toBe(500);

  const order = await first(polar.orders.list({ checkoutId: created.id }));
  expect(order).toMatchObject({
    status: 'paid',
    totalAmount: 500,
    discountAmount: 500,
    metadata: { plan: 'later' },
  });
  expect((await polar.orders.get({ id: order.id })).items).toMatchObject([{ amount: 1_000 }]);
  const subscription = await first(polar.subscriptions.list({ customerId: order.customerId }));
  expect((await polar.subscriptions.get({ id: subscription.id })).meters).toMatchObject([
    { meterId: meter.id },
  ]);
  const customer = await polar.customers.get({ id: order.customerId });
  expect(customer.name).toBe('Grace');
  const state = await polar.customers.getState({ id: customer.id });
  expect(state.activeSubscriptions).toMatchObject([{ id: subscription.id, discountId: discount.id }]);
  const key = await first(polar.licenseKeys.list({ benefitId: benefit.id }));
  expect((await polar.licenseKeys.get({ id: key.id })).key).toMatch(/^LATER-/);
  expect(await first(polar.benefits.grants({ id: benefit.id }))).toMatchObject({ isGranted: true });
  expect(await first(polar.payments.list({ orderId: order.id }))).toMatchObject({ status: 'succeeded' });

  expect(
    await polar.events.ingest({
      events: [{ name: 'call', customerId: customer.id, organizationId, metadata: { ms: 12 } }],
    }),
  ).toMatchObject({ inserted: 1 });
  expect(await first(polar.events.list({ customerId: customer.id, source: 'user' }))).toMatchObject({
    name: 'call',
    metadata: { ms: 12 },
  });
  const range = { startTimestamp: new Date('2026-01-01'), endTimestamp: new Date('2026-02-01') };
  expect((await polar.meters.quantities({ id: meter.id, interval: 'day', ...range })).total).toBe(1);
  const balance = await eventually(() => first(polar.customerMeters.list({ customerId: customer.id })));
  expect([balance.meterId, balance.consumedUnits]).toEqual([meter.id, 1]);
  const metrics = await polar.metrics.get({
    startDate: new RFCDate('2026-01-01'),
    endDate: new RFCDate('2026-01-31'),
    interval: 'month',
  });
  expect(metrics.periods).toMatchObject([{ orders: 1, revenue: 500 }]);
  const refund = await polar.refunds.create({ orderId: order.id, reason: 'other', amount: 100 });
  expect(refund).toMatchObject({ amount: 100, orderId: order.id });
  expect(await first(polar.refunds.list({ orderId: order.id }))).toEqual(refund);

  const { token } = await polar.customerSessions.create({ customerId: customer.id });
  expect(token).toMatch(/^tessera_cst_/);
  const canceled = await polar.subscriptions.update({
    id: subscription.id,
    subscriptionUpdate: { cancelAtPeriodEnd: true },
  });
  expect(canceled.cancelAtPeriodEnd).toBe(true);
});
