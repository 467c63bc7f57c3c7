import { batched } from '@tessera/kit/background/batched';
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { type EventFacts, on } from '@tessera/kit/events/bus';
import { once } from '@tessera/kit/events/inbox';
import { currentTraceparent } from '@tessera/kit/observability/telemetry';
import { type EventType, partnerType } from '@tessera/proto/events/define';
import { organizationDeleted } from '@tessera/proto/events/organization';
import { deleteEndpointsOf } from '../endpoints/service.ts';
import type { Webhook } from '../webhook.ts';
import { consumerName, factsOf, type PartnerEvent, receiveEvents } from './receive.ts';
import { partnerEvents } from './types.ts';

/** Events received concurrently; batches keep the order of the stream. */
const concurrency = 64;
/** Under load, which batches larger than the events of one sale tell, events wait so many milliseconds for others. */
const gathering = { gather: 10, gatherAfter: 10 };

export const consumeEvents = (webhook: Webhook): Promise<Stoppable> => {
  const receive = batched(concurrency, (events: PartnerEvent[]) => receiveEvents(webhook, events), gathering);
  return webhook.bus.consume({
    name: consumerName,
    begin: 'now',
    concurrency,
    on: partnerEvents.map((type) => on(type, (message, event) => receive(readEvent(type, message, event)))),
  });
};

export const consumeOrganizations = (webhook: Webhook): Promise<Stoppable> =>
  webhook.bus.consume({
    name: 'organizations',
    begin: 'with the stream',
    on: [
      on(organizationDeleted, ({ organizationId }, { id }) =>
        once(webhook.db, { consumer: 'organizations', eventId: id }, (em) =>
          deleteEndpointsOf(em, organizationId, webhook.now()),
        ),
      ),
    ],
  });

/** By convention the first field of a partner event is, or contains, its subject's id. */
const readEvent = (type: EventType, message: unknown, event: EventFacts) => {
  const fields = message as Record<string, unknown> & { organizationId: string; snapshot: string };
  const first = fields[type.schema.fields[0]?.localName ?? ''];
  const subjectId = typeof first === 'string' ? first : ((first as { id?: string } | undefined)?.id ?? '');
  const kind = partnerType(type);
  const { status, customerId, isForChats } = factsOf(kind, fields.snapshot);
  return {
    eventId: event.id,
    type: kind,
    organizationId: fields.organizationId,
    subjectId,
    subjectStatus: status,
    // Events of one customer are delivered in their order.
    sequenceKey: customerId ?? subjectId,
    isForChats,
    snapshot: fields.snapshot,
    traceparent: currentTraceparent() ?? event.traceparent ?? null,
  };
};
