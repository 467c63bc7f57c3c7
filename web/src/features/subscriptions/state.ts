import type { Subscription } from '../../api/subscriptions.ts';

/** Whether a subscription will renew as things stand: it can change, and an order will follow. */
export const isRunning = ({ status, cancelAtPeriodEnd, endedAt }: Subscription): boolean =>
  (status === 'active' || status === 'trialing') && !cancelAtPeriodEnd && endedAt === null;

/** Whether a cancellation can be reverted: not while a payment is overdue, nor in a pause. */
export const isKeepable = ({ status, cancelAtPeriodEnd }: Subscription): boolean =>
  (status === 'active' || status === 'trialing') && cancelAtPeriodEnd;
