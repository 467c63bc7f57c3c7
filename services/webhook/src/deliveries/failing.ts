/** Disables endpoints that fail for long or answer 410 Gone, and notifies their organizations. */
import { changedRows, sql } from '@tessera/kit/database/sql';
import { emit, transact } from '@tessera/kit/events/outbox';
import { endpointDisabled } from '@tessera/proto/events/webhook';
import type { DataSource, EntityManager } from 'typeorm';
import { cancelDeliveries } from './cancel.ts';
import type { Result } from './record.ts';
import { isGone } from './rules.ts';

/** Groups endpoints by their results: recovered, delivery out of retries, answered 410. Tests do not count. */
const verdictsOf = (results: readonly Result[]) => {
  const counted = results.filter(({ job }) => !job.isTest);
  const recovered = new Set<string>();
  const givenUp = new Map<string, number>();
  const gone = new Map<string, string>();
  for (const { job, outcome, nextAttemptAt } of counted) {
    if (outcome.succeeded) {
      if (job.givenUp > 0) recovered.add(job.endpointId);
    } else if (nextAttemptAt === null) givenUp.set(job.endpointId, (givenUp.get(job.endpointId) ?? 0) + 1);
    if (isGone(outcome)) gone.set(job.endpointId, job.url);
  }
  // If results of one endpoint differ, the success counts.
  for (const { job, outcome } of counted) if (outcome.succeeded) givenUp.delete(job.endpointId);
  return { recovered: [...recovered], givenUp, gone };
};

/** An outage of some hours must not disable an endpoint. */
const patienceMilliseconds = 86_400_000;

/**
 * Counts failed deliveries. Disables an endpoint after `most` consecutive ones if it has accepted nothing for a day, and one
 * that answered 410 immediately; `most` null: never.
 */
export const judgeEndpoints = async (
  { db, now, most }: { db: DataSource; now: Date; most: number | null },
  results: readonly Result[],
): Promise<void> => {
  if (most === null) return;
  const { recovered, givenUp, gone } = verdictsOf(results);
  if (recovered.length > 0)
    await changedRows(
      db,
      `UPDATE endpoints SET given_up = 0, failing_since = NULL
       WHERE id = ANY($1::uuid[]) AND enabled AND given_up > 0`,
      [recovered],
    );
  for (const [endpointId, count] of givenUp)
    await transact(db, (em) =>
      countGivenUp(em, { endpointId, count, now, most, goneUrl: gone.get(endpointId) ?? null }),
    );
};

/** `goneUrl`: the URL that answered 410. An endpoint whose URL has changed since is not disabled. */
type GivenUp = { endpointId: string; count: number; now: Date; most: number; goneUrl: string | null };

const countGivenUp = async (
  em: EntityManager,
  { endpointId, count, now, most, goneUrl }: GivenUp,
): Promise<void> => {
  const [endpoint] = await sql<{ organizationId: string; url: string; enabled: boolean; givenUp: number }>(
    em,
    `UPDATE endpoints SET given_up = given_up + $2, failing_since = coalesce(failing_since, $4),
       enabled = url IS DISTINCT FROM $6 AND (given_up + $2 < $3 OR coalesce(failing_since, $4) > $5)
     WHERE id = $1 AND enabled AND deleted_at IS NULL
     RETURNING organization_id AS "organizationId", url, enabled, given_up AS "givenUp"`,
    [endpointId, count, most, now, new Date(now.getTime() - patienceMilliseconds), goneUrl],
  );
  if (!endpoint || endpoint.enabled) return;
  await cancelDeliveries(em, endpointId, now);
  const { organizationId, url, givenUp } = endpoint;
  const facts = { organizationId, url, givenUp, isGone: url === goneUrl };
  await emit(em, endpointDisabled, { webhookEndpointId: endpointId, ...facts });
};
