/** Reads events for the API. */
import { readable, readableOrganizations } from '@tessera/kit/access/rules';
import { refuseField } from '@tessera/kit/errors';
import type {
  Event,
  EventExportQuery,
  EventListQuery,
  EventNameListQuery,
} from '@tessera/proto/api/billing/event';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller } from '@tessera/proto/api/passport';
import type { Billing } from '../../billing.ts';
import { findMeter } from '../../catalog/meters/find.ts';
import { findCustomersByIds } from '../../customers/find.ts';
import type { EventFilter, KeptEvent } from '../store/store.ts';
import { viewEvent } from './view.ts';

/** Endpoint step that finds an event readable by the caller. */
export const readableEvent = (billing: Billing) =>
  readable(billing, (_em, { id }: { id: string }) => billing.usage.find(id));

export const getEvent = async (billing: Billing, row: KeptEvent): Promise<Event> => {
  const [customer = null] = row.customerId
    ? await findCustomersByIds(billing.db.manager, [row.customerId])
    : [];
  return viewEvent(row, customer);
};

/** Builds the filter of a caller's query over events. `meterId`: only events that the meter counts. */
const filterEvents = async (
  billing: Billing,
  caller: Caller,
  query: EventExportQuery,
): Promise<EventFilter> => {
  const { meterId, startTimestamp, endTimestamp, ...others } = query;
  const filter: EventFilter = {
    organizations: await readableOrganizations(billing, caller, query.organizationId),
    customers: others.customerId,
    externalCustomers: others.externalCustomerId,
    sources: others.source,
    names: others.name,
    query: others.query,
    from: startTimestamp,
    until: endTimestamp,
    filter: others.filter,
    metadata: others.metadata,
  };
  return meterId ? narrow(billing, caller, { filter, meterId }) : filter;
};

/** Returns a page of the events of the caller's organizations. */
export const listEvents = async (billing: Billing, caller: Caller, query: EventListQuery) => {
  const [rows, total] = await billing.usage.page(await filterEvents(billing, caller, query), query);
  return pageReply(await viewEvents(billing, rows), total, query);
};

const viewEvents = async ({ db }: Billing, rows: readonly KeptEvent[]): Promise<Event[]> => {
  const ids = new Set(rows.flatMap(({ customerId }) => customerId ?? []));
  const customers = new Map(
    (await findCustomersByIds(db.manager, [...ids])).map((customer) => [customer.id, customer]),
  );
  return rows.map((row) => viewEvent(row, customers.get(row.customerId ?? '') ?? null));
};

/** Maximum number of events in memory. */
const walkedAtOnce = 500;

/** Iterates over all events of a filter, newest first, each once. Events that arrive meanwhile are left out. */
export const walkEvents = async (
  billing: Billing,
  caller: Caller,
  query: EventExportQuery,
): Promise<AsyncGenerator<Event[]>> => {
  const filter = await filterEvents(billing, caller, query);
  const shown = async function* () {
    for await (const rows of walk(billing.usage, filter)) yield viewEvents(billing, rows);
  };
  return shown();
};

/** Iterates over all events of a customer, newest first, page by page. Events that arrive meanwhile are left out. */
export const walkEventsOf = async function* (
  { usage }: Billing,
  { id, organizationId }: { id: string; organizationId: string },
): AsyncGenerator<KeptEvent[]> {
  yield* walk(usage, { organizations: [organizationId], customers: [id] });
};

const walk = async function* (usage: Billing['usage'], filter: EventFilter): AsyncGenerator<KeptEvent[]> {
  let before: KeptEvent | undefined;
  do {
    const rows: KeptEvent[] = await usage.newest({ ...filter, before }, walkedAtOnce);
    yield rows;
    before = rows.length === walkedAtOnce ? rows.at(-1) : undefined;
  } while (before);
};

/** Throws a validation error for a meter that the caller may not read. */
const narrow = async (
  billing: Billing,
  caller: Caller,
  { filter, meterId }: { filter: EventFilter; meterId: string },
): Promise<EventFilter> => {
  const meter = await findMeter(billing.db.manager, { id: meterId });
  const readers = meter ? await readableOrganizations(billing, caller, [meter.organizationId]) : [];
  if (!meter || readers.length === 0) throw refuseField(['query', 'meter_id'], 'Meter does not exist.');
  return {
    ...filter,
    organizations: filter.organizations.filter((id) => id === meter.organizationId),
    sources: filter.sources?.filter((source) => source === 'user') ?? ['user'],
    filter: {
      conjunction: 'and',
      clauses: [meter.filter, ...(filter.filter ? [filter.filter] : [])],
    },
  };
};

/** Returns a page of the names of events in the caller's organizations. */
export const listEventNames = async (billing: Billing, caller: Caller, query: EventNameListQuery) => {
  const filter = {
    organizations: await readableOrganizations(billing, caller, query.organizationId),
    customers: query.customerId,
    externalCustomers: query.externalCustomerId,
    sources: query.source,
    query: query.query,
  };
  const [items, total] = await billing.usage.names(filter, query);
  return pageReply(items, total, query);
};
