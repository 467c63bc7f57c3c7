/** Moving stored answers to a field's new slug, page by page. */
import { changedRows } from '@tessera/kit/sql';
import type { EntityManager } from 'typeorm';
import { CustomFieldEntity, CustomFieldRenameEntity } from './entity.ts';

/** Rows of a page: few enough that whoever settles one of these checkouts hardly waits. */
const pageRows = 500;

/**
 * Moves a page of answers that are kept under former slugs of a field, in tables with `organization_id` and
 * `custom_field_data`, and forgets a former slug when nothing is kept under it any more. Answers whether there may be
 * more. The slug cannot change meanwhile; other movers of the field take turns.
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
       WHERE id IN (
         SELECT id FROM ${table}
         WHERE organization_id = $1 AND custom_field_data <> '{}' AND custom_field_data ? $2::text
         LIMIT ${pageRows})`,
      [field.organizationId, rename.slug, field.slug],
    );
    if (moved > 0) return true;
  }
  await em.delete(CustomFieldRenameEntity, rename);
  return true;
};
