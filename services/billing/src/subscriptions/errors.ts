/** Errors of the subscription API. */
import { type AppError, defineErrors } from '@tessera/kit/errors';
import type { SubscriptionRow } from './entity.ts';

export const subscriptionErrors = defineErrors({
  AlreadyCanceledSubscription: { status: 403, message: 'This subscription is already canceled.' },
  SubscriptionUpdatePending: { status: 409, message: 'This subscription is being changed. Try again.' },
  ResourceUnavailable: { status: 410, message: 'This subscription has ended.' },
});

const paused = 'This subscription is paused. Resume it first.';
const overdue = 'This subscription has an overdue payment. It can be changed once that is paid.';

/**
 * The error for changes of a subscription that is not active or is set to end: one name for clients, a message with
 * the reason for people.
 */
export const refuseChange = ({
  cancelAtPeriodEnd,
  endsAt,
  endedAt,
  pausedAt,
}: Pick<SubscriptionRow, 'cancelAtPeriodEnd' | 'endsAt' | 'endedAt' | 'pausedAt'>): AppError => {
  if (cancelAtPeriodEnd || endsAt || endedAt) return subscriptionErrors.AlreadyCanceledSubscription();
  return subscriptionErrors.AlreadyCanceledSubscription(pausedAt ? paused : overdue);
};
