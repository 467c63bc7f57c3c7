import type { Timestamp } from '@tessera/proto/api/wire';
import type { Subscription } from '../../api/sales/subscriptions.ts';

type Facts = Pick<Subscription, 'status' | 'cancelAtPeriodEnd' | 'pauseAtPeriodEnd' | 'currentPeriodEnd'>;

/** When a subscription is charged next; null if it is not: about to end or pause, ended, paused, or unpaid. */
export const renewalOf = ({
  status,
  cancelAtPeriodEnd,
  pauseAtPeriodEnd,
  currentPeriodEnd,
}: Facts): Timestamp | null => {
  const isRunning = status === 'active' || status === 'trialing';
  return isRunning && !cancelAtPeriodEnd && !pauseAtPeriodEnd ? currentPeriodEnd : null;
};
