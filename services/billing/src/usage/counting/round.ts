/** Rounds of counting an organization's events, one process at a time. */
import { sql } from '@tessera/kit/sql';
import type { EntityManager } from 'typeorm';
import { beginBackfills } from './backfills.ts';
import { countBatches, type Round } from './count.ts';
import { adoptEvents, countPast } from './past.ts';

/** One round, unless another process is at it. Answers whether there may be more. */
export const countRound = async (round: Round): Promise<boolean> => {
  const { em, organizationId } = round;
  const [lock] = await sql<{ taken: boolean }>(
    em,
    `SELECT pg_try_advisory_xact_lock(hashtext('usage'), hashtext($1)) AS taken`,
    [organizationId],
  );
  if (!lock?.taken) return false;
  await beginBackfills(em, organizationId);
  const steps = [await countBatches(round), await adoptEvents(round), await countPast(round)];
  return steps.includes(true);
};

/** Waits until nobody counts for an organization; nobody else will before this transaction ends. */
export const lockUsage = (em: EntityManager, organizationId: string): Promise<unknown> =>
  em.query(`SELECT pg_advisory_xact_lock(hashtext('usage'), hashtext($1))`, [organizationId]);

/** Counts all that an organization has taken in up to now: before it is billed, in the transaction that does so. */
export const countAllUsage = async (em: EntityManager, now: Date, organizationId: string): Promise<void> => {
  await lockUsage(em, organizationId);
  await beginBackfills(em, organizationId);
  while (await countBatches({ em, now, organizationId }));
};
