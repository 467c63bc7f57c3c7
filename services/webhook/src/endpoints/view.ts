import type { WebhookEndpoint } from '@tessera/proto/api/webhook/endpoint';
import type { Endpoint } from './entity.ts';

/** An endpoint in the API, without its secret. */
export const viewEndpoint = (row: Endpoint): WebhookEndpoint => ({
  id: row.id,
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  url: row.url,
  format: row.format,
  events: row.events,
  enabled: row.enabled,
  isFailing: !row.enabled && row.failingSince !== null,
  organizationId: row.organizationId,
});
