import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import {
  Event,
  EventListQuery,
  EventNameListQuery,
  EventNamePage,
  EventPage,
  EventsIngest,
  EventsIngestResponse,
} from '@tessera/proto/api/billing/event';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import type { Billing } from '../../billing.ts';
import { ingestEvents } from '../ingestion/ingest.ts';
import { getEvent, listEventNames, listEvents, readableEvent } from './list.ts';

const endpoint = endpointFor(billingDialect);
const needsRead = needsScope('events:read', 'events:write');
const needsWrite = needsScope('events:write');

export const eventRoutes = (billing: Billing): Router =>
  Router()
    .get(
      '/events',
      needsRead,
      endpoint({ query: EventListQuery, reply: EventPage, summary: 'List events' }, ({ query, caller }) =>
        listEvents(billing, caller, query),
      ),
    )
    .get(
      '/events/names',
      needsRead,
      endpoint(
        { query: EventNameListQuery, reply: EventNamePage, summary: 'List event names' },
        ({ query, caller }) => listEventNames(billing, caller, query),
      ),
    )
    .post(
      '/events/ingest',
      needsWrite,
      endpoint(
        { body: EventsIngest, reply: EventsIngestResponse, status: 200, summary: 'Ingest events' },
        ({ body, caller }) => ingestEvents(billing, caller, body),
      ),
    )
    .get(
      '/events/:id',
      needsRead,
      endpoint(
        { params: IdPath, row: readableEvent(billing), reply: Event, summary: 'Get an event' },
        ({ row }) => getEvent(billing, row),
      ),
    );
