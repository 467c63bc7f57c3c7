/** How lists of a large seller are read: by an index, also by a plan that is made for any values. */
import { createHash } from 'node:crypto';
import { sql } from '@tessera/kit/database/sql';
import type { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import {
  type BillingStack,
  makeDiscount,
  makeProduct,
  makeSeller,
  type Seller,
  startBilling,
} from '../../test/factories.ts';
import { findWaiting } from '../usage/counting/backfills.ts';

let stack: BillingStack;
let seller: Seller;
const count = 20_000;
const benefitId = uuidv7();
beforeAll(async () => {
  stack = await startBilling({ workers: false });
  seller = await makeSeller(stack);
  await fill(stack.db, seller.organizationId);
});
afterAll(() => stack.stop());

/**
 * Customers with an order, a grant and a license key each; a statement of its own for each table, as they are checked
 * by triggers. A few orders are not paid, and a few grants revoked.
 */
const fill = async (db: DataSource, organizationId: string): Promise<void> => {
  const numbers = `FROM generate_series(1, ${count}) AS n`;
  await db.query(
    `INSERT INTO customers (id, created_at, organization_id, external_id, email, name, metadata)
     SELECT md5('customer' || n)::uuid, now(), $1, 'ext-' || n, 'buyer-' || n || '@example.com', 'Buyer ' || n,
       '{}' ${numbers}`,
    [organizationId],
  );
  await db.query(
    `INSERT INTO license_keys (id, created_at, organization_id, customer_id, benefit_id, grant_id, key, key_hash, status,
       usage, validations)
     SELECT gen_random_uuid(), now(), $1, md5('customer' || n)::uuid, $2, gen_random_uuid(), 'KEY-' || md5(n::text),
       md5('hash' || n), 'granted', 0, 0 ${numbers}`,
    [organizationId, benefitId],
  );
  await db.query(
    `INSERT INTO benefits (id, created_at, organization_id, type, description, metadata, properties)
     VALUES ($2, now(), $1, 'custom', 'Benefit', '{}', '{"note":null}')`,
    [organizationId, benefitId],
  );
  await db.query(
    `INSERT INTO benefit_grants (id, created_at, organization_id, customer_id, benefit_id, order_id, granted_at,
       properties)
     SELECT gen_random_uuid(), now() - make_interval(mins => n), $1, md5('customer' || n)::uuid, $2, gen_random_uuid(),
       CASE WHEN n % 200 <> 0 THEN now() END, '{}' ${numbers}`,
    [organizationId, benefitId],
  );
  const { id: productId } = await makeProduct(stack, { organizationId });
  await db.transaction(async (em) => {
    // Without the triggers that sum up metrics, which would take longer than all else here.
    await em.query('SET LOCAL session_replication_role = replica');
    await em.query(
      `INSERT INTO orders (id, created_at, organization_id, status, customer_id, product_id, billing_reason, currency,
         invoice_number, subtotal_amount, discount_amount, net_amount, tax_amount, total_amount, metadata,
         custom_field_data)
       SELECT gen_random_uuid(), now() - make_interval(mins => n), $1,
         CASE WHEN n % 200 = 0 THEN 'refunded' ELSE 'paid' END, md5('customer' || n)::uuid, $2, 'purchase', 'usd',
         'PLAN-' || n, 100, 0, 100, 0, 100, '{}', '{}' ${numbers}`,
      [organizationId, productId],
    );
  });
  // Counts an index alone where it can, as after an autovacuum.
  await db.query('VACUUM ANALYZE customers, license_keys, orders, benefit_grants, usage_adoptions');
};

type Statement = { text: string; values: unknown[] };

/** The statement of a request that contains a text. */
const statementOf = (path: string, part: string): Promise<Statement> =>
  statementWithin(part, async () => {
    const reply = await stack.send('GET', path, { as: seller.owner });
    if (reply.status !== 200) throw new Error(reply.text);
  });

const statementWithin = async (part: string, act: () => Promise<unknown>): Promise<Statement> => {
  const { manager } = stack.db;
  const asked: Statement[] = [];
  const query = manager.query.bind(manager);
  manager.query = ((text: string, values: unknown[] = []) => {
    asked.push({ text, values });
    return query(text, values);
  }) as typeof manager.query;
  try {
    await act();
  } finally {
    manager.query = query;
  }
  const found = asked.find(({ text }) => text.includes(part));
  if (!found) throw new Error(`no statement with ${part}`);
  return found;
};

/**
 * The plan that Postgres may keep for a prepared statement, which is made without its values; `custom`: the one that it
 * makes for these values, if that is cheaper.
 */
const planOf = async ({ text, values }: Statement, mode = 'generic'): Promise<string> => {
  const name = `p${createHash('md5').update(text).digest('hex')}`;
  const literals = values.map((value) =>
    Array.isArray(value) ? `'{${value.join(',')}}'` : `'${String(value)}'`,
  );
  const rows = await stack.db.transaction(async (em) => {
    await sql(em, `SET LOCAL plan_cache_mode = force_${mode}_plan`);
    await sql(em, `PREPARE ${name} AS ${text}`);
    const run = literals.length > 0 ? `${name} (${literals.join(', ')})` : name;
    const found = await sql<Record<string, string>>(em, `EXPLAIN EXECUTE ${run}`);
    await sql(em, `DEALLOCATE ${name}`);
    return found;
  });
  return rows.map((row) => row['QUERY PLAN']).join('\n');
};

describe('lists of a large seller', () => {
  it('find the customers of payments by their addresses', async () => {
    const statement = await statementOf('/payments/?customer_email=buyer-7@example.com', 'FROM customers');
    const plan = await planOf(statement);
    expect(plan).toContain('customers_email');
    expect(plan).not.toContain('Seq Scan on customers');
  });

  it.each([
    ['/customers/?query=buyer%2077', 'search_key(r.email)', 'customers_search'],
    ['/orders/?query=plan-77', 'search_key(r.invoice_number)', 'orders_search'],
    ['/license-keys/?query=KEY-77', 'search_key(r.key)', 'license_keys_search'],
  ])('search along an index: %s', async (path, part, index) => {
    expect(await planOf(await statementOf(path, part), 'custom')).toContain(index);
  });

  it('find license keys by a search once, not for each key', async () => {
    const statement = await statementOf('/license-keys/?query=buyer-77@', 'FROM customers');
    expect(await planOf(statement)).not.toContain('SubPlan');
  });

  it('find the customers of meters by external ids of the organizations, not of each row’s', async () => {
    const statement = await statementOf('/customer-meters/?external_customer_id=ext-7', 'FROM customers');
    expect(await planOf(statement)).toMatch(/organization_id = ANY .*external_id = ANY /);
  });

  it('find orders that are not paid by an index that paid ones are not in', async () => {
    const statement = await statementOf('/orders/?status=refunded', 'FROM unnest');
    const plan = await planOf(statement);
    expect(plan).toContain('orders_not_paid');
    expect(plan).not.toContain('orders_created_at');
  });

  it('read a page of paid orders in the list’s order, and count the others', async () => {
    const page = await planOf(await statementOf('/orders/?status=paid', 'CROSS JOIN LATERAL'));
    expect(page).toContain('orders_created_at');
    expect(page).not.toMatch(/Seq Scan on orders|Bitmap/);
    expect(await planOf(await statementOf('/orders/?status=paid', 'count(*)'))).toContain('orders_not_paid');
  });

  it('are led to a page that is sorted by customers by these, not by all rows', async () => {
    for (const path of ['/orders/?sorting=customer', '/license-keys/?sorting=-customer']) {
      const plan = await planOf(await statementOf(path, 'customers customer'), 'custom');
      expect(plan).toContain('customers_as_shown');
      expect(plan).not.toMatch(/Seq Scan|Hash/);
    }
  });

  it('read the last page in another order than that of time from the list’s end', async () => {
    const path = `/customers/?sorting=name&limit=10&page=${count / 10}`;
    const { values } = await statementOf(path, 'CROSS JOIN LATERAL');
    expect(values.slice(-3)).toEqual([10, 10, 0]);
  });

  it('read a benefit’s keys and grants along its own indexes, revoked grants alone', async () => {
    const keys = await planOf(await statementOf(`/license-keys/?benefit_id=${benefitId}`, 'license_keys r'));
    expect(keys).toContain('license_keys_benefit_status');
    const grants = `/benefits/${benefitId}/grants?is_granted`;
    const held = await planOf(await statementOf(`${grants}=true`, 'benefit_grants r'));
    expect(held).toMatch(/Index (Only )?Scan using benefit_grants_benefit /);
    const others = await planOf(await statementOf(`${grants}=false`, 'benefit_grants r'));
    expect(others).toContain('benefit_grants_others');
    for (const plan of [keys, held, others]) expect(plan).not.toMatch(/Seq Scan on|Bitmap/);
  });

  it('count no row of a benefit, a wallet or a subscription’s status for a page', async () => {
    const paths = [
      `/license-keys/?benefit_id=${benefitId}`,
      `/benefits/${benefitId}/grants?is_granted=true`,
      '/wallets/',
      '/subscriptions/?status=active',
    ];
    for (const path of paths) await expect(statementOf(path, 'count(')).rejects.toThrow('no statement');
  });
});

describe('the codes of a discount', () => {
  it('are read for a page alone, in the order of their index', async () => {
    const { organizationId } = seller;
    const { id } = await makeDiscount(stack, { organizationId });
    await stack.db.query(
      `INSERT INTO discount_codes (id, created_at, organization_id, discount_id, code)
       SELECT gen_random_uuid(), now(), $1, $2, 'CODE-' || n FROM generate_series(1, ${count}) AS n`,
      [organizationId, id],
    );
    await stack.db.query('VACUUM ANALYZE discount_codes');
    for (const filter of ['', '?is_redeemed=false']) {
      const statement = await statementOf(`/discounts/${id}/codes${filter}`, 'FROM discount_codes one');
      const plan = await planOf(statement, 'custom');
      expect(plan).toContain('Index Scan using discount_codes_discount');
      expect(plan).not.toMatch(/Sort|WindowAgg/);
    }
  });
});

describe('the counting of usage', () => {
  it('steps from one organization to the next, however many customers of each wait to be looked at', async () => {
    const statement = await statementWithin('usage_adoptions', () => findWaiting(stack.db.manager));
    const plan = await planOf(statement);
    expect(plan).toContain('usage_adoptions_organization');
    expect(plan).not.toContain('Seq Scan on usage_adoptions');
  });
});
