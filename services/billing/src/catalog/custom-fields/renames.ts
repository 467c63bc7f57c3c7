/** Moves stored answers to a field's new slug, page by page. */
import { changedRows } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';
import { CustomFieldEntity, CustomFieldRenameEntity } from './entity.ts';

/** Rows per page: few, so that transactions on the same rows hardly wait. */
const pageRows = 500;

/**
 * Moves a page of answers from former slugs of a field to its current slug, in tables with `organization_id` and
 * `custom_field_data`. Deletes a former slug once no answers are left under it. Returns whether there may be more.
 * The slug is locked meanwhile; concurrent movers of the field wait for each other.
 */
export const moveAnswers = async (
  em: EntityManager,
  customFieldId: string,
  tables: readonly string[],
): Promise<boolean> => {
  await em.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`custom field ${customFieldId}`]);
  const field = await em.findOne(CustomFieldEntity, {
    where: { id: customFieldId },
    lock: { mode: 'pessimistic_read' },
  });
  const [rename] = await em.find(CustomFieldRenameEntity, { where: { customFieldId }, take: 1 });
  if (!field || !rename) return false;
  for (const table of tables) {
    const moved = await changedRows(
      em,
      `UPDATE ${table} SET custom_field_data =
         (custom_field_data - $2::text) || jsonb_build_object($3::text, custom_field_data -> $2::text)
       WHERE id = ANY(ARRAY(
         SELECT id FROM ${table}
         WHERE organization_id = $1 AND custom_field_data <> '{}' AND custom_field_data ? $2::text
         LIMIT ${pageRows}))`,
      [field.organizationId, rename.slug, field.slug],
    );
    if (moved > 0) return true;
  }
  await em.delete(CustomFieldRenameEntity, rename);
  return true;
};
