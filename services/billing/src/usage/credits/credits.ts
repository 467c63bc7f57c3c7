/**
 * Credit of customers' meters: granted, revoked, and left over at a reset (contracts/billing-behaviour.md, section
 * 8).
 */
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';
import { markStatesChanged } from '../../customers/marks.ts';
import { checkAlerts } from '../alerts/check.ts';
import { creditSubscription, funcSql } from '../costs/accrue.ts';
import { noteEvents } from '../events/system.ts';
import { type Closing, leftAtReset, type OwnCredit } from './left.ts';
import { noteSource, resetSources, type Source } from './sources.ts';

/** Units for a customer; below 0: revoked. `rollover`: unused units survive a reset. `source` absent: no grant. */
export type Credit = {
  organizationId: string;
  customerId: string;
  meterId: string;
  units: number;
  rollover: boolean;
  source?: Source;
};

const inOrder = <Of extends { customerId: string; meterId: string }>(list: readonly Of[]): Of[] =>
  list.toSorted((one, other) =>
    `${one.customerId} ${one.meterId}` < `${other.customerId} ${other.meterId}` ? -1 : 1,
  );

/** Grants credit. A customer's total credit never falls below 0. */
export const creditMeters = async (em: EntityManager, now: Date, given: readonly Credit[]): Promise<void> => {
  if (given.length === 0) return;
  const credits = [...given, ...(await settleDebts(em, now, given))];
  await noteEvents(
    em,
    now,
    credits.map(({ organizationId, customerId, meterId, units, rollover }) => ({
      organizationId,
      customerId,
      name: 'meter.credited',
      metadata: { meter_id: meterId, units, rollover },
    })),
  );
  for (const credit of inOrder(credits)) await addCredit(em, now, credit);
  // Checked after all credits are written: usage is a higher percentage of a part of the credit than of all of it.
  await checkAlerts(em, now, credits);
  await markStatesChanged(
    em,
    given.map(({ customerId }) => customerId),
  );
};

/**
 * Returns negative credits that settle debts from new credit. A debt is credit revoked within a period after its
 * units were used up before a price change; without it, switching plans back and forth would grant the credit again.
 * Locks all the meters in key order, in which they are written afterwards.
 */
const settleDebts = async (em: EntityManager, now: Date, given: readonly Credit[]): Promise<Credit[]> => {
  const gifts = given.filter(({ units }) => units > 0);
  if (gifts.length === 0) return [];
  const rows = await sql<{ customer_id: string; meter_id: string; credit_debt: string }>(
    em,
    `SELECT customer_id, meter_id, CASE WHEN spent_until > $3 THEN credit_debt ELSE 0 END AS credit_debt FROM customer_meters
     JOIN unnest($1::uuid[], $2::uuid[]) AS asked (customer_id, meter_id) USING (customer_id, meter_id)
     ORDER BY customer_id, meter_id FOR UPDATE OF customer_meters`,
    [given.map(({ customerId }) => customerId), given.map(({ meterId }) => meterId), now],
  );
  const debts = new Map(rows.map((row) => [`${row.customer_id} ${row.meter_id}`, Number(row.credit_debt)]));
  const payments = gifts.flatMap((gift): Credit[] => {
    const key = `${gift.customerId} ${gift.meterId}`;
    const paid = Math.min(gift.units, debts.get(key) ?? 0);
    debts.set(key, (debts.get(key) ?? 0) - paid);
    return paid > 0 ? [{ ...gift, units: -paid, rollover: false }] : [];
  });
  for (const { customerId, meterId, units } of payments)
    await em.query(
      `UPDATE customer_meters SET credit_debt = credit_debt + $3, spent_credit = spent_credit - $3
       WHERE customer_id = $1 AND meter_id = $2`,
      [customerId, meterId, units],
    );
  return payments;
};

/** Units are 32-bit integers in responses. */
const bounded = (expression: string): string => `least(greatest(${expression}, 0), 2147483647)::integer`;

/** SQL: the part of revoked credit that was used before a price change within the period. */
const owed = `CASE WHEN present.spent_until > $1
  THEN least(present.spent_credit, greatest(-(present.credited_units + $5::bigint), 0)) ELSE 0 END`;

const addCredit = async (em: EntityManager, now: Date, credit: Credit): Promise<void> => {
  const { organizationId, customerId, meterId, units, rollover, source } = credit;
  await em.query(
    `INSERT INTO customer_meters AS present (id, created_at, modified_at, organization_id, customer_id, meter_id, func,
       credited_units, rollover_units)
     SELECT gen_random_uuid(), $1, $1, $2, $3, meter.id, ${funcSql('meter')}, ${bounded('$5::bigint')},
       ${bounded('$6::bigint')}
     FROM meters meter WHERE meter.id = $4
     ON CONFLICT (customer_id, meter_id) DO UPDATE SET
       credited_units = ${bounded('present.credited_units + $5::bigint')},
       rollover_units = ${bounded('present.rollover_units + $6::bigint')},
       credit_debt = present.credit_debt + ${owed}, spent_credit = present.spent_credit - ${owed}, modified_at = $1`,
    [now, organizationId, customerId, meterId, units, rollover ? units : 0],
  );
  if (source) await noteSource(em, { customerId, meterId, source, units, rollover });
  await creditSubscription(em, { now, customerId, meterId, units });
};

/** A customer's meter. */
export type Meter = Pick<Credit, 'organizationId' | 'customerId' | 'meterId'>;

/** `begin`: start of the new period, if before now. `periodEnd`: of a period that continues (`isPart`). */
type Reset = { begin?: Date; periodEnd?: Date | null; own?: readonly OwnCredit[] } & Partial<
  Omit<Closing, 'own'>
>;

/**
 * Resets customers' meters to 0. A new period starts with the unused rollover credit only; usage consumes other
 * credit first. If the period continues, all unused credit does. Meters without usage and credit stay unchanged.
 */
export const resetMeters = async (
  em: EntityManager,
  now: Date,
  meters: readonly Meter[],
  { begin = now, isPart = false, periodEnd = null, own = [], isFree = false, isPassedOn = false }: Reset = {},
): Promise<void> => {
  for (const meter of inOrder(meters)) {
    const mine: Omit<OwnCredit, 'meterId'> = own.find(({ meterId }) => meterId === meter.meterId) ?? noCredit;
    const closing = { own: mine, isPart, isFree, isPassedOn };
    const { lasting, others } = await resetMeter(em, meter, { now, begin, periodEnd, closing });
    const goesOn = ({ grantId }: Source): boolean =>
      isPart || (isPassedOn ? !mine.grantIds.includes(grantId) : mine.otherGrantIds.includes(grantId));
    await resetSources(em, meter, { lasting, others, goesOn });
    const credits = [
      { ...meter, units: lasting, rollover: true },
      { ...meter, units: others, rollover: false },
    ];
    await creditMeters(
      em,
      now,
      credits.filter(({ units }) => units > 0),
    );
    await checkAlerts(em, now, [meter]);
  }
};

const noCredit = { units: 0, rolloverUnits: 0, otherUnits: 0, grantIds: [], otherGrantIds: [] };

/** Returns how many units of credit go on: those that survive periods, and others. */
const resetMeter = async (
  em: EntityManager,
  { organizationId, customerId, meterId }: Meter,
  { now, begin, periodEnd, closing }: { now: Date; begin: Date; periodEnd: Date | null; closing: Closing },
): Promise<{ lasting: number; others: number }> => {
  const [row] = await sql<{ balance: string; credited: number; rollover: number; spent: number }>(
    em,
    `SELECT balance, credited_units AS credited, rollover_units AS rollover,
       (CASE WHEN spent_until >= $3 THEN spent_credit ELSE 0 END)::float8 AS spent
     FROM customer_meters WHERE customer_id = $1 AND meter_id = $2 FOR UPDATE`,
    [customerId, meterId, begin],
  );
  if (!row) return { lasting: 0, others: 0 };
  const { spent, ...left } = leftAtReset(row, closing);
  const metadata = { meter_id: meterId };
  await noteEvents(em, now, [{ organizationId, customerId, name: 'meter.reset', metadata }]);
  await em.query(
    `UPDATE customer_meters SET count = 0, sum = 0, min = NULL, max = NULL, credited_units = 0, rollover_units = 0,
       reset_position = nextval('usage_positions'), reset_at = $4, modified_at = $3,
       credit_debt = CASE WHEN $5 AND spent_until > $3 THEN credit_debt ELSE 0 END,
       spent_credit = CASE WHEN $5 THEN $6 + CASE WHEN spent_until > $3 THEN spent_credit ELSE 0 END ELSE 0 END,
       spent_until = CASE WHEN $5 THEN $7::timestamptz END
     WHERE customer_id = $1 AND meter_id = $2`,
    [customerId, meterId, now, begin, closing.isPart, spent, periodEnd],
  );
  await em.query('DELETE FROM usage_values WHERE customer_id = $1 AND meter_id = $2', [customerId, meterId]);
  await markStatesChanged(em, [customerId]);
  return left;
};
