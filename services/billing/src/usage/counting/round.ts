/** Rounds of counting an organization's events, one process at a time. */
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';
import { beginBackfills } from './backfills.ts';
import { countBatches, type Round } from './count.ts';
import { adoptEvents, countPast } from './past.ts';

/** Runs a round, unless another process is running one. Returns whether there may be more to count. */
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

/** Takes the organization's usage lock, held until the transaction ends: meanwhile no other process counts. */
export const lockUsage = (em: EntityManager, organizationId: string): Promise<unknown> =>
  em.query(`SELECT pg_advisory_xact_lock(hashtext('usage'), hashtext($1))`, [organizationId]);

/** Counts everything that an organization has ingested up to now, before billing, in the same transaction. */
export const countAllUsage = async (em: EntityManager, now: Date, organizationId: string): Promise<void> => {
  await lockUsage(em, organizationId);
  await beginBackfills(em, organizationId);
  while (await countBatches({ em, now, organizationId }));
};
