import type { WebhookDelivery, WebhookEventStatus } from '@tessera/proto/api/webhook/delivery';

type DeliveryState = 'pending' | 'succeeded' | 'failed' | 'canceled';

export type AttemptRow = {
  id: string;
  createdAt: Date;
  succeeded: boolean;
  httpCode: number | null;
  durationMs: number;
  response: string | null;
  error: string | null;
  endpointId: string;
  state: DeliveryState;
  modifiedAt: Date | null;
  lastHttpCode: number | null;
  eventId: string;
  eventCreatedAt: Date;
  type: string;
  payload: string;
  isTest: boolean;
};

const states: Record<WebhookEventStatus, DeliveryState[]> = {
  delivered: ['succeeded'],
  retrying: ['pending'],
  failed: ['failed', 'canceled'],
};

/** The delivery states of a status in the API: a canceled delivery did not arrive either. */
export const statesOf = (status: WebhookEventStatus): DeliveryState[] => states[status];

/** An attempt in the API. The event's outcome is that at this attempt's endpoint. */
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
    isTest: row.isTest,
  },
});
