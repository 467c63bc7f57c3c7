/** How lists of a large seller are read: by an index, also by a plan that is made for any values. */
import { createHash } from 'node:crypto';
import { sql } from '@tessera/kit/database/sql';
import type { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { type BillingStack, makeSeller, type Seller, startBilling } from '../../test/factories.ts';

let stack: BillingStack;
let seller: Seller;
const count = 20_000;
beforeAll(async () => {
  stack = await startBilling({ workers: false });
  seller = await makeSeller(stack);
  await fill(stack.db, seller.organizationId);
});
afterAll(() => stack.stop());

/** Customers with a license key each; a statement of its own for each table, as they are checked by triggers. */
const fill = async (db: DataSource, organizationId: string): Promise<void> => {
  const numbers = `FROM generate_series(1, ${count}) AS n`;
  await db.query(
    `INSERT INTO customers (id, created_at, organization_id, external_id, email, name, metadata)
     SELECT md5('customer' || n)::uuid, now(), $1, 'ext-' || n, 'buyer-' || n || '@example.com', 'Buyer', '{}' ${numbers}`,
    [organizationId],
  );
  await db.query(
    `INSERT INTO license_keys (id, created_at, organization_id, customer_id, benefit_id, grant_id, key, key_hash, status,
       usage, validations)
     SELECT gen_random_uuid(), now(), $1, md5('customer' || n)::uuid, $2, gen_random_uuid(), 'KEY-' || md5(n::text),
       md5('hash' || n), 'granted', 0, 0 ${numbers}`,
    [organizationId, uuidv7()],
  );
  await db.query('ANALYZE customers, license_keys');
};

type Statement = { text: string; values: unknown[] };

/** The statement of a request that contains a text. */
const statementOf = async (path: string, part: string): Promise<Statement> => {
  const { manager } = stack.db;
  const asked: Statement[] = [];
  const query = manager.query.bind(manager);
  manager.query = ((text: string, values: unknown[] = []) => {
    asked.push({ text, values });
    return query(text, values);
  }) as typeof manager.query;
  try {
    const reply = await stack.send('GET', path, { as: seller.owner });
    if (reply.status !== 200) throw new Error(reply.text);
  } finally {
    manager.query = query;
  }
  const found = asked.find(({ text }) => text.includes(part));
  if (!found) throw new Error(`no statement with ${part}`);
  return found;
};

/** The plan that Postgres may keep for a prepared statement, which is made without its values. */
const planOf = async ({ text, values }: Statement): Promise<string> => {
  const name = `p${createHash('md5').update(text).digest('hex')}`;
  const literals = values.map((value) =>
    Array.isArray(value) ? `'{${value.join(',')}}'` : `'${String(value)}'`,
  );
  const rows = await stack.db.transaction(async (em) => {
    await sql(em, 'SET LOCAL plan_cache_mode = force_generic_plan');
    await sql(em, `PREPARE ${name} AS ${text}`);
    return sql<Record<string, string>>(em, `EXPLAIN EXECUTE ${name} (${literals.join(', ')})`);
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

  it('find license keys by a search once, not for each key', async () => {
    const statement = await statementOf('/license-keys/?query=buyer-77@', 'FROM customers');
    expect(await planOf(statement)).not.toContain('SubPlan');
  });

  it('find the customers of meters by external ids of the organizations, not of each row’s', async () => {
    const statement = await statementOf('/customer-meters/?external_customer_id=ext-7', 'FROM customers');
    expect(await planOf(statement)).toMatch(/organization_id = ANY .*external_id = ANY /);
  });
});
