import type { WebhookEndpoint } from '@tessera/proto/api/webhook/endpoint';
import { acme } from './people.ts';

/** An endpoint that receives `order.paid`. */
export const endpoint: WebhookEndpoint = {
  id: 'b1d6a0b4-6a4c-4a4e-8a3e-0f6d6a1c2b3d',
  createdAt: new Date('2026-01-01T10:00:00.000Z'),
  modifiedAt: null,
  url: 'https://example.com/hooks',
  format: 'raw',
  events: ['order.paid'],
  enabled: true,
  isFailing: false,
  organizationId: acme.id,
};
