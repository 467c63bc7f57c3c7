/** Does due work on any replica: a few claimed rows at a time; failed ones are retried later with back-off. */
import { loop } from '@tessera/kit/background/loop';
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { countWaiting } from '@tessera/kit/background/waiting';
import type { Billing } from '../billing.ts';
import {
  type Claim,
  claimRows,
  countRows,
  type DueRows,
  postponeClaim,
  releaseClaims,
  renewClaims,
  renewMilliseconds,
} from './claims.ts';

const batch = 100;
/** Default concurrency per process: each job waits for the processor, and holds a connection only briefly. */
const fewLanes = 8;

/**
 * A kind of due work. `run` processes one row and returns whether there was anything to do. `lanes`: the concurrency,
 * where it differs from the default.
 */
export type DueWork = {
  due: DueRows;
  run: (billing: Billing, id: string) => Promise<boolean>;
  lanes?: number;
};

type Work = { claim: Claim; run: DueWork['run']; lanes: number };

/** Works in rounds, `every` so many milliseconds when nothing is due, and counts in the metrics what waits. */
export const startClaimed = (
  billing: Billing,
  { name, every }: { name: string; every: number },
  kinds: readonly DueWork[],
): Stoppable => {
  const work = async () => (await workClaimed(billing, kinds)) > 0;
  const running = loop({ every, log: billing.log, name }, work);
  const stopCounting = countWaiting(name.replaceAll(' ', '_'), () => countClaimable(billing, kinds));
  return {
    stop: () => {
      stopCounting();
      return running.stop();
    },
  };
};

const countClaimable = async ({ db, now }: Billing, kinds: readonly DueWork[]): Promise<number> => {
  let waiting = 0;
  for (const { due } of kinds) waiting += await countRows(db.manager, due, now());
  return waiting;
};

/** One round. Returns the number of rows done; failed ones are left for a later round. */
export const workClaimed = async (billing: Billing, kinds: readonly DueWork[]): Promise<number> => {
  const work: Work[] = [];
  for (const { due, run, lanes = fewLanes } of kinds) {
    const claims = await claimRows(billing.db.manager, due, { now: billing.now(), limit: batch });
    work.push(...claims.map((claim) => ({ claim, run, lanes })));
  }
  return work.length === 0 ? 0 : doClaimed(billing, work);
};

const doClaimed = async (billing: Billing, work: Work[]): Promise<number> => {
  const em = billing.db.manager;
  const open = new Set(work.map(({ claim }) => claim.id));
  const holding = setInterval(() => {
    renewClaims(em, [...open]).catch((err: unknown) => billing.log.warn({ err }, 'claims were not renewed'));
  }, renewMilliseconds);
  const ended: string[] = [];
  let done = 0;
  const lane = async (waiting: Work[]): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { claim, run } = next;
      const isDone = await run(billing, claim.id).catch((err: unknown) => stepBack(billing, claim, err));
      open.delete(claim.id);
      if (isDone !== null) ended.push(claim.id);
      if (isDone) done += 1;
    }
  };
  try {
    const byLanes = Map.groupBy(work, ({ lanes }) => lanes);
    await Promise.all(
      [...byLanes].flatMap(([lanes, waiting]) => Array.from({ length: lanes }, () => lane(waiting))),
    );
  } finally {
    clearInterval(holding);
  }
  await releaseClaims(em, ended);
  return done;
};

const stepBack = async (billing: Billing, claim: Claim, err: unknown): Promise<null> => {
  billing.log.warn({ err, subject: claim.id, attempts: claim.attempts }, 'renewal tried again later');
  await postponeClaim(billing.db.manager, claim);
  return null;
};
