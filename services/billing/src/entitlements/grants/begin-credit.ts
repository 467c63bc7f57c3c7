/** Begins a period of a subscription on the meters that it credits: usage and credit of the period before are over. */
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';
import type { BenefitRow } from '../../catalog/benefits/entity.ts';
import { type Meter, resetMeters } from '../../usage/customer-meters/credits.ts';

/**
 * To be called before credit is given or taken: resets the meters that subscriptions were last credited before their
 * present period. Does so once a period, whatever comes first: the payment of its order, or another plan, a failed
 * payment or a resumption, which revoke and grant benefits. Meters that a subscription charged for were reset when
 * their period was closed. `meterIds`: meters that are reset even if all grants that credited them are revoked.
 * `begin`: the end of the present period, where that is over and no other follows.
 */
export const beginCredit = async (
  em: EntityManager,
  now: Date,
  {
    subscriptionIds,
    meterIds = [],
    begin: given = null,
  }: { subscriptionIds: readonly string[]; meterIds?: readonly string[]; begin?: Date | null },
): Promise<void> => {
  if (subscriptionIds.length === 0) return;
  const rows = await sql<Meter & { begin: Date }>(
    em,
    `SELECT m.organization_id AS "organizationId", m.customer_id AS "customerId", m.meter_id AS "meterId",
       period.begin
     FROM customer_meters m JOIN subscriptions s ON s.customer_id = m.customer_id,
       LATERAL (SELECT coalesce($3::timestamptz, s.current_period_start) AS begin) period
     WHERE s.id = ANY($1::uuid[]) AND (m.reset_at IS NULL OR m.reset_at < period.begin)
       AND EXISTS (SELECT 1 FROM benefit_grants g WHERE g.subscription_id = s.id
         AND g.properties ->> 'lastCreditedMeterId' = m.meter_id::text
         AND (g.properties ->> 'lastCreditedAt')::timestamptz < period.begin
         AND (g.revoked_at IS NULL OR m.meter_id = ANY($2::uuid[])))
       AND NOT EXISTS (SELECT 1 FROM benefit_grants g WHERE g.subscription_id = s.id
         AND g.properties ->> 'lastCreditedMeterId' = m.meter_id::text
         AND (g.properties ->> 'lastCreditedAt')::timestamptz >= period.begin)
       AND NOT EXISTS (SELECT 1 FROM subscription_meters sm WHERE sm.subscription_id = s.id AND sm.meter_id = m.meter_id
         AND sm.created_at < period.begin)
     ORDER BY m.customer_id, m.meter_id FOR UPDATE OF m`,
    [subscriptionIds, meterIds, given],
  );
  // Two subscriptions of a customer may credit one meter.
  const meters = new Map(rows.map((row) => [`${row.customerId} ${row.meterId}`, row]));
  for (const { begin, ...meter } of meters.values()) await resetMeters(em, now, [meter], { begin });
};

/** The meters that benefits credit. */
export const metersOf = (benefits: readonly BenefitRow[]): string[] =>
  benefits.flatMap((one) => (one.type === 'meter_credit' ? [one.properties.meterId] : []));
