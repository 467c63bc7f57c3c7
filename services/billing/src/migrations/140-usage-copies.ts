/** Events that are copied to another store: what is still to be copied, and how far their history has come. */
import type { Migration } from '@tessera/kit/database/data-source';

export const usageCopiesMigration: Migration = {
  name: '140-usage-copies',
  sql: `
    CREATE SEQUENCE usage_copy_versions;
    -- One row. Who holds the lease copies; what it had begun, the next holder does again under the same number.
    CREATE TABLE usage_copying (
      single boolean PRIMARY KEY DEFAULT true CHECK (single),
      is_on boolean NOT NULL DEFAULT false,
      -- Of the history: below that of all that was written since.
      version bigint NOT NULL DEFAULT 0,
      is_complete boolean NOT NULL DEFAULT false,
      cursor_organization uuid,
      cursor_at timestamptz,
      cursor_id uuid,
      lease uuid,
      lease_until timestamptz,
      batch bigint,
      batch_ids bigint[],
      -- When the last batch arrived, and when somebody last tried.
      sent_at timestamptz,
      tried_at timestamptz
    );
    INSERT INTO usage_copying DEFAULT VALUES;

    -- What was written or changed since copying began; filled by triggers that are there only while it is on.
    CREATE TABLE usage_copies (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      organization_id uuid NOT NULL,
      event_ids uuid[] NOT NULL,
      first_at timestamptz NOT NULL,
      last_at timestamptz NOT NULL
    );
    CREATE INDEX usage_copies_organization ON usage_copies (organization_id, id);
    CREATE FUNCTION queue_usage_copies() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO usage_copies (organization_id, event_ids, first_at, last_at)
      SELECT organization_id, array_agg(id), min("timestamp"), max("timestamp") FROM written GROUP BY organization_id;
      RETURN NULL;
    END $$;

    -- Waits for what is being written: all of that is history, and all that comes later is queued.
    CREATE FUNCTION start_usage_copies() RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM usage_copying WHERE is_on) THEN RETURN; END IF;
      LOCK TABLE usage_events IN SHARE ROW EXCLUSIVE MODE;
      IF EXISTS (SELECT FROM usage_copying WHERE is_on) THEN RETURN; END IF;
      CREATE TRIGGER queue_inserted_usage AFTER INSERT ON usage_events REFERENCING NEW TABLE AS written
        FOR EACH STATEMENT EXECUTE FUNCTION queue_usage_copies();
      CREATE TRIGGER queue_updated_usage AFTER UPDATE ON usage_events REFERENCING NEW TABLE AS written
        FOR EACH STATEMENT EXECUTE FUNCTION queue_usage_copies();
      UPDATE usage_copying SET is_on = true, version = nextval('usage_copy_versions'), is_complete = false,
        cursor_organization = NULL, cursor_at = NULL, cursor_id = NULL, lease = NULL, lease_until = NULL,
        batch = NULL, batch_ids = NULL, tried_at = now();
    END $$;
    CREATE FUNCTION stop_usage_copies() RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT EXISTS (SELECT FROM usage_copying WHERE is_on) THEN RETURN; END IF;
      LOCK TABLE usage_events IN SHARE ROW EXCLUSIVE MODE;
      DROP TRIGGER IF EXISTS queue_inserted_usage ON usage_events;
      DROP TRIGGER IF EXISTS queue_updated_usage ON usage_events;
      UPDATE usage_copying SET is_on = false, is_complete = false, batch = NULL, batch_ids = NULL,
        lease = NULL, lease_until = NULL;
      DELETE FROM usage_copies;
    END $$;`,
};
