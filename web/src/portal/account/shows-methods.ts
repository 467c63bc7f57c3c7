import { useState } from 'react';
import { serverDate } from '../../api/request/server-time.ts';
import { type Page, type PaymentMethod, routes, type Subscription } from '../api.ts';
import { useShows } from '../parts.ts';
import { useAsked } from '../portal.ts';
import { hasNextPayment, isMetered, isOwing } from '../subscriptions/describe.ts';
import { isGoodBeyond } from './describe.ts';

/**
 * Whether saved cards are shown: when the seller shows them, or the customer needs another card because an automatic
 * payment is due that no card can pay. Mails that ask for a card link here.
 */
export const useShowsMethods = (): boolean => {
  const isShown = useShows('paymentMethods');
  const isNeeded = useNeedsCard(isShown);
  // Stays visible once the card is saved: otherwise the customer would not see the result.
  const [wasNeeded, setWasNeeded] = useState(false);
  if (isNeeded && !wasNeeded) setWasNeeded(true);
  return isShown || isNeeded || wasNeeded;
};

const useNeedsCard = (isKnown: boolean): boolean => {
  const subscriptions = useAsked<Page<Subscription>>(isKnown ? null : routes.subscriptions('limit=100'));
  const methods = useAsked<Page<PaymentMethod>>(isKnown ? null : `${routes.methods}?limit=100`);
  if (!subscriptions.data || !methods.data) return false;
  const first = methods.data.items.find((method) => method.default);
  return subscriptions.data.items.some(isCharged) && !(first && isGoodBeyond(first, serverDate()));
};

/** Whether it is charged automatically. */
const isCharged = (subscription: Subscription): boolean =>
  (hasNextPayment(subscription) || isOwing(subscription)) &&
  (subscription.amount > 0 || isMetered(subscription));
