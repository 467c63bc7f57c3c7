import type { WebhookDelivery } from '../../api/webhooks.ts';

/** The endpoints that an event was to be told to, by what came of it. */
export type Deliveries = { delivered: string[]; pending: string[]; failed: string[] };

/** Of attempts, the newest first: what each event came to at each endpoint. */
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
