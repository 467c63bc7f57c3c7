/** What a request costs in queries must not grow with what it answers: a page of a hundred is as many as a page of one. */
import { sql } from '@tessera/kit/database/sql';
import { describeRoutes } from '@tessera/kit/http/openapi';
import { eventually } from '@tessera/kit/test/eventually';
import { queryCosts } from '@tessera/kit/test/query-costs';
import { uuidv7 } from 'uuidv7';
import {
  type BillingStack,
  makeBenefit,
  makeDiscount,
  makeMeter,
  makeSeller,
  type Seller,
  startBilling,
  testVault,
} from '../test/factories.ts';
import { keysOf, makeLicenses } from '../test/licenses.ts';
import { buy, makePaper } from '../test/purchases.ts';
import { uploadMedia } from '../test/uploads.ts';
import { routes } from './app.ts';
import type { StreamingBilling } from './checkouts/watch/streams.ts';
import { addToBalance } from './customers/balance.ts';
import { PaymentAccountEntity } from './payments/accounts/entity.ts';

let stack: BillingStack;
let seller: Seller;
let things: Record<string, string>;
beforeAll(async () => {
  stack = await startBilling();
  seller = await makeSeller(stack);
  things = { ...(await sell()), 'payment-accounts': await connectElsewhere() };
});
afterAll(() => stack.stop());

const make = async (path: string, body: object): Promise<string> => {
  const reply = await stack.send('POST', path, { as: seller.owner, body });
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body.id;
};

/** A device that uses a key. */
const activate = async (benefitId: string, { id, key }: { id: string; key: string }): Promise<string> => {
  await stack.send('PATCH', `/license-keys/${id}`, { as: seller.owner, body: { limit_activations: 1 } });
  const { status, body, text } = await stack.send('POST', '/customer-portal/license-keys/activate', {
    body: { key, organization_id: seller.organizationId, label: benefitId },
  });
  if (status !== 200) throw new Error(text);
  return body.id;
};
/** Each sale registers where none did before it. */
const freeCountries = ['AU', 'CH', 'GB', 'JP', 'NO', 'NZ'];

/** Whoever has connected an account: this seller's sales go to the sandbox. */
let connected: Seller;
const connectElsewhere = async (): Promise<string> => {
  connected = await makeSeller(stack);
  const { organizationId } = connected;
  const account = {
    id: uuidv7(),
    createdAt: stack.clock.now(),
    modifiedAt: null,
    organizationId,
    account: 'acct_1',
    name: null,
    country: null,
    publishableKey: 'pk_test_12345678',
    secretKey: testVault.encrypt('rk_test_12345678'),
    webhookSecret: testVault.encrypt('whsec_12345678'),
    isTestMode: true,
    lastEventAt: null,
    disconnectedAt: null,
  };
  await stack.db.manager.insert(PaymentAccountEntity, account);
  return account.id;
};

/** A sale of a product of its own, with all that a product can have, at a discount, to a customer of its own; once all is granted. */
const sell = async (): Promise<Record<string, string>> => {
  const benefit = await makeBenefit(stack, { organizationId: seller.organizationId });
  const licenses = await makeLicenses(stack, seller);
  const discount = await makeDiscount(stack, { organizationId: seller.organizationId });
  const meter = await makeMeter(stack, { organizationId: seller.organizationId });
  const field = await make('/custom-fields/', {
    type: 'text',
    slug: `field-${benefit.id}`,
    name: 'A field',
    properties: {},
    organization_id: seller.organizationId,
  });
  const sale = await buy(stack, {
    seller,
    product: {
      recurringInterval: 'month',
      benefits: [benefit, licenses],
      attachedCustomFields: [{ id: field, required: false }],
      price: { amountType: 'metered_unit', meterId: meter.id, meter, unitAmount: '1' },
    },
    body: { discount_id: discount.id },
  });
  await eventually(async () => {
    const { body } = await stack.send('GET', `${sale.path}/purchase`);
    expect(body.is_granted).toBe(true);
  });
  const [key] = await keysOf(stack, seller, licenses.id);
  // Metered prices cost nothing at first: what was paid is another sale.
  const paid = await buy(stack, { seller });
  await makePaper(stack, `/orders/${sale.order.id}/invoice`, seller.owner);
  await makePaper(stack, `/orders/${paid.order.id}/invoice`, seller.owner);
  const wish = { order_id: paid.order.id, reason: 'other', amount: 100 };
  const refund = await stack.send('POST', '/refunds/', { as: seller.owner, body: wish });
  await makePaper(stack, `/refunds/${refund.body.id}/credit-note`, seller.owner);
  const payments = await stack.send('GET', `/payments/?order_id=${paid.order.id}`, { as: seller.owner });
  return {
    payments: payments.body.items[0].id,
    products: sale.product.id,
    benefits: benefit.id,
    'license-keys': key.id,
    activations: await activate(licenses.id, key),
    files: (await uploadMedia(stack, seller.owner, seller.organizationId)).id,
    'custom-fields': field,
    discounts: discount.id,
    meters: meter.id,
    ...(await use(sale.order.customer_id)),
    'usage-alerts': await make('/usage-alerts/', {
      name: 'Limit',
      meter_id: meter.id,
      kind: 'units',
      threshold: 1,
      organization_id: seller.organizationId,
    }),
    'checkout-links': await make('/checkout-links/', {
      payment_processor: 'stripe',
      products: [sale.product.id],
    }),
    customers: sale.order.customer_id,
    wallets: await credit(sale.order.customer_id),
    'tax-registrations': await make('/tax-registrations', {
      country: freeCountries.pop(),
      organization_id: seller.organizationId,
    }),
    checkouts: sale.checkout.id,
    custom: sale.checkout.id,
    orders: sale.order.id,
    'price-changes': await make(`/products/${sale.product.id}/price-changes`, { applies: 'next_period' }),
    refunds: refund.body.id,
    subscriptions: sale.order.subscription_id,
    client: sale.checkout.client_secret,
  };
};

/** What a customer has to their credit. */
const credit = async (customerId: string): Promise<string> => {
  const { organizationId } = seller;
  await stack.db.transaction((em) =>
    addToBalance(em, { customerId, organizationId, currency: 'usd' }, { amount: 700, at: stack.clock.now() }),
  );
  const { body } = await stack.send('GET', `/wallets/?customer_id=${customerId}`, { as: seller.owner });
  return body.items[0].id;
};

/** What the customer used: an event, and the meter that it is counted by. */
const use = async (customerId: string): Promise<Record<string, string>> => {
  const event = { name: 'call', customer_id: customerId, organization_id: seller.organizationId };
  const sent = await stack.send('POST', '/events/ingest', { as: seller.owner, body: { events: [event] } });
  expect(sent.status).toBe(200);
  return eventually(async () => {
    const [events, meters] = await Promise.all(
      ['events', 'customer-meters'].map((list) =>
        stack.send('GET', `/${list}/?customer_id=${customerId}`, { as: seller.owner }),
      ),
    );
    return { events: events?.body.items[0].id, 'customer-meters': meters?.body.items[0].id };
  });
};

/** Until receipts are written and states are told: what follows a sale reads the same rows beside the requests. */
const settled = (sales: number) =>
  eventually(async () => {
    const [left] = await sql(
      stack.db,
      `SELECT (SELECT count(*) FROM inbox WHERE consumer = 'mail order-confirmation')::int AS mails,
         (SELECT count(*) FROM customer_state_changes)::int AS states, (SELECT count(*) FROM outbox)::int AS events,
         ((SELECT count(*) FROM usage_batches) + (SELECT count(*) FROM usage_backfills WHERE NOT is_complete))::int AS usage`,
    );
    expect(left).toEqual({ mails: 2 * sales, states: 0, events: 0, usage: 0 });
  });

const base = '/v1';
/** What the dearest request needs: a purchase, which is a checkout, its seller, its order and what was granted, each with all it can have. */
const maxQueries = 20;

/** Every described way to read but all of a customer, which is several lists; those of customers' sessions and of external ids come to the same as others. */
const reads = (): string[] =>
  Object.entries(describeRoutes(base, routes(stack.billing as StreamingBilling)))
    .filter(
      ([path, methods]) =>
        'get' in (methods as object) &&
        !/stream$|redirect$|external|customer-portal|storage|media|integrations|customers\/\{id\}\/export/.test(
          path,
        ),
    )
    .map(([path]) => {
      const filled = path.slice(base.length).replaceAll(/([^/]+)\/\{\w+\}/g, (_match, collection: string) => {
        const id = things[collection];
        if (id === undefined) throw new Error(`${path}: nothing to read there`);
        return `${collection}/${id}`;
      });
      const range = /\/metrics(\/products|\/export|\/overview)?$/.test(path)
        ? '?start_date=2026-01-01&end_date=2026-01-31&interval=month'
        : '';
      const hours = path.endsWith('/quantities')
        ? '?start_timestamp=2026-01-01T00:00:00Z&end_timestamp=2026-01-31T00:00:00Z&interval=day'
        : '';
      const settings = path.endsWith('/notification-settings')
        ? `?organization_id=${seller.organizationId}`
        : '';
      return filled + range + hours + settings;
    });

/** What runs beside requests tells events and looks for due work. */
const beside =
  /usage_adoptions|outbox|catalog_changes|customer_state_changes|list_counts|metric_sums|movement_sums|touched_at|tell_at/;

const costs = (): Promise<Record<string, number>> => {
  const requests = reads().map((path) => [path, () => read(path)] as const);
  return queryCosts(Object.fromEntries(requests), { beside });
};

const ownerOf = (path: string) => (path.startsWith('/payment-accounts') ? connected : seller).owner;

const read = async (path: string): Promise<void> => {
  const { status, text } = await stack.send('GET', path, { as: ownerOf(path) });
  expect([path, status, status === 200 ? '' : text]).toEqual([path, 200, '']);
};

/** How many rows the lists have more, the second time. */
const added = 4;

describe('the queries of a request', () => {
  it('are as many for many rows as for one, and few', async () => {
    await settled(1);
    const ofOne = await costs();
    expect(Object.keys(ofOne).length).toBeGreaterThan(15);
    for (let count = 0; count < added; count += 1) await sell();
    await settled(1 + added);
    const ofMany = await costs();
    expect(Object.keys(ofMany)).toEqual(Object.keys(ofOne));
    // Not exactly as many: reads that happen to run at once share a statement, so single ones come and go.
    const grown = Object.entries(ofMany).filter(([path, count]) => count - (ofOne[path] ?? 0) >= added);
    expect(grown).toEqual([]);
    expect(Object.entries(ofOne).filter(([, count]) => count > maxQueries)).toEqual([]);
    expect(ofOne['/orders']).toBeGreaterThan(0);
  });
});
