/** Pure rules for trials of products and checkouts. */
import { refuseField } from '@tessera/kit/errors';
import type { SubscriptionRecurringInterval } from '@tessera/proto/api/billing/enums';

/** A number of intervals; both null: no trial. */
export type Trial = {
  trialInterval: SubscriptionRecurringInterval | null;
  trialIntervalCount: number | null;
};

export const noTrial: Trial = { trialInterval: null, trialIntervalCount: null };

type TrialRequest = {
  trialInterval?: SubscriptionRecurringInterval | null | undefined;
  trialIntervalCount?: number | null | undefined;
};

/** The trial after an update of a product. Throws a validation error for one-time products. */
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

/** The requested trial. Undefined: unchanged; null interval: none. Throws a validation error when incomplete. */
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
