/** Consents: the scopes that a user or an organization granted to a client. */
import { column } from '@tessera/kit/database/data-source';
import type { OAuthScope, OAuthSubject } from '@tessera/proto/api/organization/oauth/scopes';
import { EntitySchema } from 'typeorm';

export type ConsentRow = {
  id: string;
  /** `id` of the client's row, not its public `client_id`. */
  clientId: string;
  subType: OAuthSubject;
  /** The user who granted it; for an organization the last one. */
  userId: string;
  organizationId: string | null;
  scopes: OAuthScope[];
  createdAt: Date;
  modifiedAt: Date | null;
  lastUsedAt: Date | null;
};

export const ConsentEntity = new EntitySchema<ConsentRow>({
  name: 'OAuthConsent',
  tableName: 'oauth_consents',
  columns: {
    id: column.id(),
    clientId: column.uuid('client_id'),
    subType: column.text('sub_type'),
    userId: column.uuid('user_id'),
    organizationId: column.uuid('organization_id', { nullable: true }),
    scopes: column.json('scopes'),
    createdAt: column.time('created_at'),
    modifiedAt: column.time('modified_at', { nullable: true }),
    lastUsedAt: column.time('last_used_at', { nullable: true }),
  },
});
