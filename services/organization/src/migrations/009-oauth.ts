import type { Migration } from '@tessera/kit/database/data-source';

/**
 * Clients of others that act for users and organizations. A consent is one user's, or one organization's, for one client;
 * codes and tokens hang on it and end with it. Tokens of one code are a family: a refresh token that comes a second time ends
 * all of them.
 */
export const oauth: Migration = {
  name: '009-oauth',
  sql: `
  CREATE TABLE oauth_clients (
    id uuid PRIMARY KEY,
    client_id text NOT NULL,
    secret_sealed text,
    registration_sealed text NOT NULL,
    user_id uuid,
    organization_id uuid REFERENCES organizations (id) ON DELETE CASCADE,
    name text NOT NULL,
    redirect_uris jsonb NOT NULL,
    auth_method text NOT NULL,
    grant_types jsonb NOT NULL,
    response_types jsonb NOT NULL,
    scopes jsonb NOT NULL,
    client_uri text,
    logo_uri text,
    tos_uri text,
    policy_uri text,
    default_sub_type text NOT NULL,
    created_at timestamptz NOT NULL,
    modified_at timestamptz,
    suspended_at timestamptz,
    CONSTRAINT oauth_clients_client_id_key UNIQUE (client_id)
  );
  CREATE INDEX oauth_clients_user_id ON oauth_clients (user_id, created_at) WHERE user_id IS NOT NULL;
  CREATE INDEX oauth_clients_organization_id ON oauth_clients (organization_id, created_at)
    WHERE organization_id IS NOT NULL;
  CREATE INDEX oauth_clients_of_nobody ON oauth_clients (created_at)
    WHERE user_id IS NULL AND organization_id IS NULL;

  CREATE TABLE oauth_consents (
    id uuid PRIMARY KEY,
    client_id uuid NOT NULL REFERENCES oauth_clients (id) ON DELETE CASCADE,
    sub_type text NOT NULL,
    user_id uuid NOT NULL,
    organization_id uuid REFERENCES organizations (id) ON DELETE CASCADE,
    scopes jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    modified_at timestamptz,
    last_used_at timestamptz
  );
  CREATE UNIQUE INDEX oauth_consents_of_user ON oauth_consents (user_id, client_id) WHERE organization_id IS NULL;
  CREATE UNIQUE INDEX oauth_consents_of_organization ON oauth_consents (organization_id, client_id)
    WHERE organization_id IS NOT NULL;
  CREATE INDEX oauth_consents_client_id ON oauth_consents (client_id);

  CREATE TABLE oauth_codes (
    id uuid PRIMARY KEY,
    code_hash text NOT NULL,
    consent_id uuid NOT NULL REFERENCES oauth_consents (id) ON DELETE CASCADE,
    scopes jsonb NOT NULL,
    redirect_uri text NOT NULL,
    is_redirect_uri_given boolean NOT NULL,
    code_challenge text,
    nonce text,
    expires_at timestamptz NOT NULL,
    used_at timestamptz,
    CONSTRAINT oauth_codes_code_hash_key UNIQUE (code_hash)
  );
  CREATE INDEX oauth_codes_consent_id ON oauth_codes (consent_id);
  CREATE INDEX oauth_codes_expires_at ON oauth_codes (expires_at);

  CREATE TABLE oauth_tokens (
    id uuid PRIMARY KEY,
    consent_id uuid NOT NULL REFERENCES oauth_consents (id) ON DELETE CASCADE,
    family_id uuid NOT NULL,
    scopes jsonb NOT NULL,
    granted_scopes jsonb NOT NULL,
    issued_at timestamptz NOT NULL,
    access_hash text,
    access_expires_at timestamptz NOT NULL,
    refresh_hash text,
    ends_at timestamptz NOT NULL,
    refreshed_at timestamptz,
    CONSTRAINT oauth_tokens_access_hash_key UNIQUE (access_hash),
    CONSTRAINT oauth_tokens_refresh_hash_key UNIQUE (refresh_hash)
  );
  CREATE INDEX oauth_tokens_consent_id ON oauth_tokens (consent_id);
  CREATE INDEX oauth_tokens_family_id ON oauth_tokens (family_id);
  CREATE INDEX oauth_tokens_ends_at ON oauth_tokens (ends_at);

  CREATE TABLE oauth_signing_keys (
    id uuid PRIMARY KEY,
    public_key jsonb NOT NULL,
    secret_sealed text NOT NULL,
    created_at timestamptz NOT NULL
  )`,
};
