import type { Subscription } from '../../api/subscriptions.ts';

/** Whether a subscription goes on as things stand: it can change, and an order will come. */
export const isRunning = ({ status, cancelAtPeriodEnd, endedAt }: Subscription): boolean =>
  (status === 'active' || status === 'trialing') && !cancelAtPeriodEnd && endedAt === null;

/** Whether a cancellation can be taken back: not while a payment is overdue, or in a pause. */
export const isKeepable = ({ status, cancelAtPeriodEnd }: Subscription): boolean =>
  (status === 'active' || status === 'trialing') && cancelAtPeriodEnd;
