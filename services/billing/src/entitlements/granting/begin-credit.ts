/** Begins a period of a subscription on the meters that it credits: usage and credit of the period before are over. */
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';
import type { BenefitRow } from '../../catalog/benefits/entity.ts';
import { findSubscriptionsByIds } from '../../subscriptions/find.ts';
import { billableStatuses } from '../../subscriptions/rules.ts';
import { creditMeters, type Meter, resetMeters } from '../../usage/credits/credits.ts';
import { findLeft } from '../../usage/credits/sources.ts';
import { findOwnCredit } from '../grants/own-credit.ts';

type Beginning = Meter & {
  subscriptionId: string;
  payerId: string | null;
  begin: Date;
  resetAt: Date | null;
};

/**
 * To be called before credit is given or taken: resets the meters that subscriptions were last credited before their
 * present period. Does so once a period, whatever comes first: the payment of its order, or another plan, a failed
 * payment or a resumption, which revoke and grant benefits. Meters that a subscription charged for were reset when
 * their period was closed. Where another one charges for the meter, only what is left of the subscription's own credit
 * is taken. `meterIds`: meters that are reset even if all grants that credited them are revoked. `begin`: the end of
 * the present period, where that is over and no other follows.
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
  const rows = await sql<Beginning>(
    em,
    `SELECT m.organization_id AS "organizationId", m.customer_id AS "customerId", m.meter_id AS "meterId",
       s.id AS "subscriptionId", payer.id AS "payerId", period.begin,
       m.reset_at AS "resetAt"
     FROM customer_meters m JOIN subscriptions s ON s.customer_id = m.customer_id
     LEFT JOIN LATERAL (SELECT p.id FROM subscriptions p JOIN subscription_meters sm ON sm.subscription_id = p.id
       WHERE p.customer_id = m.customer_id AND p.status = ANY($5) AND sm.meter_id = m.meter_id
       ORDER BY p.started_at, p.id LIMIT 1) payer ON payer.id <> s.id,
       LATERAL (SELECT coalesce($3::timestamptz,
         CASE WHEN s.current_period_end <= $4 THEN s.current_period_end ELSE s.current_period_start END) AS begin) period
     WHERE s.id = ANY($1::uuid[]) AND (m.reset_at IS NULL OR m.reset_at < period.begin)
       AND EXISTS (SELECT 1 FROM benefit_grants g WHERE g.subscription_id = s.id
         AND g.properties ->> 'lastCreditedMeterId' = m.meter_id::text
         AND (g.properties ->> 'lastCreditedAt')::timestamptz < period.begin
         AND (g.revoked_at IS NULL OR m.meter_id = ANY($2::uuid[])))
       AND NOT EXISTS (SELECT 1 FROM benefit_grants g WHERE g.subscription_id = s.id
         AND g.properties ->> 'lastCreditedMeterId' = m.meter_id::text
         AND (g.properties ->> 'lastCreditedAt')::timestamptz >= period.begin)
       AND (payer.id IS NOT NULL OR NOT EXISTS (SELECT 1 FROM subscription_meters sm
         WHERE sm.subscription_id = s.id AND sm.meter_id = m.meter_id AND sm.created_at < period.begin))
     ORDER BY m.customer_id, m.meter_id FOR UPDATE OF m`,
    [subscriptionIds, meterIds, given, now, billableStatuses],
  );
  // Two subscriptions of a customer may credit one meter.
  const meters = Map.groupBy(rows, (row) => `${row.customerId} ${row.meterId}`);
  for (const [row, ...others] of meters.values())
    if (row?.payerId) for (const one of [row, ...others]) await takeLeft(em, now, one);
    else if (row) await resetOwn(em, now, row);
};

/**
 * Resets a meter for which nobody charges; what others gave within periods that go on stays. Of own credit from before
 * the last reset, no more is left than that one left of all.
 */
const resetOwn = async (
  em: EntityManager,
  now: Date,
  { organizationId, customerId, meterId, begin, resetAt, subscriptionId }: Beginning,
): Promise<void> => {
  const own = await ownOf(em, subscriptionId, { until: begin, since: resetAt ?? new Date(0) });
  await resetMeters(em, now, [{ organizationId, customerId, meterId }], { begin, own });
};

/** Takes what is left of a subscription's credit of the period before, where another one charges for the meter. */
const takeLeft = async (
  em: EntityManager,
  now: Date,
  { organizationId, customerId, meterId, subscriptionId }: Beginning,
): Promise<void> => {
  const credits = await findLeft(em, { customerId, meterId });
  const own = credits.filter((one) => one.subscriptionId === subscriptionId && !one.rollover && one.left > 0);
  await creditMeters(
    em,
    now,
    own.map(({ grantId, left }) => ({
      ...{ organizationId, customerId, meterId, units: 0 - left, rollover: false },
      source: { grantId, subscriptionId },
    })),
  );
};

const ownOf = async (em: EntityManager, id: string, within: { until: Date; since?: Date }) => {
  const [row] = await findSubscriptionsByIds(em, [id]);
  return row ? findOwnCredit(em, row, within) : [];
};

/** The meters that benefits credit. */
export const metersOf = (benefits: readonly BenefitRow[]): string[] =>
  benefits.flatMap((one) => (one.type === 'meter_credit' ? [one.properties.meterId] : []));
