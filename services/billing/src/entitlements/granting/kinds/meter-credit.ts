/** A benefit of type meter_credit credits units of a meter, again in each period of a subscription. */
import { sql } from '@tessera/kit/database/sql';
import type { BenefitGrantProperties } from '@tessera/proto/api/billing/grant-properties';
import type { EntityManager } from 'typeorm';
import { type Credit, creditMeters } from '../../../usage/credits/credits.ts';
import type { GrantRow } from '../../grants/entity.ts';
import type { Handover } from '../../grants/handovers.ts';
import type { HandOver, Kind } from './kind.ts';

/** The meter credit of a grant. */
export const creditOf = ({ customer, benefit }: Handover): Credit => {
  if (benefit.type !== 'meter_credit') throw new Error(`benefit ${benefit.id} credits no meter`);
  const { meterId, units, rollover } = benefit.properties;
  return { organizationId: benefit.organizationId, customerId: customer.id, meterId, units, rollover };
};

export const giveCredit: HandOver = async (em, now, handovers) => {
  const credits = handovers.map(creditOf);
  await creditMeters(em, now, credits);
  return credits.map((credit) => noted(credit, now));
};

const noted = ({ meterId, units }: Credit, now: Date): BenefitGrantProperties => ({
  lastCreditedMeterId: meterId,
  lastCreditedUnits: units,
  lastCreditedAt: now.toISOString(),
});

/** The last credit given, or null. */
export const lastCredit = ({ row: { properties } }: Pick<Handover, 'row'>) =>
  'lastCreditedMeterId' in properties ? properties : null;

/** Reverses the last credit by a negative one, which is then the last credit. */
const takeCredit: HandOver = async (em, now, handovers) => {
  const kept = await findKept(em, now, handovers);
  const taken = handovers.map((handover): Credit | null => {
    const last = lastCredit(handover);
    if (!last) return null;
    const { lastCreditedMeterId: meterId, lastCreditedUnits: units } = last;
    const most = kept.get(handover.row.id) ?? units;
    return { ...creditOf(handover), meterId, units: 0 - Math.min(units, most) };
  });
  await creditMeters(
    em,
    now,
    taken.filter((credit) => credit !== null).filter(({ units }) => units !== 0),
  );
  return handovers.map(({ row }, index) => {
    const credit = taken[index];
    return credit ? noted(credit, now) : row.properties;
  });
};

/** `carried`: of all grants that are revoked with this one. */
type Left = { id: string; meterId: string; rolledOver: number; carried: number };

/**
 * What is left of credit that was given before the meter was last reset, by grant: what rolled over, or went on because
 * the grant's own period does. More must not be taken: it is the credit of others.
 */
const findKept = async (
  em: EntityManager,
  now: Date,
  handovers: readonly Handover[],
): Promise<Map<string, number>> => {
  const rows = await sql<Left>(em, leftStatement, [handovers.map(({ row }) => row.id), now]);
  const rollsOver = new Set(handovers.filter((it) => creditOf(it).rollover).map(({ row }) => row.id));
  const unitsOf = new Map(handovers.map(({ row }) => [row.id, lastCredit({ row })?.lastCreditedUnits ?? 0]));
  const carried = new Map(rows.map((row) => [row.meterId, row.carried]));
  return new Map(
    rows.map(({ id, meterId, rolledOver }) => {
      if (rollsOver.has(id)) return [id, rolledOver];
      const units = Math.min(unitsOf.get(id) ?? 0, carried.get(meterId) ?? 0);
      carried.set(meterId, (carried.get(meterId) ?? 0) - units);
      return [id, units];
    }),
  );
};

/**
 * The grants `$1` whose meter was reset for a new period since they credited it. If their own period goes on, what went on
 * of it is what the meter holds besides credit that rolls over, was given since, or went on of others' grants; and only as
 * far as it is not used, so that nobody is billed for what it paid for. If the period is over, only what rolled over is
 * left. A change of price resets meters too, but ends nothing: before it the period began in which the credit is spent.
 */
const leftStatement = `
  WITH given AS (
    SELECT g.id, g.customer_id, g.granted_at IS NOT NULL AS is_granted,
      g.properties ->> 'lastCreditedMeterId' AS meter_id, (g.properties ->> 'lastCreditedUnits')::integer AS units,
      (g.properties ->> 'lastCreditedAt')::timestamptz AS at, (b.properties ->> 'rollover')::boolean AS rolls_over,
      s.current_period_start AS period_start, s.current_period_end AS period_end
    FROM benefit_grants g JOIN benefits b ON b.id = g.benefit_id LEFT JOIN subscriptions s ON s.id = g.subscription_id
    WHERE g.customer_id IN (SELECT customer_id FROM benefit_grants WHERE id = ANY($1::uuid[]))
      AND g.properties ->> 'lastCreditedMeterId' IS NOT NULL
  ), meters AS (
    SELECT m.customer_id, m.meter_id::text AS meter_id, m.rollover_units, trunc(m.balance) AS balance,
      m.credited_units + CASE WHEN m.spent_until > $2 THEN m.spent_credit ELSE 0 END AS credited_units,
      CASE WHEN m.spent_until IS NULL THEN m.reset_at ELSE (
        SELECT max(p.current_period_start) FROM subscriptions p
        WHERE p.customer_id = m.customer_id AND p.current_period_end = m.spent_until) END AS began_at
    FROM customer_meters m
    WHERE m.customer_id IN (SELECT customer_id FROM benefit_grants WHERE id = ANY($1::uuid[]))
  )
  SELECT mine.id, mine.meter_id AS "meterId", coalesce(m.rollover_units, 0) AS "rolledOver",
    CASE WHEN mine.at >= mine.period_start AND mine.period_end > $2
      THEN greatest(least(m.balance - m.rollover_units, m.credited_units - m.rollover_units - (
        SELECT coalesce(sum(other.units), 0) FROM given other
        WHERE other.customer_id = mine.customer_id AND other.meter_id = mine.meter_id AND other.units > 0
          AND NOT other.rolls_over AND other.is_granted
          AND (other.at >= m.began_at OR (other.at >= other.period_start AND other.period_end > $2)))), 0)
      ELSE 0 END::float8 AS carried
  FROM given mine LEFT JOIN meters m USING (customer_id, meter_id)
  WHERE mine.id = ANY($1::uuid[])
    AND (mine.at < mine.period_start OR mine.period_end <= $2 OR mine.at < m.began_at)
  ORDER BY mine.id`;

/** Credit that rolls over was paid for, and stays until its subscription ends. */
const suspendCredit: HandOver = async (em, now, handovers) => {
  const lost = handovers.filter((handover) => !creditOf(handover).rollover);
  const taken = await takeCredit(em, now, lost);
  return handovers.map((handover) => taken[lost.indexOf(handover)] ?? handover.row.properties);
};

/** Gives credit, except to suspended grants whose credit of the present period has stayed. */
const grantCredit: HandOver = async (em, now, handovers) => {
  const kept = handovers.filter(({ row }) => holdsCredit(row));
  const present = new Set(kept.length > 0 ? await findOfPeriod(em, kept) : []);
  const missing = handovers.filter(({ row }) => !present.has(row.id));
  const given = await giveCredit(em, now, missing);
  return handovers.map((handover) => given[missing.indexOf(handover)] ?? handover.row.properties);
};

/** Whether the last credit of a grant has not been taken back. */
export const holdsCredit = (row: GrantRow): boolean => (lastCredit({ row })?.lastCreditedUnits ?? 0) > 0;

/** The grants that have given credit within the present period of their subscriptions. */
const findOfPeriod = async (em: EntityManager, handovers: readonly Handover[]): Promise<string[]> => {
  const rows = await sql<{ id: string }>(
    em,
    `SELECT g.id FROM benefit_grants g JOIN subscriptions s ON s.id = g.subscription_id
     WHERE g.id = ANY($1::uuid[]) AND (g.properties ->> 'lastCreditedAt')::timestamptz >= s.current_period_start`,
    [handovers.map(({ row }) => row.id)],
  );
  return rows.map(({ id }) => id);
};

export const meterCredit: Kind = {
  grant: grantCredit,
  // A changed number of units takes effect in the next period.
  update: (_em, _now, handovers) => Promise.resolve(handovers.map(({ row }) => row.properties)),
  revoke: takeCredit,
  suspend: suspendCredit,
};
