/** Rounds of counting an organization's events, one process at a time. */
import type { EntityManager } from 'typeorm';
import { lockUsage, tryLockUsage } from '../locks.ts';
import { beginBackfills } from './backfills.ts';
import { countBatches, type Round } from './count.ts';
import { adoptEvents, countPast } from './past.ts';

/** Runs a round, unless another process is running one. Returns whether there may be more to count. */
export const countRound = async (round: Round): Promise<boolean> => {
  const { em, organizationId } = round;
  if (!(await tryLockUsage(em, organizationId))) return false;
  await beginBackfills(em, organizationId);
  const steps = [await countBatches(round), await adoptEvents(round), await countPast(round)];
  return steps.includes(true);
};

/** Counts everything that an organization has ingested up to now, before billing, in the same transaction. */
export const countAllUsage = async (em: EntityManager, now: Date, organizationId: string): Promise<void> => {
  await lockUsage(em, organizationId);
  await beginBackfills(em, organizationId);
  while (await countBatches({ em, now, organizationId }));
};
