/** Months of events that are kept no longer leave the table of events; what was counted of them stays. */
import type { Migration } from '@tessera/kit/database/data-source';

export const usageRetentionMigration: Migration = {
  name: '137-usage-retention',
  sql: `
    -- Takes a month out of the table: it stays as a table of its own, to be archived or dropped. Names that its events had
    -- may be used again. Nothing is done while some of them wait to be counted.
    CREATE FUNCTION detach_usage_month(part text) RETURNS boolean LANGUAGE plpgsql AS $$
    DECLARE
      until timestamptz := to_date(right(part, 7), 'YYYY_MM')::timestamp AT TIME ZONE 'UTC' + interval '32 days';
    BEGIN
      IF EXISTS (SELECT FROM usage_batches WHERE first_at < until)
        OR EXISTS (SELECT FROM usage_backfills WHERE NOT is_complete) THEN RETURN false; END IF;
      EXECUTE format('ALTER TABLE usage_events DETACH PARTITION %I', part);
      EXECUTE format('DELETE FROM usage_event_keys key USING %I e WHERE key.organization_id = e.organization_id
        AND key.external_id = e.external_id AND key.event_id = e.id', part);
      EXECUTE format('UPDATE usage_event_names names SET occurrences = names.occurrences - gone.occurrences FROM (
          SELECT organization_id, name, source, count(*) AS occurrences FROM %I GROUP BY 1, 2, 3) AS gone
        WHERE names.organization_id = gone.organization_id AND names.name = gone.name AND names.source = gone.source', part);
      DELETE FROM usage_event_names WHERE occurrences <= 0;
      RETURN true;
    END $$;`,
};
