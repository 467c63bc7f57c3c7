import type { Migration } from '@tessera/kit/database/data-source';

export const usersAndSessions: Migration = {
  name: '001-users-sessions',
  sql: `
CREATE TABLE users (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL CONSTRAINT users_email_key UNIQUE CHECK (email = lower(email)),
  email_verified boolean NOT NULL DEFAULT false,
  image text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  username text CONSTRAINT users_username_key UNIQUE,
  display_username text,
  role text NOT NULL DEFAULT 'user',
  banned boolean,
  ban_reason text,
  ban_expires timestamptz
);
CREATE TABLE accounts (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  provider_id text NOT NULL,
  account_id text NOT NULL,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT accounts_provider_account_key UNIQUE (provider_id, account_id)
);
CREATE INDEX accounts_user_id ON accounts (user_id);
-- No cascade: a session that ends says so in an event, so it is deleted by a verb.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  token text NOT NULL CONSTRAINT sessions_token_key UNIQUE,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  ip_address text,
  user_agent text,
  active_organization_id text,
  impersonated_by text
);
CREATE INDEX sessions_user_id ON sessions (user_id);
CREATE INDEX sessions_expires_at ON sessions (expires_at);
-- Sessions whose copy in Redis has yet to follow their row.
CREATE TABLE session_copy_jobs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token text NOT NULL
);
CREATE INDEX session_copy_jobs_token ON session_copy_jobs (token);
`,
};
