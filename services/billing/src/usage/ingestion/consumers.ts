/**
 * Ingests usage events from the bus, as over HTTP. Only our own services can publish there, and they name the
 * organization. Invalid messages are parked with the reason.
 */
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { AppError } from '@tessera/kit/errors';
import { type EventFacts, HopelessEvent, on } from '@tessera/kit/events/bus';
import { EventsIngest } from '@tessera/proto/api/billing/event';
import { billingDialect } from '@tessera/proto/api/error';
import { id as organizationIdShape } from '@tessera/proto/api/fields';
import { fromWire, wirePath } from '@tessera/proto/api/wire';
import { usageIngest } from '@tessera/proto/events/usage';
import { getOrganization } from '../../access/organizations/service.ts';
import type { Billing } from '../../billing.ts';
import type { Refusal } from '../events/errors.ts';
import { storeEvents } from './ingest.ts';

/** Messages handled concurrently; their events are written in batches. */
const concurrency = 16;

export const consumeUsage = (billing: Billing): Promise<Stoppable> =>
  billing.bus.consume({
    name: 'usage-ingest',
    begin: 'with the stream',
    concurrency,
    on: [on(usageIngest, (message, event) => ingestMessage(billing, message, event))],
  });

type Message = { organizationId: string; request: string };

/** Idempotent: events without an external id get one derived from the message. */
const ingestMessage = async (
  billing: Billing,
  { organizationId, request }: Message,
  { id }: EventFacts,
): Promise<void> => {
  await requireOrganization(billing, organizationId);
  const refusals: Refusal[] = [];
  const events = read(request).map((event, index) => {
    if (event.organizationId != null && event.organizationId !== organizationId)
      refusals.push({
        loc: ['body', 'events', index, 'organization_id'],
        msg: 'Does not match the organization of the message',
        type: 'value_error',
      });
    return { ...event, externalId: event.externalId ?? `${id}:${index}` };
  });
  const organizations = events.map(() => organizationId);
  await storeEvents(billing, { events, organizations, refusals }).catch((error: unknown) => {
    if (error instanceof AppError && error.failure.status < 500)
      throw hopeless(error.failure.fields ?? [], error);
    throw error;
  });
};

const requireOrganization = async (billing: Billing, organizationId: string): Promise<void> => {
  if (!organizationIdShape.safeParse(organizationId).success)
    throw new HopelessEvent('the organization is named by no id');
  await getOrganization(billing, organizationId).catch((error: unknown) => {
    if (error instanceof AppError && error.failure.status === 404)
      throw new HopelessEvent(`there is no organization ${organizationId}`, { cause: error });
    throw error;
  });
};

const read = (request: string): EventsIngest['events'] => {
  const result = EventsIngest.safeParse(fromWire(EventsIngest, parse(request), billingDialect.casing));
  if (result.success) return result.data.events;
  const fields = result.error.issues.map(({ path, message, code }) => ({
    loc: ['body', ...wirePath(EventsIngest, path, billingDialect.casing)],
    msg: message,
    type: code,
  }));
  throw hopeless(fields, result.error);
};

const parse = (request: string): unknown => {
  try {
    return JSON.parse(request);
  } catch (cause) {
    throw new HopelessEvent('the request is no JSON', { cause });
  }
};

const shown = 5;

const hopeless = (fields: readonly Refusal[], cause: unknown): HopelessEvent => {
  const reasons = fields.slice(0, shown).map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`);
  return new HopelessEvent(reasons.join('; ') || 'the events cannot be taken', { cause });
};
