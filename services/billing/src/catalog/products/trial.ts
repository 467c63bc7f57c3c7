/** Trials that products and checkouts give: pure. */
import { refuseField } from '@tessera/kit/errors';
import type { SubscriptionRecurringInterval } from '@tessera/proto/api/billing/enums';

/** So many intervals; both null: no trial. */
export type Trial = {
  trialInterval: SubscriptionRecurringInterval | null;
  trialIntervalCount: number | null;
};

export const noTrial: Trial = { trialInterval: null, trialIntervalCount: null };

type TrialRequest = {
  trialInterval?: SubscriptionRecurringInterval | null | undefined;
  trialIntervalCount?: number | null | undefined;
};

/** The trial after a change of a product. Refuses one of what is sold once. */
export const trialAfter = (
  present: Trial,
  request: TrialRequest,
  recurringInterval: SubscriptionRecurringInterval | null,
): Trial => {
  const trial = trialAsked(present, request);
  if (trial.trialInterval !== null && recurringInterval === null)
    throw refuseField(['body', 'trial_interval'], 'Only recurring products can have a trial.');
  return trial;
};

/** The trial that a request asks for. Absent: unchanged; a null interval: none. Refuses half of one. */
export const trialAsked = (present: Trial, request: TrialRequest): Trial => {
  const { trialInterval = present.trialInterval, trialIntervalCount = present.trialIntervalCount } = request;
  if (trialInterval === null) {
    if (typeof request.trialIntervalCount === 'number')
      throw refuseField(['body', 'trial_interval'], 'A trial requires an interval.', 'missing');
    return noTrial;
  }
  if (trialIntervalCount === null)
    throw refuseField(['body', 'trial_interval_count'], 'A trial requires a length.', 'missing');
  return { trialInterval, trialIntervalCount };
};
