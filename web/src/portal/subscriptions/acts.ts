/** What a customer may do with a subscription: only actions that the server accepts. */
import type { CustomerOrganization, Subscription } from '../api.ts';
import { otherProducts } from './ChangeDialog.tsx';
import { hasNextPayment, isGoingOn, isOwing } from './describe.ts';

export const actsOf = (seller: CustomerOrganization, subscription: Subscription) => {
  const { subscriptionSettings, customerPortalSettings } = seller.organization;
  const { status, pausedAt, pauseAtPeriodEnd, pendingUpdate, cancelAtPeriodEnd } = subscription;
  const isPausing = pausedAt !== null || pauseAtPeriodEnd;
  const goesOn = isGoingOn(subscription);
  return {
    change:
      subscriptionSettings.allowCustomerUpdates &&
      otherProducts(seller, subscription).length > 0 &&
      goesOn &&
      !isPausing &&
      (pendingUpdate === null || pendingUpdate.amount !== null) &&
      !isOwing(subscription),
    resume: isPausing && !cancelAtPeriodEnd,
    pause: customerPortalSettings.subscription.allowPause && hasNextPayment(subscription) && !isPausing,
    // An `unpaid` subscription is not charged automatically: there is nothing to cancel.
    cancel: goesOn && (status !== 'unpaid' || isPausing),
    keep: !goesOn && (status === 'active' || status === 'trialing'),
  };
};
