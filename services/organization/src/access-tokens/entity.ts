/** The access token entity. The token itself is never stored, only its SHA-256. */
import { column } from '@tessera/kit/database/data-source';
import { EntitySchema } from 'typeorm';

export type AccessTokenRow = {
  id: string;
  organizationId: string;
  /** SHA-256 of the token, lower-case hex. */
  tokenHash: string;
  comment: string;
  scopes: string[];
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  createdAt: Date;
  modifiedAt: Date | null;
};

export const AccessTokenEntity = new EntitySchema<AccessTokenRow>({
  name: 'AccessToken',
  tableName: 'access_tokens',
  columns: {
    id: column.id(),
    organizationId: column.uuid('organization_id'),
    tokenHash: column.text('token_hash'),
    comment: column.text('comment'),
    scopes: column.json('scopes'),
    expiresAt: column.time('expires_at', { nullable: true }),
    lastUsedAt: column.time('last_used_at', { nullable: true }),
    createdAt: column.time('created_at'),
    modifiedAt: column.time('modified_at', { nullable: true }),
  },
});
