/** Reading events for the API. */
import { readable, readableOrganizations } from '@tessera/kit/access';
import { refuseField } from '@tessera/kit/errors';
import type { Event, EventListQuery, EventNameListQuery } from '@tessera/proto/api/billing/event';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller } from '@tessera/proto/api/passport';
import type { Billing } from '../../billing.ts';
import { findMeter } from '../../catalog/meters/find.ts';
import { findCustomersByIds } from '../../customers/find.ts';
import type { EventFilter, KeptEvent } from '../store/store.ts';
import { viewEvent } from './view.ts';

/** The step of an endpoint that finds an event for who may see it. */
export const readableEvent = (billing: Billing) =>
  readable(billing, (_em, { id }: { id: string }) => billing.usage.find(id));

export const getEvent = async (billing: Billing, row: KeptEvent): Promise<Event> => {
  const [customer = null] = row.customerId
    ? await findCustomersByIds(billing.db.manager, [row.customerId])
    : [];
  return viewEvent(row, customer);
};

/** A page of the events of the caller's organizations. `meterId`: those that the meter counts. */
export const listEvents = async (billing: Billing, caller: Caller, query: EventListQuery) => {
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
  const narrowed = meterId ? await narrow(billing, caller, { filter, meterId }) : filter;
  const [rows, total] = await billing.usage.page(narrowed, query);
  const customers = await findCustomersByIds(
    billing.db.manager,
    rows.flatMap(({ customerId }) => customerId ?? []),
  );
  const items = rows.map((row) => viewEvent(row, customers.find(({ id }) => id === row.customerId) ?? null));
  return pageReply(items, total, query);
};

/** Throws a refused field for a meter that the caller may not see. */
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

/** A page of the names that events of the caller's organizations have. */
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
