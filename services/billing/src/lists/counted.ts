/** SQL for migrations: triggers that count a table's rows by organization, product, facet and day. */

/** Expressions of a row, whose columns are written `@.name`. `when`: which rows are listed. */
export type CountedTable = {
  table: string;
  time: string;
  product?: string;
  facet?: string;
  when?: string;
};

/** Returns SQL that creates the triggers and counts existing rows. */
export const countRows = ({
  table,
  time,
  product = 'NULL::uuid',
  facet = 'NULL::text',
  when = 'true',
}: CountedTable): string => {
  const of = (row: string) => (expression: string) => expression.replaceAll('@', row);
  const columns = '(list, organization_id, product_id, facet, day, rows)';
  const keys = (row: string) =>
    ['@.organization_id', product, facet, `(${time} AT TIME ZONE 'UTC')::date`].map(of(row)).join(', ');
  const sum = (count: string, from: string) =>
    `SELECT '${table}', ${keys('r')}, ${count} FROM ${from} r WHERE ${of('r')(when)} GROUP BY 2, 3, 4, 5`;
  const each = (row: string, count: number) =>
    `IF ${of(row)(when)} THEN
       INSERT INTO list_count_deltas ${columns} VALUES ('${table}', ${keys(row)}, ${count});
     END IF;`;
  const define = (name: string, body: string) => `
    CREATE OR REPLACE FUNCTION count_${table}_${name}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN ${body} RETURN NULL; END $$;`;
  return `
    ${define('inserted', `INSERT INTO list_count_deltas ${columns} ${sum('count(*)', 'changed')};`)}
    ${define('deleted', `INSERT INTO list_count_deltas ${columns} ${sum('-count(*)', 'changed')};`)}
    ${define('updated', `${each('OLD', -1)} ${each('NEW', 1)}`)}
    CREATE OR REPLACE TRIGGER count_inserted AFTER INSERT ON ${table}
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_${table}_inserted();
    CREATE OR REPLACE TRIGGER count_deleted AFTER DELETE ON ${table}
      REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_${table}_deleted();
    CREATE OR REPLACE TRIGGER count_updated AFTER UPDATE ON ${table} FOR EACH ROW
      WHEN (ROW(${keys('OLD')}, ${of('OLD')(when)}) IS DISTINCT FROM ROW(${keys('NEW')}, ${of('NEW')(when)}))
      EXECUTE FUNCTION count_${table}_updated();
    INSERT INTO list_count_deltas ${columns} ${sum('count(*)', table)};`;
};

/**
 * Returns SQL that counts a table in another way than before. The lock is that of `addUpCounts`, which would add
 * earlier changes to the new counts.
 */
export const recountRows = (counted: CountedTable): string => `
    LOCK TABLE ${counted.table} IN SHARE ROW EXCLUSIVE MODE;
    SELECT pg_advisory_xact_lock(hashtext('list-counts'));
    DELETE FROM list_count_deltas WHERE list = '${counted.table}';
    DELETE FROM list_counts WHERE list = '${counted.table}';
    DELETE FROM list_month_counts WHERE list = '${counted.table}';
    ${countRows(counted)}`;
