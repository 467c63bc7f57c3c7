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

/**
 * What is left of credit that was given before the present period of its subscription, or before the end of that, by
 * grant: the meter was reset since, so that it is what rolled over, and must not be taken from the credit of others.
 */
const findKept = async (
  em: EntityManager,
  now: Date,
  handovers: readonly Handover[],
): Promise<Map<string, number>> => {
  const rows = await sql<{ id: string; rolledOver: number }>(
    em,
    `SELECT g.id, coalesce(m.rollover_units, 0) AS "rolledOver"
     FROM benefit_grants g JOIN subscriptions s ON s.id = g.subscription_id
     LEFT JOIN customer_meters m
       ON m.customer_id = g.customer_id AND m.meter_id::text = g.properties ->> 'lastCreditedMeterId'
     WHERE g.id = ANY($1::uuid[]) AND ((g.properties ->> 'lastCreditedAt')::timestamptz < s.current_period_start
       OR s.current_period_end <= $2
       -- Within a period, a change of price resets meters too, and nothing ends with it.
       OR (m.spent_until IS NULL AND (g.properties ->> 'lastCreditedAt')::timestamptz < m.reset_at))`,
    [handovers.map(({ row }) => row.id), now],
  );
  const rollsOver = new Set(handovers.filter((it) => creditOf(it).rollover).map(({ row }) => row.id));
  return new Map(rows.map(({ id, rolledOver }) => [id, rollsOver.has(id) ? rolledOver : 0]));
};

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
