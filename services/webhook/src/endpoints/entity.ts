import { column } from '@tessera/kit/database/data-source';
import type { WebhookEventType } from '@tessera/proto/api/billing/enums';
import type { WebhookFormat } from '@tessera/proto/api/webhook/endpoint';
import { EntitySchema } from 'typeorm';

export type Endpoint = {
  id: string;
  createdAt: Date;
  modifiedAt: Date | null;
  /** A deleted endpoint is kept, unreadable, for as long as its deliveries. */
  deletedAt: Date | null;
  organizationId: string;
  url: string;
  format: WebhookFormat;
  /** Encrypted by the vault; empty once deleted. */
  secret: string;
  events: WebhookEventType[];
  /** Receives events; false: paused. */
  enabled: boolean;
  /** Consecutive deliveries that exhausted their retries. */
  givenUp: number;
  /** When the first of those failed. */
  failingSince: Date | null;
};

export const EndpointEntity = new EntitySchema<Endpoint>({
  name: 'endpoint',
  tableName: 'endpoints',
  columns: {
    id: column.id(),
    createdAt: column.time('created_at'),
    modifiedAt: column.time('modified_at', { nullable: true }),
    deletedAt: column.time('deleted_at', { nullable: true }),
    organizationId: column.uuid('organization_id'),
    url: column.text('url'),
    format: column.text('format'),
    secret: column.text('secret'),
    events: column.text('events', { array: true }),
    enabled: column.bool('enabled'),
    givenUp: column.int('given_up'),
    failingSince: column.time('failing_since', { nullable: true }),
  },
});

/** The columns with encrypted secrets, for key rotation. */
export const encryptedSecrets = { table: 'endpoints', columns: ['secret'] };
