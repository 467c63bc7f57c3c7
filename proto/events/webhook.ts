/** The events of webhook. */
import { defineEvent } from './define.ts';
import { EndpointDisabledSchema, EventDeliveredSchema } from './gen/tessera/webhook/v1/events_pb.ts';

export const eventDelivered = defineEvent('webhook.event.delivered', EventDeliveredSchema);
export const endpointDisabled = defineEvent('webhook.endpoint.disabled', EndpointDisabledSchema);

/**
 * Whether `eventDelivered` is published for an event: only for the success of a checkout, whose page redirects to the
 * seller's site once the seller's endpoints have received it.
 */
export const isDeliveryAwaited = (eventType: string, status: string | null | undefined): boolean =>
  eventType === 'checkout.updated' && status === 'succeeded';
