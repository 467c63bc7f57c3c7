import type { Migration } from '@tessera/kit/database/data-source';

export const oauthStates: Migration = {
  name: '200-oauth-states',
  sql: `
-- Sign-ins that are under way at another provider. The state itself is only in the browser; its data is sealed.
CREATE TABLE oauth_states (
  state_hash text PRIMARY KEY,
  data text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX oauth_states_expires_at ON oauth_states (expires_at);`,
};
