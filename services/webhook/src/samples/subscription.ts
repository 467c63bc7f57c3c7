/** A sample subscription: running, ending with its period, and ended. */
import type { BareSubscription, Subscription } from '@tessera/proto/api/billing/subscription';
import { price, priceAmount, product } from './catalog.ts';
import { customer } from './customer.ts';
import { ids } from './ids.ts';

const month = 30 * 86_400_000;

export const bareSubscription = (now: Date): BareSubscription => ({
  id: ids.subscription,
  createdAt: now,
  modifiedAt: now,
  metadata: {},
  amount: priceAmount,
  currency: 'usd',
  recurringInterval: 'month',
  recurringIntervalCount: 1,
  trialStart: null,
  trialEnd: null,
  pauseAtPeriodEnd: false,
  pausedAt: null,
  resumesAt: null,
  status: 'active',
  currentPeriodStart: now,
  currentPeriodEnd: new Date(now.getTime() + month),
  cancelAtPeriodEnd: false,
  canceledAt: null,
  startedAt: now,
  endsAt: null,
  endedAt: null,
  customerId: ids.customer,
  productId: ids.product,
  discountId: null,
  checkoutId: ids.checkout,
  customerCancellationReason: null,
  customerCancellationComment: null,
});

export const subscription = (now: Date): Subscription => ({
  ...bareSubscription(now),
  pendingUpdate: null,
  endedReason: null,
  customFieldData: {},
  customer: customer(now),
  product: product(now),
  discount: null,
  prices: [price(now)],
  meters: [],
});

export const endingSubscription = (now: Date): Subscription => ({
  ...subscription(now),
  cancelAtPeriodEnd: true,
  canceledAt: now,
  endsAt: new Date(now.getTime() + month),
  customerCancellationReason: 'unused',
});

export const endedSubscription = (now: Date): Subscription => ({
  ...subscription(now),
  status: 'canceled',
  canceledAt: now,
  endsAt: now,
  endedAt: now,
});
