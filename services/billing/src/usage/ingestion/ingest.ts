/** Ingests events: all of a request or none; errors name the refused ones. */
import { organizationOfCreate } from '@tessera/kit/access/rules';
import { wakeWork } from '@tessera/kit/background/wake';
import { sql } from '@tessera/kit/database/sql';
import { AppError } from '@tessera/kit/errors';
import type { EventCreate, EventsIngest, EventsIngestResponse } from '@tessera/proto/api/billing/event';
import type { Caller } from '@tessera/proto/api/passport';
import { uuidv7 } from 'uuidv7';
import type { Billing } from '../../billing.ts';
import { correctUsage } from '../corrections/correct.ts';
import { type Refusal, refuseEvents } from '../events/errors.ts';
import { type EventRow, UnknownCustomers } from '../store/store.ts';
import { countingWork } from '../work.ts';

/** Tolerated clock skew of sellers in milliseconds. */
const tolerance = 300_000;

/** Throws a validation error that names every event that cannot be ingested. */
export const ingestEvents = async (
  billing: Billing,
  caller: Caller,
  { events }: EventsIngest,
): Promise<EventsIngestResponse> => {
  const refusals: Refusal[] = [];
  const organizations = await organizationsOf(billing, caller, { events, refusals });
  return storeEvents(billing, { events, organizations, refusals });
};

/** `organizations`: of each event; null: already refused. */
type Incoming = Given & { organizations: readonly (string | null)[] };

/** Stores events and queues them for counting, unless one is refused. */
export const storeEvents = async (billing: Billing, incoming: Incoming): Promise<EventsIngestResponse> => {
  const rows = rowsOf(billing, incoming);
  const { refusals } = incoming;
  // If anything is refused already, all errors are collected; otherwise the insert itself checks the customers.
  if (refusals.length > 0)
    throw refuseEvents([...refuseUnknown(rows, await findUnknown(billing, rows)), ...refusals]);
  const isCorrection = rows.some(({ voids }) => voids !== null);
  const write = isCorrection ? correctUsage(billing, rows) : billing.usage.insert(rows);
  const left = await write.catch((error: unknown) => {
    throw error instanceof UnknownCustomers ? refuseEvents(refuseUnknown(rows, new Set(error.ids))) : error;
  });
  const duplicates = left.length;
  const inserted = rows.length - duplicates;
  if (inserted > 0) wakeWork(billing.db, [countingWork]);
  return { inserted, duplicates };
};

const rowsOf = (billing: Billing, { events, organizations, refusals }: Incoming): EventRow[] => {
  const now = billing.now();
  return events.map((event, index): EventRow => {
    if (event.timestamp && event.timestamp.getTime() > now.getTime() + tolerance)
      refusals.push({
        loc: ['body', 'events', index, 'timestamp'],
        msg: 'Must not be in the future',
        type: 'less_than_equal',
      });
    return {
      id: uuidv7(),
      organizationId: organizations[index] ?? '',
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

const refuseUnknown = (rows: readonly EventRow[], unknown: ReadonlySet<string>): Refusal[] =>
  rows.flatMap(({ id }, index) =>
    unknown.has(id)
      ? [{ loc: ['body', 'events', index, 'customer_id'], msg: 'Customer not found.', type: 'value_error' }]
      : [],
  );

/** Returns the events that name customers whom their organization does not have. */
const findUnknown = async ({ db }: Billing, rows: readonly EventRow[]): Promise<Set<string>> => {
  const ids = [...new Set(rows.flatMap(({ customerId }) => customerId ?? []))];
  const customers = await sql<{ id: string; organization_id: string }>(
    db,
    'SELECT id, organization_id FROM customers WHERE id = ANY($1::uuid[]) AND deleted_at IS NULL',
    [ids],
  );
  const known = new Map(customers.map(({ id, organization_id }) => [id, organization_id]));
  const isUnknown = ({ customerId, organizationId }: EventRow) =>
    customerId !== null && organizationId !== '' && known.get(customerId) !== organizationId;
  return new Set(rows.filter(isUnknown).map(({ id }) => id));
};

type Given = { events: readonly EventCreate[]; refusals: Refusal[] };

/** Resolves the organizations of events, once per organization named. */
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
