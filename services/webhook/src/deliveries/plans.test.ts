/** How the deliveries of an endpoint with a long history are read. */
import { sql } from '@tessera/kit/database/sql';
import { uuidv7 } from 'uuidv7';
import { makeToken, startWebhook, type WebhookStack } from '../../test/factories.ts';

const count = 20_000;
const organizationId = uuidv7();
const endpointId = uuidv7();
let started: WebhookStack;
beforeAll(async () => {
  started = await startWebhook();
  const { db } = started.stack;
  await db.query(
    `INSERT INTO endpoints (id, created_at, organization_id, url, format, secret, events)
     VALUES ($1, now(), $2, 'https://example.com', 'raw', 'secret', '{customer.created}')`,
    [endpointId, organizationId],
  );
  const numbers = `FROM generate_series(1, ${count}) AS n`;
  await db.query(
    `INSERT INTO webhook_events (id, created_at, organization_id, type, subject_id, payload, awaiting)
     SELECT md5('event' || n)::uuid, now(), $1, 'customer.created', 'subject', '{}', 0 ${numbers}`,
    [organizationId],
  );
  await db.query(
    `INSERT INTO deliveries (event_id, endpoint_id, created_at, state, awaited, next_attempt_at)
     SELECT md5('event' || n)::uuid, $1, now(), CASE WHEN n % 500 = 0 THEN 'failed' ELSE 'succeeded' END, false, now()
     ${numbers}`,
    [endpointId],
  );
  await db.query(
    `INSERT INTO attempts (id, created_at, endpoint_id, delivery_id, succeeded, duration_ms)
     SELECT gen_random_uuid(), created_at, endpoint_id, id, state = 'succeeded', 5 FROM deliveries`,
  );
  await db.query('VACUUM ANALYZE webhook_events, deliveries, attempts');
});
afterAll(() => started.stack.stop());

/** The plans of what a request reads of attempts. */
const plansOf = async (path: string) => {
  const { db } = started.stack;
  const asked: { text: string; values: unknown[] }[] = [];
  const query = db.query.bind(db);
  db.query = ((text: string, values: unknown[] = []) => {
    asked.push({ text, values });
    return query(text, values);
  }) as typeof db.query;
  const reply = await started
    .send('GET', path, { as: makeToken(organizationId, 'webhooks:read') })
    .finally(() => void (db.query = query));
  const read = asked.filter(({ text }) => text.includes('attempts a'));
  const plans = await Promise.all(
    read.map(({ text, values }) => sql<Record<string, string>>(db, `EXPLAIN ${text}`, values)),
  );
  return {
    items: reply.body.items as object[],
    total: reply.body.pagination.total_count as number,
    plans: plans.map((rows) => rows.map((row) => row['QUERY PLAN']).join('\n')),
  };
};

describe('the list of deliveries', () => {
  it.each(['', '&latest=true'])(
    'finds the few that failed without reading the others (%j)',
    async (latest) => {
      const path = `/webhooks/deliveries?endpoint_id=${endpointId}&status=failed${latest}`;
      const { items, total, plans } = await plansOf(path);
      expect([items.length, total]).toEqual([10, count / 500]);
      expect(plans).toHaveLength(2);
      for (const plan of plans) {
        expect(plan).toContain('deliveries_undelivered');
        expect(plan).not.toContain('Seq Scan on deliveries');
      }
    },
  );
});
