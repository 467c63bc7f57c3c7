import {
  CustomerMeterListQuery,
  CustomerMeter as CustomerMeterShape,
} from '@tessera/proto/api/billing/customer-meter';
import {
  EventListQuery,
  Event as EventShape,
  EventsIngest,
  EventsIngestResponse,
} from '@tessera/proto/api/billing/event';
import {
  MeterPreview,
  MeterPreviewReply,
  MeterQuantities,
  MeterQuantitiesQuery,
} from '@tessera/proto/api/billing/meter';
import type { z } from 'zod';
import { api, billingBody, billingQuery, billingReply, type Stored } from '../request/base.ts';
import { resource } from '../request/resource.ts';
import { tagOf } from '../request/tags.ts';

export type UsageEvent = Stored<typeof EventShape>;
export type CustomerMeter = Stored<typeof CustomerMeterShape>;
export type Quantities = Stored<typeof MeterQuantities>;

const events = resource('UsageEvent', '/billing/v1/events', { one: EventShape, query: EventListQuery });
const customerMeters = resource('CustomerMeter', '/billing/v1/customer-meters', {
  one: CustomerMeterShape,
  query: CustomerMeterListQuery,
});

type TakeBack = Pick<UsageEvent, 'organizationId' | 'customerId' | 'externalCustomerId' | 'name'> & {
  externalId: string;
};

type Quantify = z.input<typeof MeterQuantitiesQuery> & { id: string };

export const {
  useListEventsQuery,
  useGetEventQuery,
  useListCustomerMetersQuery,
  useTakeEventBackMutation,
  useGetQuantitiesQuery,
  usePreviewMeterQuery,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listEvents: events.list(build),
    getEvent: events.get(build),
    listCustomerMeters: customerMeters.list(build),
    /** Withdraws an event that has an external id: it is not counted any more. */
    takeEventBack: build.mutation<Stored<typeof EventsIngestResponse>, TakeBack>({
      query: ({ organizationId, customerId, externalCustomerId, name, externalId }) => {
        const customer = customerId === null ? { externalCustomerId } : { customerId };
        return {
          url: '/billing/v1/events/ingest',
          method: 'POST',
          body: billingBody(EventsIngest, {
            events: [{ organizationId, ...customer, name, voids: externalId }],
          }),
        };
      },
      transformResponse: billingReply(EventsIngestResponse),
      invalidatesTags: ['UsageEvent', 'CustomerMeter', 'Meter'],
    }),
    /** A meter's quantities by period. */
    getQuantities: build.query<Quantities, Quantify>({
      query: ({ id, ...range }) => ({
        url: `/billing/v1/meters/${id}/quantities`,
        query: billingQuery(MeterQuantitiesQuery, range),
      }),
      transformResponse: billingReply(MeterQuantities),
      providesTags: (_reply, _error, { id }) => [tagOf('Meter', id)],
    }),
    /** What a meter that does not exist yet would have counted. */
    previewMeter: build.query<Stored<typeof MeterPreviewReply>, z.input<typeof MeterPreview>>({
      query: (draft) => ({
        url: '/billing/v1/meters/preview',
        method: 'POST',
        body: billingBody(MeterPreview, draft),
      }),
      transformResponse: billingReply(MeterPreviewReply),
    }),
  }),
});
