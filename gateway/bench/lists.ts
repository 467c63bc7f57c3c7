/**
 * The cost of long lists: the time of a page of 10,000 and of 1,000,000 rows, by the same requests to billing on two
 * databases. Goal of each ratio: at most 1.5, of searches 3. BENCH_ROWS changes the million.
 */
import { setTimeout } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { startBillingServers } from './measuring/billing-service.ts';
import { percentile } from './measuring/rounds.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 40);
const sizes = { few: 10_000, many: Number(process.env['BENCH_ROWS'] ?? 1_000_000) };
const goals = { list: 1.5, search: 3 };
/** Number of rows that match a filter on metadata or a search, in both databases. */
const rare = 20;
const productCount = 20;

type Size = keyof typeof sizes;
const organizationId = uuidv7();
/** Owns as many products as the other seller has orders, which are of twenty products. */
const catalogueId = uuidv7();
const customerId = uuidv7();
const benefitId = uuidv7();
const productIds = Array.from({ length: productCount }, () => uuidv7());

const servers = await startBillingServers();
const admin = await servers.connect('postgres');
await admin.query('CREATE DATABASE few');
await (await servers.startBilling('few')).stop();
await admin.query('CREATE DATABASE many TEMPLATE few');
for (const size of ['few', 'many'] as const) await fill(size);
const few = await servers.startBilling('few');
const many = await servers.startBilling('many');
for (const size of ['few', 'many'] as const) await countsAddedUp(size);
let isReached = true;
for (const [name, path, kind] of requests()) await compare(name, path, kind);
console.log(isReached ? 'all goals are reached' : 'NOT ALL GOALS ARE REACHED');
await admin.end();
await servers.stop();

/** Waits until billing has summed up the count deltas of the inserted rows: normally those of a few seconds. */
async function countsAddedUp(size: Size): Promise<void> {
  const client = await servers.connect(size);
  const hasDeltas = async (): Promise<boolean> =>
    (await client.query('SELECT 1 FROM list_count_deltas LIMIT 1')).rows.length > 0;
  while (await hasDeltas()) await setTimeout(200);
  await client.query('VACUUM ANALYZE list_counts, list_month_counts, list_count_deltas');
  await client.end();
}

type Kind = keyof typeof goals;
type Request = [name: string, path: string, kind: Kind];

/** A request with these parameters; named by them, with the value where that is a word of the API. */
function one(list: string, filter: string, kind: Kind = 'list'): Request {
  const name = /^(sorting|status)=/.test(filter) ? filter : filter.replace(/=.*/, '');
  return [`${list} ${name}`.trim(), `/${list}/?${filter && `${filter}&`}limit=10`, kind];
}

/** The first, the middle and the last page of a list. */
function paged(list: string, filter = ''): Request[] {
  const [name, path, kind] = one(list, filter);
  const pages = { '1': '1', middle: '{middle}', last: '{last}' };
  return Object.entries(pages).map(([at, page]) => [`${name}, page ${at}`, `${path}&page=${page}`, kind]);
}

/** The requests; `{last}` is the list's last page, `{middle}` the middle one. */
function requests(): Request[] {
  const product = `product_id=${productIds[3]}`;
  return [
    ...paged('orders'),
    ...paged('orders', product),
    ...paged('orders', 'product_billing_type=recurring'),
    ...paged('orders', 'status=paid'),
    one('orders', 'status=refunded'),
    ...paged('orders', 'sorting=product'),
    one('orders', 'sorting=customer'),
    one('orders', `customer_id=${customerId}`),
    one('orders', 'metadata[campaign]=spring'),
    one('orders', 'query=regular@example.com', 'search'),
    ...paged('customers'),
    one('customers', 'sorting=name'),
    one('customers', 'email=needle-7@example.com'),
    one('customers', 'metadata[campaign]=spring'),
    one('customers', 'query=needle', 'search'),
    ...paged('subscriptions'),
    ...paged('subscriptions', product),
    ...paged('subscriptions', 'active=true'),
    ...paged('subscriptions', 'status=active'),
    one('subscriptions', 'sorting=customer'),
    one('subscriptions', `customer_id=${customerId}`),
    one('subscriptions', 'metadata[campaign]=spring'),
    one('subscriptions', 'query=regular@example.com', 'search'),
    ...paged('checkouts'),
    ...paged('checkouts', 'status=expired'),
    ...paged('checkouts', product),
    one('checkouts', `customer_id=${customerId}`),
    one('checkouts', 'query=needle', 'search'),
    ...paged('payments'),
    ...paged('payments', 'status=failed'),
    ...paged('payments', 'sorting=status'),
    one('payments', 'customer_email=needle-7@example.com'),
    ...paged('license-keys'),
    ...paged('license-keys', `benefit_id=${benefitId}`),
    one('license-keys', `customer_id=${customerId}`),
    one('license-keys', 'query=regular@example.com', 'search'),
    ...paged('products'),
    one('products', 'is_archived=true'),
    one('products', 'is_recurring=true'),
    one('products', 'metadata[campaign]=spring'),
    one('products', 'query=needle', 'search'),
    ...paged('benefits'),
    one('benefits', 'type=custom'),
    one('benefits', 'metadata[campaign]=spring'),
    one('benefits', 'query=needle', 'search'),
  ];
}

async function compare(name: string, path: string, kind: Kind): Promise<void> {
  const paths = { few: await resolve(few.url, path), many: await resolve(many.url, path) };
  const times: Record<Size, number[]> = { few: [], many: [] };
  for (let round = -5; round < rounds; round += 1)
    for (const [size, { url }] of [
      ['few', few],
      ['many', many],
    ] as const) {
      const headers = await servers.headersOf(ownerOf(path));
      const started = performance.now();
      const response = await fetch(url + paths[size], { headers });
      if (response.status !== 200)
        throw new Error(`${paths[size]}: ${response.status} ${await response.text()}`);
      const { items } = (await response.json()) as { items: unknown[] };
      if (items.length === 0) throw new Error(`${paths[size]} found nothing`);
      if (round >= 0) times[size].push(performance.now() - started);
    }
  // Disturbances only make a measurement longer: the lower quartile is closest to the cost itself.
  const [short, long] = [percentile(times.few, 0.25), percentile(times.many, 0.25)];
  const ratio = long / short;
  const isGood = ratio <= goals[kind];
  isReached &&= isGood;
  console.log(
    `${name.padEnd(44)} ${short.toFixed(1).padStart(7)} ms ${long.toFixed(1).padStart(8)} ms   ${ratio.toFixed(2)} (goal: at most ${goals[kind]})${isGood ? '' : '  NOT REACHED'}`,
  );
}

/** Returns the organization whose token a request carries. */
function ownerOf(path: string): string {
  return /^\/(products|benefits)\//.test(path) ? catalogueId : organizationId;
}

async function resolve(url: string, path: string): Promise<string> {
  if (!path.includes('{')) return path;
  const headers = await servers.headersOf(ownerOf(path));
  const response = await fetch(url + path.replace(/\{\w+\}/, '1'), { headers });
  const { pagination } = (await response.json()) as { pagination: { max_page: number } };
  return path
    .replace('{last}', String(pagination.max_page))
    .replace('{middle}', String(Math.ceil(pagination.max_page / 2)));
}

/** Inserts the rows of a seller over a thousand days; creates the indexes afterwards, which is faster. */
async function fill(size: Size): Promise<void> {
  const client = await servers.connect(size);
  const started = performance.now();
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid IN ('orders'::regclass, 'customers'::regclass, 'subscriptions'::regclass, 'checkouts'::regclass,
       'payments'::regclass, 'products'::regclass, 'benefits'::regclass, 'order_items'::regclass, 'product_prices'::regclass,
       'license_keys'::regclass)
       AND NOT indisunique`,
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  await client.query(
    `INSERT INTO organizations (id, name, slug, allow_multiple_subscriptions, revision)
     VALUES ($1, 'Bench', 'bench', false, 1), ($2, 'Catalogue', 'catalogue', false, 1)`,
    [organizationId, catalogueId],
  );
  for (const statement of statements(sizes[size])) await client.query(statement);
  // No list reads these: to add them up would keep a processor busy half of the time.
  await client.query('TRUNCATE metric_deltas, movement_deltas');
  await client.query("SET maintenance_work_mem = '512MB'");
  for (const { definition } of rows) await client.query(definition);
  await client.query('VACUUM ANALYZE');
  await client.end();
  console.log(
    `${sizes[size]} rows in each list, made in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  );
}

function statements(count: number): string[] {
  const org = `'${organizationId}'::uuid`;
  const catalogue = `'${catalogueId}'::uuid`;
  const ids = `(ARRAY['${productIds.join("','")}']::uuid[])`;
  const product = `${ids}[1 + n % ${productCount}]`;
  const time = `now() - n * (interval '1000 days' / ${count + 1})`;
  const every = Math.floor(count / rare);
  const metadata = `CASE WHEN n % ${every} = 0 THEN '{"campaign":"spring"}'::jsonb ELSE '{}'::jsonb END`;
  const needle = `CASE WHEN n % ${every} = 0 THEN 'needle-' || n / ${every} ELSE 'person-' || n END`;
  const series = `FROM generate_series(1, ${count}) AS n`;
  const id = (kind: string) => `md5('${kind}' || n)::uuid`;
  const customer = `CASE WHEN n % ${every} = 0 THEN '${customerId}'::uuid ELSE ${id('customer')} END`;
  return [
    `INSERT INTO customers (id, created_at, organization_id, email, name, metadata)
     SELECT ${id('customer')}, ${time}, ${org}, ${needle} || '@example.com', 'Buyer ' || n, ${metadata} ${series}`,
    `INSERT INTO customers (id, created_at, organization_id, email, metadata)
     VALUES ('${customerId}', now() - interval '1001 days', ${org}, 'regular@example.com', '{}')`,
    `INSERT INTO products (id, created_at, organization_id, name, recurring_interval, is_archived, metadata,
       price_amount_type, price_amount)
     SELECT CASE WHEN n <= ${productCount} THEN ${ids}[n] ELSE ${id('product')} END, ${time},
       CASE WHEN n <= ${productCount} THEN ${org} ELSE ${catalogue} END, ${needle},
       CASE WHEN n % 2 = 0 THEN 'month' END, n % 10 = 0, ${metadata}, 'fixed', 1000 ${series}`,
    `INSERT INTO product_prices (id, created_at, product_id, position, amount_type, price_amount)
     SELECT md5('price' || id)::uuid, created_at, id, 0, 'fixed', 1000 FROM products`,
    `INSERT INTO benefits (id, created_at, organization_id, type, description, metadata, properties)
     SELECT ${id('benefit')}, ${time}, ${catalogue}, 'custom', ${needle}, ${metadata}, '{"note":null}' ${series}`,
    `INSERT INTO benefits (id, created_at, organization_id, type, description, metadata, properties)
     VALUES ('${benefitId}', now(), ${org}, 'license_keys', 'Key', '{}', '{}')`,
    `INSERT INTO subscriptions (id, created_at, organization_id, status, customer_id, product_id, price_ids, amount,
       currency, recurring_interval, anchor_day, current_period_start, started_at, metadata, custom_field_data)
     SELECT ${id('subscription')}, ${time}, ${org}, CASE WHEN n % 3 = 0 THEN 'canceled' ELSE 'active' END, ${customer},
       ${product}, ARRAY[md5('price' || ${product})::uuid], 1000, 'usd', 'month', 1, ${time}, ${time}, ${metadata}, '{}'
     ${series}`,
    `INSERT INTO orders (id, created_at, organization_id, status, customer_id, product_id, billing_reason, currency,
       invoice_number, subtotal_amount, discount_amount, net_amount, tax_amount, total_amount, metadata, custom_field_data)
     SELECT ${id('order')}, ${time}, ${org}, CASE WHEN n % ${every} = 1 THEN 'refunded' ELSE 'paid' END, ${customer}, ${product}, 'purchase', 'usd',
       'BENCH-' || n, 1000, 0, 1000, 0, 1000,
       ${metadata}, '{}' ${series}`,
    `INSERT INTO order_items (id, created_at, order_id, position, label, amount, tax_amount)
     SELECT ${id('item')}, now(), ${id('order')}, 0, 'Bench', 1000, 0 ${series}`,
    `INSERT INTO checkouts (id, created_at, organization_id, status, client_secret, expires_at, product_ids, product_id,
       product_price_id, is_recurring, amount, currency, allow_discount_codes, require_billing_address,
       is_business_customer, customer_id, customer_email, customer_name, customer_metadata, metadata, custom_field_data)
     SELECT ${id('checkout')}, ${time}, ${org}, CASE WHEN n % 2 = 0 THEN 'expired' ELSE 'succeeded' END, 'secret-' || n,
       ${time}, ARRAY[${product}], ${product}, md5('price' || ${product})::uuid, false, 1000, 'usd', true, false, false,
       ${customer}, ${needle} || '@example.com', 'Buyer ' || n, '{}', '{}', '{}' ${series}`,
    `INSERT INTO payments (id, created_at, organization_id, purpose_kind, purpose_id, checkout_id, attempt, customer_id,
       processor, processor_id, idempotency_key, confirmation_token, amount, currency, status, order_id, customer_email,
       card_brand, card_last4, decline_reason)
     SELECT ${id('payment')}, ${time}, ${org}, 'checkout', ${id('checkout')}, ${id('checkout')}, 1, ${customer},
       'sandbox', 'charge-' || n, 'bench-' || n, 'token-' || n, 1000, 'usd',
       CASE WHEN n % 10 = 0 THEN 'failed' ELSE 'succeeded' END, CASE WHEN n % 10 <> 0 THEN ${id('order')} END,
       ${needle} || '@example.com', 'visa', '4242', CASE WHEN n % 10 = 0 THEN 'card_declined' END ${series}`,
    `INSERT INTO license_keys (id, created_at, organization_id, customer_id, benefit_id, grant_id, key, key_hash, status,
       usage, validations)
     SELECT ${id('key')}, ${time}, ${org}, ${customer}, '${benefitId}', ${id('grant')}, 'KEY-' || n, md5('key' || n),
       'granted', 0, 0 ${series}`,
  ];
}
