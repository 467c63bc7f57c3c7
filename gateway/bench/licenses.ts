/**
 * Validations of license keys per second, by billing itself, against an Express route that does one read by the same
 * index of the same database and returns its row. Interleaved. Goal: at least 0.5 of it.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { uuidv7 } from 'uuidv7';
import { addOrganization, startBillingServers } from './measuring/billing-service.ts';
import { freePort, startProcess } from './measuring/process.ts';
import { interleave, median } from './measuring/rounds.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 3);
const keys = 1_000;
const goal = 0.5;

const servers = await startBillingServers();
const admin = await servers.connect('postgres');
await admin.query('CREATE DATABASE billing');
const billing = await servers.startBilling('billing');
const db = await servers.connect('billing');
const organizationId = uuidv7();
const keyOf = (index: number): string => `BENCH-${String(index).padStart(8, '0')}`;
const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');
await makeKeys();
const dir = await mkdtemp(join(tmpdir(), 'tessera-bench-'));
const bare = await startBare();

const bodies = Array.from({ length: keys }, (_, index) =>
  JSON.stringify({ key: keyOf(index), organization_id: organizationId }),
);
const load = async (options: autocannon.Options): Promise<number> => {
  const result = await autocannon({ connections: 32, duration: seconds, ...options });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${options.url}: ${result.non2xx} refusals, ${result.errors} errors`);
  return result['2xx'] / result.duration;
};
const results = await interleave(rounds, {
  bare: () => load({ url: `${bare.url}/license` }),
  billing: () =>
    load({
      url: `${billing.url}/customer-portal/license-keys/validate`,
      requests: bodies.map((body) => ({
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })),
    }),
});
const ratio = median(results.billing.map((value, round) => value / (results.bare[round] ?? value)));
console.log(`(a) Express, one read by the index    ${median(results.bare).toFixed(0)} requests/s`);
console.log(`(b) billing, validate                 ${median(results.billing).toFixed(0)} requests/s`);
console.log(
  `(b)/(a), median of ${rounds} interleaved rounds: ${ratio.toFixed(3)} (goal: at least ${goal})${ratio >= goal ? '' : '  NOT REACHED'}`,
);
await bare.stop();
await db.end();
await admin.end();
await servers.stop();
await rm(dir, { recursive: true, force: true });

/** Creates keys, each of a different customer. */
async function makeKeys(): Promise<void> {
  await addOrganization(db, organizationId);
  await db.query(
    `WITH people AS (
       INSERT INTO customers (id, created_at, organization_id, email, metadata)
       SELECT gen_random_uuid(), now(), $1, 'holder-' || n || '@example.com', '{}' FROM generate_series(0, $2::int - 1) AS n
       RETURNING id
     )
     INSERT INTO license_keys (id, created_at, organization_id, customer_id, benefit_id, grant_id, key, key_hash, status,
       usage, validations)
     SELECT gen_random_uuid(), now(), $1, id, $3, gen_random_uuid(), key, encode(sha256(key::bytea), 'hex'), 'granted', 0, 0
     FROM (SELECT id, 'BENCH-' || lpad((row_number() OVER () - 1)::text, 8, '0') AS key FROM people) AS named`,
    [organizationId, keys, uuidv7()],
  );
  await db.query('VACUUM ANALYZE');
  const first = await db.query('SELECT 1 FROM license_keys WHERE key_hash = $1', [hashOf(keyOf(0))]);
  if (first.rowCount !== 1) throw new Error('the keys are not there');
}

async function startBare() {
  const file = join(dir, 'routes.json');
  const text = 'SELECT * FROM license_keys WHERE organization_id = $1 AND key_hash = $2';
  const statement = { name: 'license', text, values: [organizationId, hashOf(keyOf(0))] };
  await writeFile(file, JSON.stringify({ '/license': [statement] }));
  return startProcess(new URL('./baselines/bare-express.ts', import.meta.url).pathname, await freePort(), {
    DATABASE_URL: servers.databaseUrl('billing'),
    ROUTES: file,
  });
}
