/** What meters have counted, by period. */
import { organizationOfCreate } from '@tessera/kit/access/rules';
import { runOn, sql } from '@tessera/kit/database/sql';
import { kitErrors } from '@tessera/kit/errors';
import type {
  CustomerMeterQuantitiesQuery,
  MeterPreview,
  MeterPreviewReply,
  MeterQuantities,
  MeterQuantitiesQuery,
} from '@tessera/proto/api/billing/meter';
import type { Caller } from '@tessera/proto/api/passport';
import type { DataSource, EntityManager } from 'typeorm';
import type { Billing } from '../../billing.ts';
import type { MeterRow } from '../../catalog/meters/entity.ts';
import { findMeter } from '../../catalog/meters/find.ts';
import { findCustomersByExternalIds } from '../../customers/find.ts';
import { funcOf } from '../filter.ts';
import { sumEvents } from '../postgres/sums.ts';
import type { Sums, SumsQuery } from '../store/store.ts';
import { areInOrder, listPeriods } from './periods.ts';
import { type Counted, sumCounted } from './rollups.ts';
import { quantitiesOf } from './rules.ts';

type Range = Pick<MeterQuantitiesQuery, 'startTimestamp' | 'endTimestamp' | 'interval' | 'timezone'>;

export const getQuantities = async (
  { db, usage, usageCopies }: Billing,
  { id: meterId, filter, aggregation, organizationId }: MeterRow,
  query: MeterQuantitiesQuery,
): Promise<MeterQuantities> => {
  const wanted: SumsQuery = {
    ...rangeOf(query),
    organizations: [organizationId],
    filter,
    aggregation,
    customers: query.customerId,
    externalCustomers: query.externalCustomerId,
    metadata: query.metadata,
  };
  const em = db.manager;
  const [found, counting, own] = await Promise.all([
    listPeriods(em, query),
    findCounting(em, meterId),
    findOwn(em, wanted),
  ]);
  const periods = found.map(({ period }) => period);
  const isRolledUp = counting.isComplete && isOfRollups(wanted);
  const func = funcOf(aggregation);
  if (usageCopies && !isRolledUp) {
    const parts = await usage.sums(wanted);
    const [whole] = func === 'unique' ? await usage.sums({ ...wanted, interval: null }) : [];
    return quantitiesOf(func, { periods, parts, whole });
  }
  if (func === 'unique') return countDifferent(db, wanted, periods);
  const parts =
    isRolledUp && areInOrder(found)
      ? await readCounted(db, {
          meterId,
          query: wanted,
          periods: found,
          own,
          isAllCounted: !counting.isWaiting,
        })
      : await sumEvents(em, wanted);
  return quantitiesOf(func, { periods, parts });
};

/**
 * The events read here are minutes of one organization, found by an index. Postgres assumes that recent events are
 * spread evenly over organizations, and would scan the whole month after another one has sent many.
 */
const readCounted = (db: DataSource, counted: Counted): Promise<Sums[]> =>
  db.transaction(async (em) => {
    const byIndex = `SELECT set_config('enable_seqscan', 'off', true), set_config('max_parallel_workers_per_gather', '0', true)`;
    const [, sums] = await Promise.all([runOn(em, byIndex, []), sumCounted(em, counted)]);
    return sums;
  });

/** Distinct values of periods cannot be added up: both counts are read in one snapshot. */
const countDifferent = (db: DataSource, wanted: SumsQuery, periods: Date[]): Promise<MeterQuantities> =>
  db.transaction('REPEATABLE READ', async (em) => {
    const parts = await sumEvents(em, wanted);
    const [whole] = await sumEvents(em, { ...wanted, interval: null });
    return quantitiesOf('unique', { periods, parts, whole });
  });

/** Returns the customers who have the requested external ids. */
const findOwn = async (
  em: EntityManager,
  { organizations, externalCustomers }: SumsQuery,
): Promise<string[] | null> => {
  if (!externalCustomers) return null;
  const found = await findCustomersByExternalIds(em, { organizations, externalIds: externalCustomers });
  return found.map(({ id }) => id);
};

/** Returns one customer's usage. Throws ResourceNotFound for a deleted meter. */
export const getOwnQuantities = async (
  billing: Billing,
  { meterId, customerId }: { meterId: string; customerId: string },
  query: CustomerMeterQuantitiesQuery,
): Promise<MeterQuantities> => {
  const meter = await findMeter(billing.db.manager, { id: meterId });
  if (!meter) throw kitErrors.ResourceNotFound();
  return getQuantities(billing, meter, { ...query, customerId: [customerId] });
};

const rangeOf = ({ startTimestamp, endTimestamp, interval, timezone }: Range) => ({
  from: startTimestamp,
  through: endTimestamp,
  interval,
  timezone,
});

/** Whether counted sums can answer the query; distinct values cannot be added up. */
const isOfRollups = ({ aggregation, metadata, externalCustomers, customers }: SumsQuery): boolean =>
  funcOf(aggregation) !== 'unique' && !metadata && !(externalCustomers && customers);

type CountingState = { isComplete: boolean; isWaiting: boolean };

/** Returns whether a meter's backfill is complete, and whether its organization has uncounted events. */
const findCounting = async (em: EntityManager, meterId: string): Promise<CountingState> => {
  const [state] = await sql<CountingState>(
    em,
    `SELECT is_complete AS "isComplete", EXISTS (SELECT FROM usage_batches b WHERE b.organization_id = f.organization_id) AS "isWaiting"
     FROM usage_backfills f WHERE meter_id = $1`,
    [meterId],
  );
  return state ?? { isComplete: false, isWaiting: true };
};

/** Returns what a meter that does not exist yet would have counted. */
export const previewMeter = async (
  billing: Billing,
  caller: Caller,
  body: MeterPreview,
): Promise<MeterPreviewReply> => {
  const { filter, aggregation } = body;
  const wanted: SumsQuery = {
    ...rangeOf(body),
    organizations: [await organizationOfCreate(billing, caller, body.organizationId)],
    filter,
    aggregation,
    customers: body.customerId,
  };
  const parts = await billing.usage.sums(wanted);
  const [whole] = await billing.usage.sums({ ...wanted, interval: null });
  const [events] = await billing.usage.sums({ ...wanted, interval: null, aggregation: { func: 'count' } });
  const found = await listPeriods(billing.db.manager, body);
  const periods = found.map(({ period }) => period);
  return { ...quantitiesOf(funcOf(aggregation), { periods, parts, whole }), events: events?.count ?? 0 };
};
