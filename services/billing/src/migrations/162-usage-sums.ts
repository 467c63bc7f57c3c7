/**
 * Two more of the sums that quantities are read from, of all customers together: of one alone hours are few enough, and its
 * events too. Days (UTC): a year is read from some hundred rows. Quarters of each hour, in the hour's own row: days of
 * time zones half an hour off, and ranges that begin or end within an hour, need not look at events.
 *
 * Replicas of before know neither. Days follow hours by triggers, whoever writes these. An hour that is changed without
 * its quarters loses them, and is read from events again; so do hours from before, whose quarters nobody knows.
 */
import type { SqlMigration } from '@tessera/kit/database/data-source';

const everybody = `customer_id = '00000000-0000-0000-0000-000000000000'`;
const dayOf = (hour: string): string => `date_trunc('day', ${hour}, 'UTC')`;
const addToDays = (figures: string): string => `
      INSERT INTO usage_days AS present (meter_id, day, count, sum, min, max) ${figures} GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (meter_id, day) DO UPDATE SET count = present.count + excluded.count, sum = present.sum + excluded.sum,
        min = least(present.min, excluded.min), max = greatest(present.max, excluded.max)`;
const sumsOf = (table: string): string =>
  `SELECT meter_id, ${dayOf('hour')}, sum(count), sum(sum), min(min), max(max) FROM ${table} WHERE ${everybody}`;
/** What an UPDATE has changed: rows `w` and what they were, `b`. */
const changed = `(SELECT * FROM written WHERE ${everybody}) w JOIN (SELECT * FROM replaced WHERE ${everybody}) b USING (meter_id, hour)`;

export const usageDaysMigration: SqlMigration = {
  name: '162-usage-days',
  sql: `
    LOCK TABLE usage_rollups IN SHARE ROW EXCLUSIVE MODE;
    CREATE TABLE usage_days (
      meter_id uuid NOT NULL,
      day timestamptz NOT NULL,
      count bigint NOT NULL,
      sum numeric NOT NULL,
      min numeric,
      max numeric,
      PRIMARY KEY (meter_id, day)
    );
    ${addToDays(sumsOf('usage_rollups'))};

    CREATE FUNCTION add_usage_hours() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN${addToDays(sumsOf('written'))};
      RETURN NULL;
    END $$;
    CREATE TRIGGER add_usage_hours AFTER INSERT ON usage_rollups REFERENCING NEW TABLE AS written
      FOR EACH STATEMENT EXECUTE FUNCTION add_usage_hours();

    -- Where the least or the most of an hour was taken back, those of its day are looked for again.
    CREATE FUNCTION change_usage_hours() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN${addToDays(`
      SELECT meter_id, ${dayOf('hour')}, sum(w.count - b.count), sum(w.sum - b.sum), min(w.min), max(w.max) FROM ${changed}`)};
      UPDATE usage_days d SET (min, max) = (SELECT min(r.min), max(r.max) FROM usage_rollups r
        WHERE r.meter_id = d.meter_id AND r.${everybody} AND r.hour >= d.day AND r.hour < d.day + interval '24 hours')
      FROM (SELECT DISTINCT meter_id, ${dayOf('hour')} AS day FROM ${changed}
        WHERE b.min < coalesce(w.min, 'infinity') OR b.max > coalesce(w.max, '-infinity')) AS lessened
      WHERE d.meter_id = lessened.meter_id AND d.day = lessened.day;
      RETURN NULL;
    END $$;
    CREATE TRIGGER change_usage_hours AFTER UPDATE ON usage_rollups REFERENCING OLD TABLE AS replaced NEW TABLE AS written
      FOR EACH STATEMENT EXECUTE FUNCTION change_usage_hours();`,
};

/** Each figure of the four quarters, in this order. */
const figures = ['+', '+', 'least', 'greatest'];
const added = figures.flatMap((how, place) =>
  [1, 2, 3, 4].map((quarter) => {
    const [one, other] = ['one', 'other'].map((name) => `${name}[${4 * place + quarter}]`);
    return how === '+' ? `${one} + ${other}` : `${how}(${one}, ${other})`;
  }),
);

export const usageQuartersMigration: SqlMigration = {
  name: '163-usage-quarters',
  sql: `
    -- Of each quarter the count, then of each the sum, the least, the most. NULL: to be read from events. Customers have none.
    ALTER TABLE usage_rollups ADD COLUMN quarters numeric[];
    CREATE FUNCTION add_usage_quarters(one numeric[], other numeric[]) RETURNS numeric[] LANGUAGE sql IMMUTABLE AS $$
      SELECT CASE WHEN one IS NOT NULL AND other IS NOT NULL THEN ARRAY[${added.join(', ')}] END $$;

    CREATE FUNCTION forget_usage_quarters() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.quarters := NULL;
      RETURN NEW;
    END $$;
    CREATE TRIGGER forget_usage_quarters BEFORE UPDATE ON usage_rollups FOR EACH ROW
      WHEN (NEW.quarters IS NOT NULL AND NEW.quarters IS NOT DISTINCT FROM OLD.quarters)
      EXECUTE FUNCTION forget_usage_quarters();`,
};
