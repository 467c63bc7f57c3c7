/** Renews what is due, and tries failed payments again, on any replica. */
import type { Stoppable } from '@tessera/kit/bus';
import { loop } from '@tessera/kit/loop';
import type { Billing } from '../billing.ts';
import { findDueRenewalIds, findDueSubscriptionIds } from './entity.ts';
import { billEnded, findUnbilledIds } from './final.ts';
import { findDueResumeIds, resumeDue } from './pause.ts';
import { renewSubscription } from './renew.ts';
import { retryRenewal } from './retry.ts';
import { findDueTrialIds, remindOfTrial } from './trials.ts';

const restMilliseconds = 10_000;
const batch = 100;
/** Renewals at once in this process: each waits for the processor, and holds a connection for a moment only. */
const lanes = 8;

export const startRenewals = (billing: Billing): Stoppable =>
  loop(
    { every: restMilliseconds, log: billing.log, name: 'renewals' },
    async () => (await renewDue(billing)) > 0,
  );

/** One round. Answers how many were renewed or tried again; what fails is left for a later round. */
export const renewDue = async (billing: Billing): Promise<number> => {
  const due = { now: billing.now(), limit: batch };
  const em = billing.db.manager;
  const work = [
    ...(await findDueRenewalIds(em, due)).map((id) => () => retryRenewal(billing, id)),
    ...(await findDueResumeIds(em, due)).map((id) => () => resumeDue(billing, id)),
    ...(await findDueTrialIds(em, due)).map((id) => () => remindOfTrial(billing, id)),
    ...(await findUnbilledIds(em, due)).map((id) => () => billEnded(billing, id)),
    ...(await findDueSubscriptionIds(em, due)).map((id) => () => renewSubscription(billing, id)),
  ];
  let done = 0;
  const lane = async (): Promise<void> => {
    for (let next = work.shift(); next; next = work.shift()) {
      const isDone = await next().catch((error: unknown) => {
        billing.log.warn({ err: error }, 'renewal tried again later');
        return false;
      });
      if (isDone) done += 1;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return done;
};
