import { serverNow } from '../../api/request/server-time.ts';
import type { Subscription } from '../../api/sales/subscriptions.ts';

/** Whether a subscription will renew as things stand: it can change, and an order will follow. */
export const isRunning = ({ status, cancelAtPeriodEnd, endedAt }: Subscription): boolean =>
  (status === 'active' || status === 'trialing') && !cancelAtPeriodEnd && endedAt === null;

/** Whether a cancellation can be reverted: not while a payment is overdue, nor in a pause. */
export const isKeepable = ({ status, cancelAtPeriodEnd }: Subscription): boolean =>
  (status === 'active' || status === 'trialing') && cancelAtPeriodEnd;

/** Whether a payment is overdue for longer than its period: canceling ends it immediately. */
export const isOverdue = ({ status, currentPeriodEnd }: Subscription): boolean =>
  status === 'past_due' && currentPeriodEnd !== null && Date.parse(currentPeriodEnd) <= serverNow();

/** Whether all attempts to charge it have failed, and it was kept: it can only be ended immediately. */
export const isUnpaid = ({ status, pausedAt, endedAt }: Subscription): boolean =>
  status === 'unpaid' && pausedAt === null && endedAt === null;
