/** Authorization codes and tokens. Only their SHA-256 hashes are stored. */
import { column } from '@tessera/kit/database/data-source';
import type { OAuthScope } from '@tessera/proto/api/organization/oauth/scopes';
import { EntitySchema } from 'typeorm';

export type CodeRow = {
  /** Also the `familyId` of the tokens issued for the code. */
  id: string;
  codeHash: string;
  consentId: string;
  scopes: OAuthScope[];
  redirectUri: string;
  /** Whether the request contained it: then the client has to send it again. */
  isRedirectUriGiven: boolean;
  /** SHA-256 of the verifier, base64url (RFC 7636). */
  codeChallenge: string | null;
  nonce: string | null;
  /** When the consenting user signed in; null: not known. */
  authTime: Date | null;
  expiresAt: Date;
  usedAt: Date | null;
};

export const CodeEntity = new EntitySchema<CodeRow>({
  name: 'OAuthCode',
  tableName: 'oauth_codes',
  columns: {
    id: column.id(),
    codeHash: column.text('code_hash'),
    consentId: column.uuid('consent_id'),
    scopes: column.json('scopes'),
    redirectUri: column.text('redirect_uri'),
    isRedirectUriGiven: column.bool('is_redirect_uri_given'),
    codeChallenge: column.text('code_challenge', { nullable: true }),
    nonce: column.text('nonce', { nullable: true }),
    authTime: column.time('auth_time', { nullable: true }),
    expiresAt: column.time('expires_at'),
    usedAt: column.time('used_at', { nullable: true }),
  },
});

/** An access token, and the refresh token issued with it. */
export type TokenRow = {
  id: string;
  consentId: string;
  familyId: string;
  /** Scopes of the access token; a refresh may request fewer than `grantedScopes`. */
  scopes: OAuthScope[];
  grantedScopes: OAuthScope[];
  issuedAt: Date;
  /** Null: revoked without its refresh token. */
  accessHash: string | null;
  accessExpiresAt: Date;
  /** Null: no refresh token. */
  refreshHash: string | null;
  /** When the last of the two expires. */
  endsAt: Date;
  /** When the refresh token was first used. */
  refreshedAt: Date | null;
};

export const TokenEntity = new EntitySchema<TokenRow>({
  name: 'OAuthToken',
  tableName: 'oauth_tokens',
  columns: {
    id: column.id(),
    consentId: column.uuid('consent_id'),
    familyId: column.uuid('family_id'),
    scopes: column.json('scopes'),
    grantedScopes: column.json('granted_scopes'),
    issuedAt: column.time('issued_at'),
    accessHash: column.text('access_hash', { nullable: true }),
    accessExpiresAt: column.time('access_expires_at'),
    refreshHash: column.text('refresh_hash', { nullable: true }),
    endsAt: column.time('ends_at'),
    refreshedAt: column.time('refreshed_at', { nullable: true }),
  },
});
