/** Sends sample data to one endpoint, so that its seller sees whether their server takes a message. */
import { wakeWork } from '@tessera/kit/background/wake';
import { sql } from '@tessera/kit/database/sql';
import { AppError, refuseField } from '@tessera/kit/errors';
import type { WebhookTest, WebhookTestSent } from '@tessera/proto/api/webhook/endpoint';
import { uuidv7 } from 'uuidv7';
import type { Endpoint } from '../endpoints/entity.ts';
import { samplePayload } from '../samples/payload.ts';
import { deliveryWork, type Webhook } from '../webhook.ts';

/** Test events of an endpoint in a window, which begins with the first of them. */
const maxTests = 10;
const windowSeconds = 60;

/**
 * Writes the event and its only delivery, which nothing awaits and no other delivery waits for. Whoever asked for it knows
 * that the endpoint is paused, so it is sent nevertheless. Writes nothing if the endpoint was tested too often, or deleted
 * meanwhile. A window in the future is none: the clock of a local installation can be set back.
 */
const statement = `
  WITH tested AS (
    UPDATE endpoints SET
      tests = CASE WHEN tests_since > $4::timestamptz AND tests_since <= $3::timestamptz THEN tests + 1 ELSE 1 END,
      tests_since = CASE WHEN tests_since > $4 AND tests_since <= $3 THEN tests_since ELSE $3 END
    WHERE id = $1 AND deleted_at IS NULL
      AND (tests < $5::int OR tests_since <= $4 OR tests_since > $3)
    RETURNING id, organization_id
  ), event AS (
    INSERT INTO webhook_events (id, created_at, organization_id, type, subject_id, payload, awaiting, test_of)
    SELECT $2::uuid, $3, organization_id, $6, $7, $8, 0, id FROM tested
  )
  INSERT INTO deliveries (event_id, endpoint_id, created_at, state, awaited, next_attempt_at)
  SELECT $2::uuid, id, $3, 'pending', false, $3 FROM tested
  RETURNING id`;

/** Sends a test event of a type that the endpoint receives. It is attempted once. */
export const sendTestEvent = async (
  webhook: Webhook,
  endpoint: Endpoint,
  { type }: WebhookTest,
): Promise<WebhookTestSent> => {
  if (!endpoint.events.includes(type))
    throw refuseField(['body', 'type'], 'The endpoint does not receive this type of event');
  const id = uuidv7();
  const now = webhook.now();
  const windowStart = new Date(now.getTime() - windowSeconds * 1000);
  const payload = samplePayload(type, now);
  const written = await sql(webhook.db, statement, [
    endpoint.id,
    id,
    now,
    windowStart,
    maxTests,
    type,
    'sample',
    payload,
  ]);
  if (written.length === 0) throw tooManyTests();
  wakeWork(webhook.db, [deliveryWork]);
  return { id };
};

const tooManyTests = (): AppError =>
  new AppError({
    name: 'TooManyTests',
    status: 429,
    message: 'Too many test events for this endpoint. Try again in a minute.',
    retryAfter: windowSeconds,
  });
