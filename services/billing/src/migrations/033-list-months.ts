import type { Migration } from '@tessera/kit/database/data-source';

const key = 'list, organization_id, month, product_id, facet';
const ofDays = (rows: string): string =>
  `INSERT INTO list_month_counts AS kept (${key}, rows)
   SELECT list, organization_id, date_trunc('month', day)::date, product_id, facet, sum(rows) FROM ${rows}
   WHERE day IS NOT NULL GROUP BY 1, 2, 3, 4, 5 HAVING sum(rows) <> 0
   ON CONFLICT (${key}) DO UPDATE SET rows = kept.rows + excluded.rows`;
const change = `(SELECT list, organization_id, day, product_id, facet, rows FROM added
   UNION ALL SELECT list, organization_id, day, product_id, facet, -rows FROM removed) AS changed`;

/**
 * Rows of a list by month: a page in the middle of a long list is looked for in its month, then among that month's days
 * (see lists/counts.ts). Triggers keep it, so that replicas of the version before keep it as well.
 */
export const listMonthsMigration: Migration = {
  name: '033-list-months',
  sql: `
    LOCK TABLE list_counts IN SHARE ROW EXCLUSIVE MODE;
    CREATE TABLE list_month_counts (
      list text NOT NULL,
      organization_id uuid NOT NULL,
      month date NOT NULL,
      product_id uuid,
      facet text,
      rows bigint NOT NULL
    );
    CREATE UNIQUE INDEX list_month_counts_key ON list_month_counts (${key}) INCLUDE (rows) NULLS NOT DISTINCT;
    ${ofDays('list_counts')};

    CREATE FUNCTION count_inserted_days() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      ${ofDays('added')};
      RETURN NULL;
    END $$;
    CREATE FUNCTION count_updated_days() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      ${ofDays(change)};
      RETURN NULL;
    END $$;
    CREATE TRIGGER list_counts_inserted AFTER INSERT ON list_counts
      REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_days();
    CREATE TRIGGER list_counts_updated AFTER UPDATE ON list_counts
      REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_updated_days();
  `,
};
