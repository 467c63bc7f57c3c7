/**
 * Which grants a customer's meter has its credit from, since it was last reset: a row for each time that one gave
 * some, less what was taken of it. The lock of the meter's row guards them.
 */
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';
import { billableStatuses } from '../../subscriptions/rules.ts';
import { targetOf } from '../costs/accrue.ts';
import type { Pair } from '../figures/pairs.ts';
import { leftLast } from './left.ts';

/** Who gives credit. `subscriptionId` null: it was bought once. */
export type Source = { grantId: string; subscriptionId: string | null };

export type SourcedCredit = Source & { id: string; units: number; rollover: boolean };

/**
 * The credit of a meter in the order in which usage consumes it: what does not roll over before what does, then that of
 * the subscription that pays, then as it was given.
 */
export const findSources = (em: EntityManager, { customerId, meterId }: Pair): Promise<SourcedCredit[]> =>
  sql<SourcedCredit>(
    em,
    `WITH ${targetOf('$1', '$2', '$3')}, payer AS (
       SELECT sm.subscription_id AS id FROM target JOIN subscription_meters sm ON sm.id = target.id
     )
     SELECT c.id, c.grant_id AS "grantId", c.subscription_id AS "subscriptionId", c.units, c.rollover
     FROM meter_credits c LEFT JOIN payer ON payer.id = c.subscription_id
     WHERE c.customer_id = ANY($1::uuid[]) AND c.meter_id = ANY($2::uuid[])
     ORDER BY c.rollover, payer.id IS NULL, c.position`,
    [[customerId], [meterId], billableStatuses],
  );

/** The same, with the whole units that usage has left of each. */
export const findLeft = async (
  em: EntityManager,
  pair: Pair,
): Promise<(SourcedCredit & { left: number })[]> => {
  const credits = await findSources(em, pair);
  if (credits.length === 0) return [];
  const [meter] = await sql<{ used: number }>(
    em,
    `SELECT (credited_units - greatest(trunc(balance), 0))::float8 AS used FROM customer_meters
     WHERE customer_id = $1 AND meter_id = $2`,
    [pair.customerId, pair.meterId],
  );
  const units = credits.map((credit) => credit.units);
  const all = units.reduce((sum, one) => sum + one, 0);
  const left = leftLast(units, all - (meter?.used ?? 0));
  return credits.map((credit, at) => ({ ...credit, left: left[at] ?? 0 }));
};

/** Notes what a grant gives, or has taken (below 0): of what it gave last, which is used up last. */
export const noteSource = async (
  em: EntityManager,
  {
    customerId,
    meterId,
    source,
    units,
    rollover,
  }: Pair & { source: Source; units: number; rollover: boolean },
): Promise<void> => {
  if (units > 0) {
    await em.query(
      `INSERT INTO meter_credits (id, customer_id, meter_id, grant_id, subscription_id, units, rollover)
       VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, $6)`,
      [customerId, meterId, source.grantId, source.subscriptionId, units, rollover],
    );
    return;
  }
  const all = (await findSources(em, { customerId, meterId })).filter(
    ({ grantId }) => grantId === source.grantId,
  );
  // Its benefit may roll over by now and may not have then.
  const isAlike = (credit: SourcedCredit): boolean => credit.rollover === rollover;
  const own = [...all.filter((credit) => !isAlike(credit)), ...all.filter(isAlike)];
  const taken = leftLast(
    own.map((credit) => credit.units),
    0 - units,
  );
  await writeUnits(
    em,
    own,
    own.map((credit, at) => credit.units - (taken[at] ?? 0)),
  );
};

/**
 * Keeps of a meter's credit what goes on when the meter is reset: `lasting` units of what rolls over and `others` of
 * the rest, of which only credits that `goesOn`.
 */
export const resetSources = async (
  em: EntityManager,
  pair: Pair,
  { lasting, others, goesOn }: { lasting: number; others: number; goesOn: (source: Source) => boolean },
): Promise<void> => {
  const credits = await findSources(em, pair);
  const unitsOf = (isLeft: (credit: SourcedCredit) => boolean, units: number): number[] =>
    leftLast(
      credits.map((credit) => (isLeft(credit) ? credit.units : 0)),
      units,
    );
  const rolledOver = unitsOf(({ rollover }) => rollover, lasting);
  const carried = unitsOf((credit) => !credit.rollover && goesOn(credit), others);
  await writeUnits(
    em,
    credits,
    credits.map((_, at) => (rolledOver[at] ?? 0) + (carried[at] ?? 0)),
  );
};

const writeUnits = async (
  em: EntityManager,
  credits: readonly SourcedCredit[],
  units: readonly number[],
): Promise<void> => {
  const changed = credits.flatMap(({ id, units: before }, at) =>
    units[at] === before ? [] : [{ id, units: units[at] ?? 0 }],
  );
  if (changed.length === 0) return;
  await em.query(
    `WITH given AS (SELECT * FROM unnest($1::uuid[], $2::integer[]) AS given (id, units)), kept AS (
       UPDATE meter_credits c SET units = given.units FROM given WHERE c.id = given.id AND given.units > 0
     )
     DELETE FROM meter_credits c USING given WHERE c.id = given.id AND given.units = 0`,
    [changed.map(({ id }) => id), changed.map((one) => one.units)],
  );
};
