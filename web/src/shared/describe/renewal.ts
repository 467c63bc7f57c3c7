import type { Timestamp } from '@tessera/proto/api/wire';
import type { Subscription } from '../../api/subscriptions.ts';

/** When a subscription is charged next; null for one that is not: ending, ended, paused or not paid. */
export const renewalOf = ({
  status,
  cancelAtPeriodEnd,
  currentPeriodEnd,
}: Pick<Subscription, 'status' | 'cancelAtPeriodEnd' | 'currentPeriodEnd'>): Timestamp | null =>
  (status === 'active' || status === 'trialing') && !cancelAtPeriodEnd ? currentPeriodEnd : null;
