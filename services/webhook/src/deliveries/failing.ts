/** An endpoint that takes nothing for long is told nothing more, and its organization hears of that. */
import { emit, transact } from '@tessera/kit/outbox';
import { changedRows, sql } from '@tessera/kit/sql';
import { endpointDisabled } from '@tessera/proto/events/webhook';
import type { DataSource, EntityManager } from 'typeorm';
import { cancelDeliveries } from './cancel.ts';
import type { Result } from './record.ts';

/** What ends of attempts say of their endpoints: who took a message after failures, and who took one no more. */
export const verdictsOf = (results: readonly Result[]) => {
  const recovered = new Set<string>();
  const givenUp = new Map<string, number>();
  for (const { job, outcome, nextAttemptAt } of results)
    if (outcome.succeeded) {
      if (job.givenUp > 0) recovered.add(job.endpointId);
    } else if (nextAttemptAt === null) givenUp.set(job.endpointId, (givenUp.get(job.endpointId) ?? 0) + 1);
  // Of several ends at once the good one counts.
  for (const { job, outcome } of results) if (outcome.succeeded) givenUp.delete(job.endpointId);
  return { recovered: [...recovered], givenUp };
};

/** An outage of some hours is no reason: what happens after it shall be told. */
const patienceMilliseconds = 86_400_000;

/**
 * Counts them, and disables an endpoint that has taken nothing for a day, with the `most`th delivery in a row that was
 * given up; null: never.
 */
export const judgeEndpoints = async (
  { db, now, most }: { db: DataSource; now: Date; most: number | null },
  results: readonly Result[],
): Promise<void> => {
  if (most === null) return;
  const { recovered, givenUp } = verdictsOf(results);
  if (recovered.length > 0)
    await changedRows(
      db,
      `UPDATE endpoints SET given_up = 0, failing_since = NULL
       WHERE id = ANY($1::uuid[]) AND enabled AND given_up > 0`,
      [recovered],
    );
  for (const [endpointId, count] of givenUp)
    await transact(db, (em) => countGivenUp(em, { endpointId, count, now, most }));
};

type GivenUp = { endpointId: string; count: number; now: Date; most: number };

const countGivenUp = async (em: EntityManager, { endpointId, count, now, most }: GivenUp): Promise<void> => {
  const [endpoint] = await sql<{ organizationId: string; url: string; enabled: boolean; givenUp: number }>(
    em,
    `UPDATE endpoints SET given_up = given_up + $2, failing_since = coalesce(failing_since, $4),
       enabled = given_up + $2 < $3 OR coalesce(failing_since, $4) > $5
     WHERE id = $1 AND enabled AND deleted_at IS NULL
     RETURNING organization_id AS "organizationId", url, enabled, given_up AS "givenUp"`,
    [endpointId, count, most, now, new Date(now.getTime() - patienceMilliseconds)],
  );
  if (!endpoint || endpoint.enabled) return;
  await cancelDeliveries(em, endpointId, now);
  const { organizationId, url, givenUp } = endpoint;
  await emit(em, endpointDisabled, { webhookEndpointId: endpointId, organizationId, url, givenUp });
};
