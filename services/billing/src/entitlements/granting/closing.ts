/** Closes the usage of subscriptions with regard to what grants have credited. */
import type { EntityManager } from 'typeorm';
import type { SubscriptionRow } from '../../subscriptions/entity.ts';
import { closePeriod } from '../../usage/entries/close.ts';
import { findOwnCredit } from '../grants/own-credit.ts';
import { lockGrantsOfSubscriptions } from './changes.ts';

/**
 * Closes the last period of subscriptions that end or pause, until `untilOf` them. Locks their grants first, which are
 * revoked next: see "Lock order" in the README.
 */
export const closeLastPeriods = async (
  em: EntityManager,
  now: Date,
  { rows, untilOf }: { rows: readonly SubscriptionRow[]; untilOf: (row: SubscriptionRow) => Date },
): Promise<void> => {
  await lockGrantsOfSubscriptions(
    em,
    rows.map(({ id }) => id),
  );
  for (const subscription of rows) {
    const until = untilOf(subscription);
    const findOwn = () => findOwnCredit(em, subscription, { until });
    await closePeriod(em, now, { subscription, until, isLast: true, findOwn });
  }
};
