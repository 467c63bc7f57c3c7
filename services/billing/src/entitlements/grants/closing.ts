/** Closes the usage of subscriptions with regard to what their own grants have credited. */
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';
import type { SubscriptionRow } from '../../subscriptions/entity.ts';
import type { OwnCredit } from '../../usage/customer-meters/left.ts';
import { closePeriod } from '../../usage/entries/close.ts';
import { lockGrantsOfSubscriptions } from './changes.ts';

/** Credit that a subscription's own grants have given within its present period. */
export const findOwnCredit = (
  em: EntityManager,
  { id, currentPeriodStart }: Pick<SubscriptionRow, 'id' | 'currentPeriodStart'>,
): Promise<OwnCredit[]> =>
  sql<OwnCredit>(
    em,
    `SELECT g.properties ->> 'lastCreditedMeterId' AS "meterId",
       sum((g.properties ->> 'lastCreditedUnits')::integer)::float8 AS units,
       coalesce(sum((g.properties ->> 'lastCreditedUnits')::integer)
         FILTER (WHERE (b.properties ->> 'rollover')::boolean), 0)::float8 AS "rolloverUnits"
     FROM benefit_grants g JOIN benefits b ON b.id = g.benefit_id
     WHERE g.subscription_id = $1 AND (g.properties ->> 'lastCreditedUnits')::integer > 0
       AND (g.properties ->> 'lastCreditedAt')::timestamptz >= $2
     GROUP BY 1`,
    [id, currentPeriodStart],
  );

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
  for (const subscription of rows)
    await closePeriod(em, now, {
      ...{ subscription, until: untilOf(subscription), isLast: true },
      findOwn: () => findOwnCredit(em, subscription),
    });
};
