import { useState } from 'react';
import { serverDate } from '../../api/server-time.ts';
import { type Page, type PaymentMethod, routes, type Subscription } from '../api.ts';
import { useShows } from '../parts.ts';
import { useAsked } from '../portal.ts';
import { hasNextPayment, isMetered, isOwing } from '../subscriptions/describe.ts';
import { isGoodBeyond } from './describe.ts';

/**
 * Whether saved cards are shown: where the seller shows them, and to whoever has to give another one, because a payment comes by
 * itself and no card is good for it. What a mail asks for can be done where it leads to.
 */
export const useShowsMethods = (): boolean => {
  const isShown = useShows('paymentMethods');
  const isNeeded = useNeedsCard(isShown);
  // What is gone the moment that a card is saved would leave one wondering whether it was.
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

/** Whether anything is taken for it without its customer doing something. */
const isCharged = (subscription: Subscription): boolean =>
  (hasNextPayment(subscription) || isOwing(subscription)) &&
  (subscription.amount > 0 || isMetered(subscription));
