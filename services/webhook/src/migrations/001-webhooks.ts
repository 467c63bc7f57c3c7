import type { Migration } from '@tessera/kit/database/data-source';

/**
 * `deliveries` are what is to be told to one endpoint; `attempts` are what the API calls deliveries.
 * `awaiting` counts the endpoints that have not confirmed an event yet; `awaited` marks the deliveries it counts.
 */
export const webhooks: Migration = {
  name: '001-webhooks',
  sql: `
    CREATE TABLE memberships (
      id text PRIMARY KEY,
      organization_id uuid NOT NULL,
      user_id text NOT NULL,
      can_manage boolean NOT NULL,
      is_deleted boolean NOT NULL,
      revision bigint NOT NULL
    );
    CREATE INDEX memberships_user ON memberships (user_id, organization_id);

    CREATE TABLE endpoints (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      modified_at timestamptz,
      deleted_at timestamptz,
      organization_id uuid NOT NULL,
      url text NOT NULL,
      format text NOT NULL,
      secret text NOT NULL,
      events text[] NOT NULL
    );
    CREATE INDEX endpoints_organization ON endpoints (organization_id, created_at) WHERE deleted_at IS NULL;

    CREATE TABLE webhook_events (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      organization_id uuid NOT NULL,
      type text NOT NULL,
      subject_id text NOT NULL,
      subject_status text,
      payload text NOT NULL,
      traceparent text,
      awaiting integer NOT NULL
    );
    CREATE INDEX webhook_events_created ON webhook_events (created_at);

    CREATE TABLE deliveries (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      event_id uuid NOT NULL REFERENCES webhook_events ON DELETE CASCADE,
      endpoint_id uuid NOT NULL REFERENCES endpoints,
      created_at timestamptz NOT NULL,
      modified_at timestamptz,
      state text NOT NULL CHECK (state IN ('pending', 'succeeded', 'failed', 'canceled')),
      awaited boolean NOT NULL,
      attempts integer NOT NULL DEFAULT 0,
      last_http_code integer,
      next_attempt_at timestamptz NOT NULL,
      leased_until timestamptz
    ) WITH (fillfactor = 80);
    CREATE INDEX deliveries_due ON deliveries (endpoint_id, next_attempt_at) WHERE state = 'pending';
    CREATE UNIQUE INDEX deliveries_pending ON deliveries (event_id, endpoint_id) WHERE state = 'pending';
    CREATE INDEX deliveries_event ON deliveries (event_id);

    CREATE TABLE attempts (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      delivery_id bigint NOT NULL REFERENCES deliveries ON DELETE CASCADE,
      endpoint_id uuid NOT NULL,
      succeeded boolean NOT NULL,
      http_code integer,
      duration_ms integer NOT NULL,
      response text,
      error text
    );
    CREATE INDEX attempts_endpoint ON attempts (endpoint_id, created_at DESC, id DESC);
    CREATE INDEX attempts_delivery ON attempts (delivery_id);
  `,
};
