/** SQL for migrations: triggers that count a table's rows by organization, product, facet and day. */

/** Expressions of a row, whose columns are written `@.name`. `when`: which rows are listed. */
export type CountedTable = {
  table: string;
  time: string;
  product?: string;
  facet?: string;
  when?: string;
};

const columns = '(list, organization_id, product_id, facet, day, rows)';

const partsOf = ({
  table,
  time,
  product = 'NULL::uuid',
  facet = 'NULL::text',
  when = 'true',
}: CountedTable) => {
  const of = (row: string) => (expression: string) => expression.replaceAll('@', row);
  return {
    keys: (row: string) =>
      ['@.organization_id', product, facet, `(${time} AT TIME ZONE 'UTC')::date`].map(of(row)).join(', '),
    isListed: (row: string) => of(row)(when),
    define: (name: string, body: string) => `
    CREATE OR REPLACE FUNCTION count_${table}_${name}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN ${body} RETURN NULL; END $$;`,
  };
};

/** Returns SQL that creates the triggers and counts existing rows. */
export const countRows = (counted: CountedTable): string => {
  const { table } = counted;
  const { keys, isListed, define } = partsOf(counted);
  const sum = (count: string, from: string) =>
    `SELECT '${table}', ${keys('r')}, ${count} FROM ${from} r WHERE ${isListed('r')} GROUP BY 2, 3, 4, 5`;
  const each = (row: string, count: number) =>
    `IF ${isListed(row)} THEN
       INSERT INTO list_count_deltas ${columns} VALUES ('${table}', ${keys(row)}, ${count});
     END IF;`;
  return `
    ${define('inserted', `INSERT INTO list_count_deltas ${columns} ${sum('count(*)', 'changed')};`)}
    ${define('deleted', `INSERT INTO list_count_deltas ${columns} ${sum('-count(*)', 'changed')};`)}
    ${define('updated', `${each('OLD', -1)} ${each('NEW', 1)}`)}
    CREATE OR REPLACE TRIGGER count_inserted AFTER INSERT ON ${table}
      REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_${table}_inserted();
    CREATE OR REPLACE TRIGGER count_deleted AFTER DELETE ON ${table}
      REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_${table}_deleted();
    CREATE OR REPLACE TRIGGER count_updated AFTER UPDATE ON ${table} FOR EACH ROW
      WHEN (ROW(${keys('OLD')}, ${isListed('OLD')}) IS DISTINCT FROM ROW(${keys('NEW')}, ${isListed('NEW')}))
      EXECUTE FUNCTION count_${table}_updated();
    INSERT INTO list_count_deltas ${columns} ${sum('count(*)', table)};`;
};

/**
 * Returns SQL for a table whose rows are counted already, and change their facet many at a time: what a statement
 * changes is noted together. Each update of the table costs some more.
 */
export const countUpdatesTogether = (counted: CountedTable): string => {
  const { table } = counted;
  const { keys, isListed, define } = partsOf(counted);
  const noted = (from: string, count: number) =>
    `SELECT ${keys('r')}, ${count} FROM ${from} r WHERE ${isListed('r')}`;
  return `
    ${define(
      'updated',
      `INSERT INTO list_count_deltas ${columns}
       SELECT '${table}', organization, product, facet, day, sum(rows)
       FROM (${noted('before', -1)} UNION ALL ${noted('after', 1)}) r (organization, product, facet, day, rows)
       GROUP BY organization, product, facet, day HAVING sum(rows) <> 0;`,
    )}
    CREATE OR REPLACE TRIGGER count_updated AFTER UPDATE ON ${table}
      REFERENCING OLD TABLE AS before NEW TABLE AS after
      FOR EACH STATEMENT EXECUTE FUNCTION count_${table}_updated();`;
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
