import { sql } from '@tessera/kit/database/sql';
import { eventually } from '@tessera/kit/test/eventually';
import { addTomorrowsColumns, seenInserts, watchInserts } from '@tessera/kit/test/tomorrow';
import { type BillingStack, makeSeller, type Seller, startBilling } from '../../test/factories.ts';
import { buy, confirm, makePaper, untilStatus } from '../../test/purchases.ts';
import { renewAll } from '../../test/subscribers.ts';
import { fileToCome } from '../../test/uploads.ts';

/**
 * Written by nothing that this test does: no request has a key, no mail is counted, no test card exchanged, no code made,
 * no file fetched, no product changed, no license signed or activated,
 * no other platform connected, no new price announced, no mail about sales chosen, no meter credited, no subscription
 * ended; of the two tables
 * of published events one has its turn.
 */
const unwritten = [
  'migrations',
  'outbox_sent_0',
  'outbox_sent_1',
  'idempotency_keys',
  'card_setups',
  'customer_codes',
  'customer_code_tries',
  'counted_mails',
  'sandbox_tokens',
  'payment_accounts',
  'discount_codes',
  'file_keys',
  'downloads',
  'subscription_entries',
  'customer_balances',
  'wallet_transactions',
  'license_key_activations',
  'customer_accounts',
  'oauth_states',
  'benefit_accesses',
  'benefit_access_work',
  'github_repositories',
  'license_signing_keys',
  // Written only with USAGE_STORE=clickhouse.
  'usage_copies',
  'usage_copying',
  'usage_entries',
  'usage_closings',
  'meter_credits',
  'price_changes',
  'tax_transactions',
  'notification_settings',
  'movement_deltas',
  'movement_sums',
];

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

/** What a seller makes: a subscription with a benefit, a field, a meter and a discount, and a customer. */
const offer = async ({ owner: as, organizationId }: Seller) => {
  const send = async (path: string, body: object): Promise<string> => {
    const reply = await stack.send('POST', path, { as, body: { ...body, organization_id: organizationId } });
    if (reply.status !== 201) throw new Error(reply.text);
    return reply.body.id;
  };
  await send('/tax-registrations', { country: 'CH' });
  const described = await stack.send('PATCH', '/seller-details', {
    as,
    body: { legal_name: 'Acme Ltd', organization_id: organizationId },
  });
  expect(described.status).toBe(200);
  await send('/customers/', { email: 'ada@example.com', external_id: 'ada' });
  await send('/files/', fileToCome(Buffer.from('a book')));
  const properties = { note: null };
  const licenses = await send('/benefits/', { type: 'license_keys', description: 'A key', properties: {} });
  const benefit = await send('/benefits/', { type: 'custom', description: 'Thanks', properties });
  const field = await send('/custom-fields/', { type: 'text', slug: 'note', name: 'Note', properties: {} });
  const renamed = await stack.send('PATCH', `/custom-fields/${field}`, {
    as,
    body: { type: 'text', slug: 'remark' },
  });
  expect(renamed.status).toBe(200);
  const meter = await send('/meters/', {
    name: 'Calls',
    filter: { conjunction: 'and', clauses: [] },
    aggregation: { func: 'count' },
  });
  await send('/meters/', {
    name: 'Models',
    filter: { conjunction: 'and', clauses: [] },
    aggregation: { func: 'unique', property: 'model' },
  });
  await send('/usage-alerts/', { name: 'Limit', meter_id: meter, kind: 'units', threshold: 1 });
  const event = { name: 'call', external_customer_id: 'ada', external_id: 'one', metadata: { model: 'big' } };
  const events = [{ ...event, organization_id: organizationId }];
  expect((await stack.send('POST', '/events/ingest', { as, body: { events } })).status).toBe(200);
  const product = await send('/products/', {
    name: 'Course',
    recurring_interval: 'month',
    attached_custom_fields: [{ custom_field_id: field, required: false }],
    prices: [
      { amount_type: 'fixed', price_amount: 1000, price_currency: 'usd' },
      { amount_type: 'metered_unit', meter_id: meter, unit_amount: '0.5', price_currency: 'usd' },
    ],
  });
  const link = await stack.send('POST', '/checkout-links/', {
    as,
    body: { payment_processor: 'stripe', products: [product] },
  });
  const visit = await stack.send('GET', `/checkout-links/${link.body.client_secret}/redirect`, {
    headers: { 'x-forwarded-for': '203.0.113.7' },
  });
  expect(visit.status).toBe(307);
  const listed = await stack.send('POST', `/products/${product}/benefits`, {
    as,
    body: { benefits: [benefit, licenses] },
  });
  expect(listed.status).toBe(200);
  const discount = await send('/discounts/', {
    type: 'percentage',
    basis_points: 1000,
    duration: 'once',
    name: 'Ten',
    products: [product],
  });
  return { products: [product], discount_id: discount };
};

describe('while a newer version has added columns to every table', () => {
  it('this one goes on selling, and fills them by their defaults', async () => {
    const names = await addTomorrowsColumns(stack.db);
    expect(unwritten.filter((name) => !names.includes(name))).toEqual([]);
    await watchInserts(stack.db, names);

    const seller = await makeSeller(stack);
    const body = await offer(seller);
    const checkout = await stack.send('POST', '/checkouts/', { as: seller.owner, body });
    const path = `/checkouts/client/${checkout.body.client_secret}`;
    expect((await confirm(stack, path)).status).toBe(200);
    await untilStatus(stack, path, 'succeeded');
    const sale = await buy(stack);
    expect(sale.order.status).toBe('paid');
    const refund = { order_id: sale.order.id, reason: 'other', amount: 100 };
    const refunded = await stack.send('POST', '/refunds/', { as: sale.seller.owner, body: refund });
    expect(refunded.body.status).toBe('succeeded');
    await stack.db.query('UPDATE subscriptions SET current_period_end = $1', [stack.clock.now()]);
    await renewAll(stack);
    expect(await sql(stack.db, 'SELECT 1 FROM renewals LIMIT 1')).toHaveLength(1);
    await makePaper(stack, `/orders/${sale.order.id}/invoice`, sale.seller.owner);

    await eventually(async () => {
      const { written, withoutDefault } = await seenInserts(stack.db);
      expect(withoutDefault).toEqual([]);
      expect(names.filter((name) => !written.includes(name) && !unwritten.includes(name))).toEqual([]);
    });
  });
});
