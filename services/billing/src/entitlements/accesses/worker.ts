/** Reconciles benefits on other platforms in the background. Replicas share the work, fairly between sellers. */
import { loop } from '@tessera/kit/background/loop';
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { onWake } from '@tessera/kit/background/wake';
import { sql } from '@tessera/kit/database/sql';
import { claimDue, completeDue, type DueRow, LostLease } from '@tessera/kit/due';
import { transact } from '@tessera/kit/events/outbox';
import type { DataSource } from 'typeorm';
import type { Billing } from '../../billing.ts';
import { PlatformFailure } from '../../platforms/http.ts';
import { accessWork, findAccess } from './entity.ts';
import { refuseWaiting } from './outcome.ts';
import { NotTakenBack, type Reconciling, reconcileAccess } from './reconcile.ts';
import { isReported, nextTaking, nextTry } from './rules.ts';
import { createTurns, type Turns } from './turns.ts';

/** Polling interval, for work left behind by a process that crashed. */
const restMilliseconds = 5_000;
/** Longer than all platform calls for one access can take. */
const leaseSeconds = 120;
/** They mostly wait for platforms, without a connection to the database. */
const runners = 8;

type Working = Reconciling & Pick<Billing, 'log'> & { turns: Turns };

export const startAccesses = (billing: Reconciling & Pick<Billing, 'log'>): Stoppable => {
  const { db, log } = billing;
  const working = { ...billing, turns: createTurns() };
  const running = loop({ every: restMilliseconds, log, name: accessWork, runners }, () =>
    reconcileNext(working),
  );
  const unsubscribe = onWake(db, accessWork, running.wake);
  return {
    stop: () => {
      unsubscribe();
      return running.stop();
    },
  };
};

/** Reconciles one due access. Returns true, or the milliseconds until the next one is due, false if there is none. */
const reconcileNext = async (working: Working): Promise<boolean | number> => {
  const { db, turns } = working;
  const except = turns.waiting();
  const [row] = await claimDue(db, { table: accessWork, limit: 1, leaseSeconds, except });
  if (!row) return turns.untilNext(await untilDue(db));
  const end = turns.begin(row.organizationId);
  try {
    await reconcileAccess(working, row);
  } catch (error) {
    if (error instanceof PlatformFailure && error.seconds !== undefined)
      turns.pause(row.organizationId, error.seconds);
    await takeFailure(working, row, error);
  } finally {
    end();
  }
  return true;
};

/** Writes platform failures to the grants. Any other error is unexpected, and retried as a temporary failure. */
const takeFailure = async (
  billing: Reconciling & Pick<Billing, 'log'>,
  row: DueRow,
  error: unknown,
): Promise<void> => {
  if (error instanceof LostLease) return;
  const isExpected = error instanceof PlatformFailure;
  const failure = isExpected ? error : new PlatformFailure('busy', 'Something went wrong.', { cause: error });
  const { subjectId, attempts } = row;
  const seconds = (failure instanceof NotTakenBack ? nextTaking : nextTry)(failure, attempts);
  const facts = { err: error, accessId: subjectId, attempts, seconds };
  if (isExpected) billing.log.info(facts, 'a platform did not do what was asked');
  else billing.log.error(facts, 'an access could not be seen to');
  await transact(billing.db, async (em) => {
    const access = await findAccess(em, subjectId);
    if (access && isReported(failure, attempts)) await refuseWaiting(em, billing.now(), { access, failure });
    if (seconds === null) await completeDue(em, accessWork, { row, cursor: null });
    else
      await em.query(
        `UPDATE ${accessWork} SET due_at = now() + make_interval(secs => $3), lease_id = NULL, leased_until = NULL,
           attempts = attempts - $4
         WHERE id = $1 AND lease_id = $2`,
        // A rate limit of the platform does not count as a failed attempt.
        [row.id, row.leaseId, seconds, failure.seconds === undefined ? 0 : 1],
      );
  }).catch((problem: unknown) => {
    if (!(problem instanceof LostLease)) throw problem;
  });
};

const untilDue = async (db: DataSource): Promise<number | false> => {
  const [row] = await sql<{ milliseconds: number | null }>(
    db,
    `SELECT ceil(extract(epoch FROM min(greatest(due_at, leased_until)) - now()) * 1000)::float8 AS milliseconds
     FROM ${accessWork} WHERE greatest(due_at, leased_until) > now()`,
  );
  return row?.milliseconds ?? false;
};
