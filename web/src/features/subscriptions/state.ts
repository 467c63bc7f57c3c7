import type { Subscription } from '../../api/subscriptions.ts';

/** Whether a subscription goes on as things stand: it can change, and an order will come. */
export const isRunning = ({ status, cancelAtPeriodEnd, endedAt }: Subscription): boolean =>
  (status === 'active' || status === 'trialing') && !cancelAtPeriodEnd && endedAt === null;

export const isPaused = ({ pausedAt, endedAt }: Subscription): boolean =>
  pausedAt !== null && endedAt === null;
