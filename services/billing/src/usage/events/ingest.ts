/** Taking events in: all of a request or none, each refused where it stands. */
import { organizationOfCreate } from '@tessera/kit/access';
import { batched } from '@tessera/kit/batched';
import { AppError } from '@tessera/kit/errors';
import { runPrepared } from '@tessera/kit/sql';
import { wakeWork } from '@tessera/kit/wake';
import type { EventCreate, EventsIngest, EventsIngestResponse } from '@tessera/proto/api/billing/event';
import type { Caller } from '@tessera/proto/api/passport';
import type { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { Billing } from '../../billing.ts';
import { correctUsage } from '../corrections/correct.ts';
import { countingWork } from '../counting/work.ts';
import type { EventRow } from '../store/store.ts';
import { type Refusal, refuseEvents } from './errors.ts';

/** Clocks of sellers may be ahead a little. */
const tolerance = 300_000;

/** Throws a refused request that names every event it cannot take. */
export const ingestEvents = async (
  billing: Billing,
  caller: Caller,
  { events }: EventsIngest,
): Promise<EventsIngestResponse> => {
  const refusals: Refusal[] = [];
  const organizations = await organizationsOf(billing, caller, { events, refusals });
  return storeEvents(billing, { events, organizations, refusals });
};

/** `organizations`: whose each event is; null: it is refused already. */
type Incoming = Given & { organizations: readonly (string | null)[] };

/** Stores events and has them counted, unless one is refused. */
export const storeEvents = async (billing: Billing, incoming: Incoming): Promise<EventsIngestResponse> => {
  const rows = await rowsOf(billing, incoming);
  if (incoming.refusals.length > 0) throw refuseEvents(incoming.refusals);
  const isCorrection = rows.some(({ voids }) => voids !== null);
  const left = isCorrection ? await correctUsage(billing, rows) : await billing.usage.insert(rows);
  const duplicates = left.length;
  const inserted = rows.length - duplicates;
  if (inserted > 0) wakeWork(billing.db, [countingWork]);
  return { inserted, duplicates };
};

const rowsOf = async (
  billing: Billing,
  { events, organizations, refusals }: Incoming,
): Promise<EventRow[]> => {
  const now = billing.now();
  const known = await findKnown(billing, events);
  return events.map((event, index): EventRow => {
    const organizationId = organizations[index] ?? '';
    const refuse = (key: string, msg: string, type = 'value_error') =>
      refusals.push({ loc: ['body', 'events', index, key], msg, type });
    if (event.customerId && organizationId && known.get(event.customerId) !== organizationId)
      refuse('customer_id', 'Customer not found.');
    if (event.timestamp && event.timestamp.getTime() > now.getTime() + tolerance)
      refuse('timestamp', 'Must not be in the future', 'less_than_equal');
    return {
      id: uuidv7(),
      organizationId,
      timestamp: event.timestamp ?? now,
      ingestedAt: now,
      source: 'user',
      name: event.name,
      customerId: event.customerId ?? null,
      externalCustomerId: event.customerId ? null : (event.externalCustomerId ?? null),
      externalId: event.externalId ?? null,
      voids: event.voids ?? null,
      metadata: event.metadata ?? {},
    };
  });
};

type Given = { events: readonly EventCreate[]; refusals: Refusal[] };

/** Whose the events are: asked once for each organization that they name. */
const organizationsOf = async (
  billing: Billing,
  caller: Caller,
  { events, refusals }: Given,
): Promise<(string | null)[]> => {
  const answers = new Map<string | null | undefined, string | AppError>();
  for (const { organizationId } of events) {
    if (answers.has(organizationId)) continue;
    const answer = await organizationOfCreate(billing, caller, organizationId).catch((error: unknown) => {
      if (error instanceof AppError && error.failure.fields) return error;
      throw error;
    });
    answers.set(organizationId, answer);
  }
  return events.map(({ organizationId }, index) => {
    const answer = answers.get(organizationId);
    if (typeof answer === 'string') return answer;
    const [field] = answer?.failure.fields ?? [];
    if (field) refusals.push({ ...field, loc: ['body', 'events', index, 'organization_id'] });
    return null;
  });
};

const customersOf = {
  name: 'customers-of-events',
  text: 'SELECT id, organization_id FROM customers WHERE id = ANY($1::uuid[]) AND deleted_at IS NULL',
};

type Finder = (ids: readonly string[]) => Promise<Map<string, string>>;
const finders = new WeakMap<DataSource, Finder>();
const maxTogether = 200;

/** Requests that come at once are looked up together. */
const finderOf = (db: DataSource): Finder => {
  const present = finders.get(db);
  if (present) return present;
  const finder = batched<readonly string[], Map<string, string>>(
    maxTogether,
    async (requests) => {
      const rows = await runPrepared<{ id: string; organization_id: string }>(db, customersOf, [
        [...new Set(requests.flat())],
      ]);
      const known = new Map(rows.map(({ id, organization_id }) => [id, organization_id]));
      return requests.map(() => known);
    },
    { gather: 2 },
  );
  finders.set(db, finder);
  return finder;
};

/** The organizations of the customers that are named by id, except of deleted ones. */
const findKnown = async ({ db }: Billing, events: readonly EventCreate[]): Promise<Map<string, string>> => {
  const ids = [...new Set(events.flatMap(({ customerId }) => customerId ?? []))];
  return ids.length === 0 ? new Map() : finderOf(db)(ids);
};
