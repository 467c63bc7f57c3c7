/** Runs renewals, retries and the other due work about subscriptions, on any replica. */
import type { Stoppable } from '@tessera/kit/background/stoppable';
import type { Billing } from '../billing.ts';
import { dueCards, warnOfCard } from './cards.ts';
import { type DueWork, startClaimed, workClaimed } from './claimed.ts';
import { dueGraces, endGrace } from './dunning/dunning.ts';
import { dueRetries, dueSubscriptions } from './entity.ts';
import { billEnded, unbilled } from './periods/final.ts';
import { dueResumes, resumeDue } from './periods/pause.ts';
import { renewSubscription } from './periods/renew.ts';
import { dueTrials, remindOfTrial } from './periods/trials.ts';
import { retryRenewal } from './retry.ts';

const restMilliseconds = 10_000;
const kinds: DueWork[] = [
  { due: dueRetries, run: retryRenewal },
  { due: dueGraces, run: endGrace },
  { due: dueResumes, run: resumeDue },
  { due: dueTrials, run: remindOfTrial },
  { due: dueCards, run: warnOfCard },
  { due: unbilled, run: billEnded },
  // High concurrency, as concurrent renewals share their reads and writes.
  { due: dueSubscriptions, run: renewSubscription, lanes: 50 },
];

export const startRenewals = (billing: Billing): Stoppable =>
  startClaimed(billing, { name: 'renewals', every: restMilliseconds }, kinds);

/** One round. Returns the number of rows processed; failed ones are left for a later round. */
export const renewDue = (billing: Billing): Promise<number> => workClaimed(billing, kinds);
