/** A benefit of type meter_credit credits units of a meter, again in each period of a subscription. */
import { sql } from '@tessera/kit/database/sql';
import type { BenefitGrantProperties } from '@tessera/proto/api/billing/grant-properties';
import type { EntityManager } from 'typeorm';
import { type Credit, creditMeters } from '../../../usage/credits/credits.ts';
import { findLeft, type Source } from '../../../usage/credits/sources.ts';
import { lockCustomerMeters } from '../../../usage/locks.ts';
import type { GrantRow } from '../../grants/entity.ts';
import type { Handover } from '../../grants/handovers.ts';
import type { HandOver, Kind } from './kind.ts';

/** The meter credit of a grant. */
export const creditOf = ({ row, customer, benefit }: Handover): Credit & { source: Source } => {
  if (benefit.type !== 'meter_credit') throw new Error(`benefit ${benefit.id} credits no meter`);
  const { meterId, units, rollover } = benefit.properties;
  const source = { grantId: row.id, subscriptionId: row.subscriptionId };
  return {
    organizationId: benefit.organizationId,
    customerId: customer.id,
    meterId,
    units,
    rollover,
    source,
  };
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

/** A grant whose meter was reset since it gave credit. `goesOn`: the period that the credit was given for. */
type Outlasted = { id: string; customerId: string; meterId: string; goesOn: boolean };

/**
 * What is left of credit that was given before the meter was last reset, by grant: what rolled over, or went on because
 * the grant's own period does and is not used yet, so that nobody is billed for what it has paid for. More must not be
 * taken: it is the credit of others.
 */
const findKept = async (
  em: EntityManager,
  now: Date,
  handovers: readonly Handover[],
): Promise<Map<string, number>> => {
  const rows = await sql<Outlasted>(em, outlastedStatement, [handovers.map(({ row }) => row.id), now]);
  const kept = new Map<string, number>();
  if (rows.length === 0) return kept;
  await lockCustomerMeters(em, rows);
  for (const { id, goesOn, ...pair } of rows) {
    const own = (await findLeft(em, pair)).filter(({ grantId }) => grantId === id);
    const lasting = own.filter(({ rollover }) => rollover).map(({ units }) => units);
    const unused = own.filter(({ rollover }) => goesOn && !rollover).map(({ left }) => left);
    kept.set(
      id,
      [...lasting, ...unused].reduce((sum, units) => sum + units, 0),
    );
  }
  return kept;
};

/** A change of price resets meters too, but ends nothing: before it the period began in which the credit is spent. */
const outlastedStatement = `
  WITH mine AS (
    SELECT g.id, g.customer_id, (g.properties ->> 'lastCreditedMeterId')::uuid AS meter_id,
      (g.properties ->> 'lastCreditedAt')::timestamptz AS at,
      s.current_period_start AS period_start, s.current_period_end AS period_end
    FROM benefit_grants g LEFT JOIN subscriptions s ON s.id = g.subscription_id
    WHERE g.id = ANY($1::uuid[]) AND g.properties ->> 'lastCreditedMeterId' IS NOT NULL
  )
  SELECT mine.id, mine.customer_id AS "customerId", mine.meter_id AS "meterId",
    coalesce(mine.at >= mine.period_start AND mine.period_end > $2, false) AS "goesOn"
  FROM mine LEFT JOIN customer_meters m USING (customer_id, meter_id)
  WHERE mine.at < mine.period_start OR mine.period_end <= $2
    OR mine.at < CASE WHEN m.spent_until IS NULL THEN m.reset_at ELSE (
      SELECT max(p.current_period_start) FROM subscriptions p
      WHERE p.customer_id = m.customer_id AND p.current_period_end = m.spent_until) END
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
