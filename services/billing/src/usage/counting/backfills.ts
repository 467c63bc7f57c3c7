/** Backfills: events from before a meter was created, counted page by page alongside new ones. */
import { column } from '@tessera/kit/database/data-source';
import { sql } from '@tessera/kit/database/sql';
import { type EntityManager, EntitySchema, IsNull } from 'typeorm';

/**
 * `boundary` null: the meter does not count yet. Otherwise it counts new events, and its backfill covers positions up
 * to `boundary`; the cursor marks how far that is counted, in the order of time.
 */
export type BackfillRow = {
  meterId: string;
  organizationId: string;
  boundary: string | null;
  cursorAt: Date | null;
  cursorId: string | null;
  isComplete: boolean;
};

const optional = { nullable: true };

export const BackfillEntity = new EntitySchema<BackfillRow>({
  name: 'usageBackfill',
  tableName: 'usage_backfills',
  columns: {
    meterId: { type: 'uuid', name: 'meter_id', primary: true },
    organizationId: column.uuid('organization_id'),
    boundary: { type: 'bigint', name: 'boundary', nullable: true },
    cursorAt: column.time('cursor_at', optional),
    cursorId: column.uuid('cursor_id', optional),
    isComplete: column.bool('is_complete'),
  },
});

/** Starts the counting of new meters. Everything at earlier positions is their backfill. */
export const beginBackfills = async (em: EntityManager, organizationId: string): Promise<void> => {
  if ((await em.countBy(BackfillEntity, { organizationId, boundary: IsNull() })) === 0) return;
  await em.query(
    `UPDATE usage_backfills SET boundary = nextval('usage_positions')
     WHERE organization_id = $1 AND boundary IS NULL`,
    [organizationId],
  );
};

/**
 * SQL: the organizations in a table, each found by one step along its index on them. A list of customers that was
 * imported leaves as many adoptions, which would all be read again and again.
 */
const organizationsIn = (table: string): string => `
  WITH RECURSIVE stepped AS (
    (SELECT organization_id FROM ${table} ORDER BY organization_id LIMIT 1)
    UNION ALL
    SELECT (SELECT next.organization_id FROM ${table} next WHERE next.organization_id > stepped.organization_id
      ORDER BY next.organization_id LIMIT 1) FROM stepped WHERE stepped.organization_id IS NOT NULL)
  SELECT organization_id FROM stepped WHERE organization_id IS NOT NULL`;

/** Returns up to 100 organizations with something to count, in random order. */
export const findWaiting = async (em: EntityManager): Promise<string[]> => {
  const rows = await sql<{ organization_id: string }>(
    em,
    `SELECT organization_id FROM (
       (${organizationsIn('usage_batches')})
       UNION SELECT organization_id FROM usage_backfills WHERE NOT is_complete
       UNION (${organizationsIn('usage_adoptions')})) AS waiting ORDER BY random() LIMIT 100`,
  );
  return rows.map(({ organization_id }) => organization_id);
};
