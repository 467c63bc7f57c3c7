/** What a customer's request costs in queries must not grow with how much they have bought. */
import { describeRoutes } from '@tessera/kit/http/openapi';
import { eventually } from '@tessera/kit/test/eventually';
import { queryCosts } from '@tessera/kit/test/query-costs';
import type { CustomerCaller } from '@tessera/proto/api/passport';
import {
  type BillingStack,
  makeBenefit,
  makeCustomer,
  makeMeter,
  makeSeller,
  type Seller,
  startBilling,
} from '../../test/factories.ts';
import { makeLicenses } from '../../test/licenses.ts';
import { customerOf } from '../../test/portal.ts';
import { buy, makePaper } from '../../test/purchases.ts';
import { findOrganizationRow } from '../access/organizations/entity.ts';
import { routes } from '../app.ts';
import type { StreamingBilling } from '../checkouts/watch/streams.ts';
import { addToBalance } from '../customers/balance.ts';

let stack: BillingStack;
let seller: Seller;
let customerId: string;
let as: CustomerCaller;
/** The first purchase: ids by the part of the path before them. */
let things: Record<string, string>;
beforeAll(async () => {
  stack = await startBilling();
  seller = await makeSeller(stack);
  // Several subscriptions of one customer.
  await stack.db.query('UPDATE organizations SET allow_multiple_subscriptions = true WHERE id = $1', [
    seller.organizationId,
  ]);
  ({ id: customerId } = await makeCustomer(stack, { organizationId: seller.organizationId }));
  as = customerOf(seller, customerId);
  things = { ...(await sell()), wallets: await credit() };
});
afterAll(() => stack.stop());

const credit = async (): Promise<string> => {
  const { organizationId } = seller;
  await stack.db.transaction((em) =>
    addToBalance(em, { customerId, organizationId, currency: 'usd' }, { amount: 700, at: stack.clock.now() }),
  );
  return (await own('/customer-portal/wallets/')).items[0].id;
};

const own = async (path: string) => {
  const { status, body, text } = await stack.send('GET', path, { as });
  expect([path, status, status === 200 ? '' : text]).toEqual([path, 200, '']);
  return body;
};

/** One more subscription of the customer's, with a benefit, a license key and a meter; one more order, with an invoice and a refund. */
const sell = async (): Promise<Record<string, string>> => {
  const { organizationId, owner } = seller;
  const benefits = [await makeBenefit(stack, { organizationId }), await makeLicenses(stack, seller)];
  const meter = await makeMeter(stack, { organizationId });
  const { order } = await buy(stack, {
    seller,
    product: {
      recurringInterval: 'month',
      benefits,
      price: { amountType: 'metered_unit', meterId: meter.id, meter, unitAmount: '1' },
    },
    body: { customer_id: customerId },
  });
  // What is metered costs nothing at first.
  const { order: paid } = await buy(stack, { seller, body: { customer_id: customerId } });
  await makePaper(stack, `/orders/${paid.id}/invoice`, owner);
  const refund = { order_id: paid.id, reason: 'other', amount: 100 };
  expect((await stack.send('POST', '/refunds/', { as: owner, body: refund })).status).toBe(200);
  const events = [{ name: 'call', customer_id: customerId, organization_id: organizationId }];
  expect((await stack.send('POST', '/events/ingest', { as: owner, body: { events } })).status).toBe(200);
  return eventually(async () => {
    const [counted] = (await own(`/customer-portal/meters/?meter_id=${meter.id}`)).items;
    const granted = await own(`/customer-portal/benefit-grants/?subscription_id=${order.subscription_id}`);
    const keys = await own('/customer-portal/license-keys/?limit=100');
    expect([granted.items.length, keys.items.length > 0, counted !== undefined]).toEqual([2, true, true]);
    return {
      orders: paid.id,
      subscriptions: order.subscription_id,
      'benefit-grants': granted.items[0].id,
      'license-keys': keys.items[0].id,
      meters: counted.id,
      organizations: (await findOrganizationRow(stack.db.manager, organizationId))?.slug ?? '',
    };
  });
};

const base = '/v1';

/** Every described way to read of the portal, but streams, exports, the session itself, and what a signed link or another platform opens. */
const reads = (): string[] =>
  Object.entries(describeRoutes(base, routes(stack.billing as StreamingBilling)))
    .filter(
      ([path, methods]) =>
        path.startsWith(`${base}/customer-portal/`) &&
        'get' in (methods as object) &&
        !/stream$|export$|introspect$|jwks|\{token\}|oauth-accounts/.test(path),
    )
    .map(([path]) =>
      path
        .slice(base.length)
        .replaceAll(/([^/]+)\/\{\w+\}/g, (_match, collection: string) => {
          const id = things[collection];
          if (id === undefined) throw new Error(`${path}: nothing to read there`);
          return `${collection}/${id}`;
        })
        .replace(
          /\/quantities$/,
          '$&?start_timestamp=2026-01-01T00:00:00Z&end_timestamp=2026-01-31T00:00:00Z&interval=day',
        ),
    );

const costs = (): Promise<Record<string, number>> =>
  queryCosts(Object.fromEntries(reads().map((path) => [path, () => own(path)] as const)), {
    beside: /outbox|catalog_changes|customer_state_changes|touched_at|tell_at/,
  });

/** What the dearest request needs: the next order of a subscription, planned. */
const maxQueries = 16;

/** How many purchases the customer has more, the second time. */
const added = 4;

describe('the queries of a customer’s request', () => {
  it('are as many for many purchases as for one', async () => {
    const ofOne = await costs();
    for (let count = 0; count < added; count += 1) await sell();
    const ofMany = await costs();
    expect(Object.keys(ofOne).length).toBeGreaterThan(8);
    // Not exactly as many: reads that happen to run at once share a statement.
    const grown = Object.entries(ofMany).filter(([path, count]) => count - (ofOne[path] ?? 0) >= added);
    expect(grown).toEqual([]);
    expect(Object.entries(ofOne).filter(([, count]) => count > maxQueries)).toEqual([]);
    expect(ofOne['/customer-portal/orders']).toBeGreaterThan(0);
  });
});
