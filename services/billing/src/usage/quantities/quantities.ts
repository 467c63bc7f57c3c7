/**
 * What meters have counted, period by period: hourly sums, and of events themselves what no whole hour holds and what is
 * not counted yet; both from one moment's view of the database.
 */
import { organizationOfCreate } from '@tessera/kit/access';
import { kitErrors } from '@tessera/kit/errors';
import { sql } from '@tessera/kit/sql';
import type {
  CustomerMeterQuantitiesQuery,
  MeterPreview,
  MeterPreviewReply,
  MeterQuantities,
  MeterQuantitiesQuery,
} from '@tessera/proto/api/billing/meter';
import type { Caller } from '@tessera/proto/api/passport';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../../billing.ts';
import type { MeterRow } from '../../catalog/meters/entity.ts';
import { findMeter } from '../../catalog/meters/find.ts';
import { BackfillEntity } from '../counting/backfills.ts';
import { funcOf } from '../filter.ts';
import { sumEvents } from '../postgres/sums.ts';
import type { Sums, SumsQuery } from '../store/store.ts';
import { sumRollups } from './rollups.ts';
import { hasWholeHours, quantitiesOf, splitRange } from './rules.ts';

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
  const periods = await listPeriods(db.manager, query);
  const func = funcOf(aggregation);
  if (usageCopies && !(await hasRollups(db.manager, meterId, wanted))) {
    const parts = await usage.sums(wanted);
    const [whole] = func === 'unique' ? await usage.sums({ ...wanted, interval: null }) : [];
    return quantitiesOf(func, { periods, parts, whole });
  }
  return db.transaction('REPEATABLE READ', async (em) => {
    const isRolledUp = await hasRollups(em, meterId, wanted);
    const parts = isRolledUp ? await sumHours(em, meterId, wanted) : await sumEvents(em, wanted);
    const [whole] = func === 'unique' ? await sumEvents(em, { ...wanted, interval: null }) : [];
    return quantitiesOf(func, { periods, parts, whole });
  });
};

/** What one customer has used. Throws ResourceNotFound for a meter that is gone. */
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

/** Whether the hourly sums of a meter answer this; different values cannot be added up. */
const hasRollups = async (em: EntityManager, meterId: string, query: SumsQuery): Promise<boolean> => {
  if (funcOf(query.aggregation) === 'unique' || query.externalCustomers || query.metadata) return false;
  if (!hasWholeHours(query.timezone, [query.from, query.through])) return false;
  return (await em.countBy(BackfillEntity, { meterId, isComplete: true })) > 0;
};

const sumHours = async (em: EntityManager, meterId: string, query: SumsQuery): Promise<Sums[]> => {
  const { hours, edges } = splitRange(query.from, query.through);
  if (!hours) return sumEvents(em, query);
  const { interval, timezone, customers } = query;
  const parts = await sumRollups(em, { ...hours, meterId, interval, timezone, customers });
  for (const edge of edges) parts.push(...(await sumEvents(em, { ...query, ...edge })));
  const through = new Date(hours.until.getTime() - 1);
  return [...parts, ...(await sumEvents(em, { ...query, from: hours.from, through }, 'pending'))];
};

/** When the periods of a range begin; where clocks change, an hour that is left out is none. */
const listPeriods = async (em: EntityManager, range: Range): Promise<Date[]> => {
  const rows = await sql<{ period: Date }>(
    em,
    `SELECT DISTINCT date_trunc($3::text, period AT TIME ZONE $4::text, $4::text) AS period FROM generate_series(
       date_trunc($3::text, $1::timestamptz AT TIME ZONE $4::text), $2::timestamptz AT TIME ZONE $4::text,
       ('1 ' || $3::text)::interval) AS period ORDER BY 1`,
    [range.startTimestamp, range.endTimestamp, range.interval, range.timezone],
  );
  return rows.map(({ period }) => period);
};

/** What a meter that does not exist yet would have counted. */
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
  const periods = await listPeriods(billing.db.manager, body);
  return { ...quantitiesOf(funcOf(aggregation), { periods, parts, whole }), events: events?.count ?? 0 };
};
