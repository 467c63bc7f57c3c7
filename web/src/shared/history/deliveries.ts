import type { WebhookDelivery } from '../../api/organization/webhooks.ts';

/** Endpoint ids of an event's deliveries, by result. */
export type Deliveries = { delivered: string[]; pending: string[]; failed: string[] };

/** Groups attempts, newest first, by event: the latest result per endpoint. */
export const deliveriesByEvent = (attempts: readonly WebhookDelivery[]): Map<string, Deliveries> => {
  const found = new Map<string, Deliveries>();
  const seen = new Set<string>();
  for (const { webhookEvent: event, webhookEndpointId } of attempts) {
    const place = `${event.id} ${webhookEndpointId}`;
    if (seen.has(place)) continue;
    seen.add(place);
    const deliveries = found.get(event.id) ?? { delivered: [], pending: [], failed: [] };
    const outcome =
      event.succeeded === null
        ? deliveries.pending
        : event.succeeded
          ? deliveries.delivered
          : deliveries.failed;
    outcome.push(webhookEndpointId);
    found.set(event.id, deliveries);
  }
  return found;
};
