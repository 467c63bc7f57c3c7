/** Meters that several subscriptions of a customer charge for: the one that started first pays (`targetOf`). */
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';
import type { SubscriptionRow } from '../../subscriptions/entity.ts';
import { billableStatuses } from '../../subscriptions/rules.ts';
import { priceMeters, targetOf } from '../costs/accrue.ts';
import { columnsOf, type Pair } from '../figures/pairs.ts';
import { lockCustomerMeters } from '../locks.ts';

/** `isPaying`: no other subscription of the customer pays. `isShared`: another one pays if this one does not. */
export type Share = { meterId: string; isPaying: boolean; isShared: boolean };

/** Of a subscription's meters. */
export const findShares = (
  em: EntityManager,
  { id, customerId }: Pick<SubscriptionRow, 'id' | 'customerId'>,
  meterIds: readonly string[],
): Promise<Share[]> =>
  sql<Share>(
    em,
    `WITH ${targetOf('$1', '$2', '$3')}
     SELECT mine.meter_id AS "meterId", coalesce(target.id = mine.id, true) AS "isPaying",
       EXISTS (SELECT 1 FROM subscriptions s JOIN subscription_meters sm ON sm.subscription_id = s.id
         WHERE s.customer_id = ANY($1::uuid[]) AND s.id <> $4 AND s.status = ANY($3)
           AND sm.meter_id = mine.meter_id) AS "isShared"
     FROM subscription_meters mine LEFT JOIN target ON target.meter_id = mine.meter_id
     WHERE mine.subscription_id = $4 AND mine.meter_id = ANY($2::uuid[])`,
    [[customerId], meterIds, billableStatuses, id],
  );

/**
 * After subscriptions have stopped paying: whole units of credit that their customers have left pay for what is used
 * from now on at the next subscription with the meter, if there is one. `before`: the subscriptions while they paid.
 * The caller holds their locks, and those of their grants.
 */
export const passOnCredit = async (em: EntityManager, before: readonly SubscriptionRow[]): Promise<void> => {
  const paying = before.filter(({ status }) => billableStatuses.includes(status));
  if (paying.length === 0) return;
  const rows = await sql<{ subscriptionId: string; meterId: string }>(
    em,
    `SELECT subscription_id AS "subscriptionId", meter_id AS "meterId" FROM subscription_meters
     WHERE subscription_id = ANY($1::uuid[])`,
    [paying.map(({ id }) => id)],
  );
  const metersOf = (id: string) => rows.filter((row) => row.subscriptionId === id).map(meterOf);
  await passOn(
    em,
    paying.flatMap((row) => metersOf(row.id).map((meterId) => ({ ...formerOf(row), meterId }))),
  );
};

/** `passOnCredit` for meters that a subscription, which goes on, no longer charges for. */
export const passOnDropped = (
  em: EntityManager,
  row: SubscriptionRow,
  meterIds: readonly string[],
): Promise<void> =>
  passOn(
    em,
    meterIds.map((meterId) => ({ ...formerOf(row), meterId })),
  );

const meterOf = ({ meterId }: { meterId: string }): string => meterId;

type Former = Pair & Pick<SubscriptionRow, 'id' | 'startedAt'>;

const formerOf = ({ id, customerId, startedAt }: SubscriptionRow): Omit<Former, 'meterId'> => ({
  id,
  customerId,
  startedAt,
});

const passOn = async (em: EntityManager, formers: readonly Former[]): Promise<void> => {
  if (formers.length === 0) return;
  // Where another one started before, that one paid, and still does.
  const next = await sql<Pair & { id: string }>(
    em,
    `SELECT DISTINCT ON (s.customer_id, sm.meter_id) s.customer_id AS "customerId", sm.meter_id AS "meterId", sm.id
     FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::uuid[]) AS former (customer_id, meter_id, started_at, id)
     JOIN subscriptions s ON s.customer_id = former.customer_id AND s.status = ANY($5)
       AND (s.started_at, s.id) > (former.started_at, former.id)
     JOIN subscription_meters sm ON sm.subscription_id = s.id AND sm.meter_id = former.meter_id
     ORDER BY s.customer_id, sm.meter_id, s.started_at, s.id`,
    [
      ...columnsOf(formers),
      formers.map(({ startedAt }) => startedAt),
      formers.map(({ id }) => id),
      billableStatuses,
    ],
  );
  if (next.length === 0) return;
  await lockCustomerMeters(em, next);
  const rows = await sql<{ id: string }>(
    em,
    `WITH ${targetOf('$1', '$2', '$3')}
     UPDATE subscription_meters sm SET credited_units =
       least(least(sm.credited_units, ceil(sm.consumed_units)) + greatest(trunc(m.balance), 0), 2147483647)::integer
     FROM target JOIN customer_meters m USING (customer_id, meter_id)
     WHERE sm.id = target.id AND sm.id = ANY($4::uuid[]) RETURNING sm.id`,
    [...columnsOf(next), billableStatuses, next.map(({ id }) => id)],
  );
  await priceMeters(
    em,
    rows.map(({ id }) => id),
  );
};
