/** The events of webhook. */
import { defineEvent } from './define.ts';
import { EventDeliveredSchema } from './gen/tessera/webhook/v1/events_pb.ts';

export const eventDelivered = defineEvent('webhook.event.delivered', EventDeliveredSchema);
