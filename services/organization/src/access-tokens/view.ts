/** An access token as in replies: without its text. */
import type { AccessTokenRecord } from '@tessera/proto/api/asks';
import type { OrganizationAccessToken } from '@tessera/proto/api/organization/access-token';
import type { AccessTokenRow } from './entity.ts';

export const viewAccessToken = (row: AccessTokenRow): OrganizationAccessToken => ({
  id: row.id,
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  scopes: row.scopes,
  expiresAt: row.expiresAt,
  comment: row.comment,
  lastUsedAt: row.lastUsedAt,
  organizationId: row.organizationId,
});

/** The record that gateways cache. */
export const viewRecord = (row: AccessTokenRow): AccessTokenRecord => ({
  id: row.id,
  organizationId: row.organizationId,
  scopes: row.scopes,
  expiresAt: row.expiresAt?.toISOString() ?? null,
});
