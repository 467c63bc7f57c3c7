/** The events of webhook. */
import { defineEvent } from './define.ts';
import { EndpointDisabledSchema, EventDeliveredSchema } from './gen/tessera/webhook/v1/events_pb.ts';

export const eventDelivered = defineEvent('webhook.event.delivered', EventDeliveredSchema);
export const endpointDisabled = defineEvent('webhook.endpoint.disabled', EndpointDisabledSchema);

/**
 * Whether somebody waits for the news that an event has been delivered; of all others it is not told. The page of a
 * checkout leaves for the seller's site once the seller's endpoints know of its success.
 */
export const isDeliveryAwaited = (eventType: string, status: string | null | undefined): boolean =>
  eventType === 'checkout.updated' && status === 'succeeded';
