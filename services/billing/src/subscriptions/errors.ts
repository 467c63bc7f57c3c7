/** What a caller of a subscription may be told. */
import { defineErrors } from '@tessera/kit/errors';

export const subscriptionErrors = defineErrors({
  AlreadyCanceledSubscription: { status: 403, message: 'This subscription is already canceled.' },
  SubscriptionUpdatePending: { status: 409, message: 'This subscription is being changed. Try again.' },
  ResourceUnavailable: { status: 410, message: 'This subscription has ended.' },
});
