/** Custom field queries for other folders. */
import { findRows } from '@tessera/kit/database/rows';
import { sql } from '@tessera/kit/database/sql';
import { kitErrors } from '@tessera/kit/errors';
import { type EntityManager, In, IsNull } from 'typeorm';
import { CustomFieldEntity, type CustomFieldRow } from './entity.ts';

/** A custom field that is not deleted, or null. */
export const findCustomField = (em: EntityManager, { id }: { id: string }): Promise<CustomFieldRow | null> =>
  em.findOneBy(CustomFieldEntity, { id, deletedAt: IsNull() });

/** Custom fields by id that are not deleted, in no particular order. */
export const findCustomFieldsByIds = async (
  em: EntityManager,
  ids: readonly string[],
): Promise<CustomFieldRow[]> =>
  ids.length === 0
    ? []
    : findRows(em, CustomFieldEntity, 'WHERE r.id = ANY($1::uuid[]) AND r.deleted_at IS NULL', [
        [...new Set(ids)],
      ]);

/** As `findCustomFieldsByIds`, locked until the transaction ends. Lock order: fields before products. */
export const lockCustomFields = async (
  em: EntityManager,
  ids: readonly string[],
): Promise<CustomFieldRow[]> =>
  ids.length === 0
    ? []
    : em.find(CustomFieldEntity, {
        where: { id: In([...new Set(ids)]), deletedAt: IsNull() },
        order: { id: 'ASC' },
        lock: { mode: 'pessimistic_read' },
      });

/**
 * Locks fields and returns whether all still have these slugs. A concurrent rename waits for the transaction to end,
 * and so finds the answers written in it.
 */
export const lockSlugs = async (
  em: EntityManager,
  fields: readonly Pick<CustomFieldRow, 'id' | 'slug'>[],
): Promise<boolean> => {
  if (fields.length === 0) return true;
  const held = await sql<{ id: string; slug: string }>(
    em,
    'SELECT id, slug FROM custom_fields WHERE id = ANY($1) ORDER BY id FOR SHARE',
    [fields.map(({ id }) => id)],
  );
  const slugs = new Map(held.map(({ id, slug }) => [id, slug]));
  return fields.every(({ id, slug }) => slugs.get(id) === slug);
};

/** A custom field that is not deleted, locked until the transaction ends. Throws ResourceNotFound. */
export const lockCustomField = async (em: EntityManager, id: string): Promise<CustomFieldRow> => {
  const field = await em.findOne(CustomFieldEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!field || field.deletedAt) throw kitErrors.ResourceNotFound();
  return field;
};

/** The distinct slugs of the fields of organizations that are not deleted, sorted. */
export const findSlugs = async (em: EntityManager, organizationIds: readonly string[]): Promise<string[]> => {
  const rows = await em.find(CustomFieldEntity, {
    select: { slug: true },
    where: { organizationId: In([...organizationIds]), deletedAt: IsNull() },
  });
  return [...new Set(rows.map(({ slug }) => slug))].toSorted();
};
