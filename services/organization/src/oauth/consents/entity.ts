/** What somebody has allowed a client. */
import { column } from '@tessera/kit/database';
import type { OAuthScope, OAuthSubject } from '@tessera/proto/api/organization/oauth/scopes';
import { EntitySchema } from 'typeorm';

export type ConsentRow = {
  id: string;
  /** The client's row. */
  clientId: string;
  subType: OAuthSubject;
  /** Who has allowed it, for an organization: who did last. */
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
