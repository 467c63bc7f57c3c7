/** What a caller of a subscription may be told. */
import { type AppError, defineErrors } from '@tessera/kit/errors';
import type { SubscriptionRow } from './entity.ts';

export const subscriptionErrors = defineErrors({
  AlreadyCanceledSubscription: { status: 403, message: 'This subscription is already canceled.' },
  SubscriptionUpdatePending: { status: 409, message: 'This subscription is being changed. Try again.' },
  ResourceUnavailable: { status: 410, message: 'This subscription has ended.' },
});

const paused = 'This subscription is paused. Resume it first.';
const overdue = 'This subscription has an overdue payment. It can be changed once that is paid.';

/** Why what is not active, or ends, cannot be changed: clients know one name for all of it, people read the reason. */
export const refuseChange = ({
  cancelAtPeriodEnd,
  endsAt,
  endedAt,
  pausedAt,
}: Pick<SubscriptionRow, 'cancelAtPeriodEnd' | 'endsAt' | 'endedAt' | 'pausedAt'>): AppError => {
  if (cancelAtPeriodEnd || endsAt || endedAt) return subscriptionErrors.AlreadyCanceledSubscription();
  return subscriptionErrors.AlreadyCanceledSubscription(pausedAt ? paused : overdue);
};
