import type { WebhookDelivery } from '@tessera/proto/api/webhook/delivery';

export type AttemptRow = {
  id: string;
  createdAt: Date;
  succeeded: boolean;
  httpCode: number | null;
  durationMs: number;
  response: string | null;
  error: string | null;
  endpointId: string;
  state: 'pending' | 'succeeded' | 'failed' | 'canceled';
  modifiedAt: Date | null;
  lastHttpCode: number | null;
  eventId: string;
  eventCreatedAt: Date;
  type: string;
  payload: string;
};

/** An attempt as the API shows it. The event's outcome is what it came to at this attempt's endpoint. */
export const viewAttempt = (row: AttemptRow): WebhookDelivery => ({
  id: row.id,
  createdAt: row.createdAt,
  modifiedAt: null,
  succeeded: row.succeeded,
  httpCode: row.httpCode,
  durationMs: row.durationMs,
  response: row.response,
  error: row.error,
  webhookEndpointId: row.endpointId,
  webhookEvent: {
    id: row.eventId,
    createdAt: row.eventCreatedAt,
    modifiedAt: row.modifiedAt,
    type: row.type,
    lastHttpCode: row.lastHttpCode,
    succeeded: row.state === 'pending' ? null : row.state === 'succeeded',
    payload: row.payload,
  },
});
