import type { Migration } from '@tessera/kit/database/data-source';
import { dueTable } from '@tessera/kit/due';

/**
 * Benefits that live on other platforms. `customer_accounts`: who customers are there, tokens sealed. `oauth_states`: who
 * has left for a platform and should come back. `benefit_accesses`: what a customer has there by a benefit, whichever grants
 * it comes from; `given` is written before it is asked for, so that whatever may have been given is taken back.
 * `github_repositories`: those that a seller administers.
 */
export const platformsMigration: Migration = {
  name: '095-platforms',
  sql: `
    CREATE TABLE customer_accounts (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      customer_id uuid NOT NULL,
      platform text NOT NULL,
      account_id text NOT NULL,
      username text,
      sealed_tokens text,
      CONSTRAINT customer_accounts_account UNIQUE (customer_id, platform, account_id)
    );
    CREATE TABLE oauth_states (
      state_hash text PRIMARY KEY,
      expires_at timestamptz NOT NULL,
      platform text NOT NULL,
      organization_id uuid NOT NULL,
      customer_id uuid,
      user_id text,
      verifier text NOT NULL,
      return_to text NOT NULL
    );
    CREATE INDEX oauth_states_expires_at ON oauth_states (expires_at);
    CREATE TABLE benefit_accesses (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      organization_id uuid NOT NULL,
      customer_id uuid NOT NULL,
      benefit_id uuid NOT NULL,
      account_id text,
      given jsonb,
      CONSTRAINT benefit_accesses_customer UNIQUE (customer_id, benefit_id)
    );
    CREATE INDEX benefit_accesses_benefit ON benefit_accesses (benefit_id);
    ${dueTable('benefit_access_work')}
    CREATE TABLE github_repositories (
      organization_id uuid NOT NULL,
      repository_id bigint NOT NULL,
      installation_id bigint NOT NULL,
      owner text NOT NULL,
      name text NOT NULL,
      PRIMARY KEY (organization_id, repository_id)
    );
  `,
};
