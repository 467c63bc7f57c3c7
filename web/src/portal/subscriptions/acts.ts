/** What a customer may do with a subscription: nothing is offered that the server would refuse. */
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
    // Of what rests until it is paid nothing is charged by itself: there is nothing to cancel.
    cancel: goesOn && (status !== 'unpaid' || isPausing),
    keep: !goesOn && (status === 'active' || status === 'trialing'),
  };
};
