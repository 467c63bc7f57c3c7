import type { Migration } from '@tessera/kit/database/data-source';

/** A revocation stays until no record of the token can be in Redis any more, whatever crashed in between. */
export const accessTokens: Migration = {
  name: '002-access-tokens',
  sql: `
  CREATE TABLE access_tokens (
    id uuid PRIMARY KEY,
    organization_id uuid NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    token_hash text NOT NULL,
    comment text NOT NULL,
    scopes jsonb NOT NULL,
    expires_at timestamptz,
    last_used_at timestamptz,
    created_at timestamptz NOT NULL,
    modified_at timestamptz,
    CONSTRAINT access_tokens_token_hash_key UNIQUE (token_hash)
  );
  CREATE INDEX access_tokens_organization_id ON access_tokens (organization_id, created_at);

  CREATE TABLE access_token_revocations (
    token_hash text PRIMARY KEY,
    revoked_at timestamptz NOT NULL DEFAULT now()
  )`,
};
