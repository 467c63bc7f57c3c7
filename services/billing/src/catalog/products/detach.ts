/** Removes a custom field from products. */
import { sql } from '@tessera/kit/database/sql';
import { productUpdated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { emitAll } from '../../events.ts';
import type { CustomFieldRow } from '../custom-fields/entity.ts';
import { productEvent } from './events.ts';
import { findProductsByIds } from './find.ts';

/** Removes a field that is being deleted from every product, in a fixed number of statements. */
export const detachCustomField = async (
  em: EntityManager,
  { id, organizationId }: CustomFieldRow,
  now: Date,
): Promise<void> => {
  const holders = await sql<{ id: string }>(
    em,
    `SELECT id FROM products
     WHERE organization_id = $1 AND attached_custom_fields <> '[]'
       AND attached_custom_fields @> jsonb_build_array(jsonb_build_object('id', $2::text))
     ORDER BY id FOR UPDATE`,
    [organizationId, id],
  );
  const ids = holders.map((row) => row.id);
  if (ids.length === 0) return;
  await em.query(
    `UPDATE products SET modified_at = $2, attached_custom_fields = (
       SELECT coalesce(jsonb_agg(entry ORDER BY place), '[]')
       FROM jsonb_array_elements(attached_custom_fields) WITH ORDINALITY AS listed (entry, place)
       WHERE entry ->> 'id' <> $3)
     WHERE id = ANY($1)`,
    [ids, now, id],
  );
  const products = await findProductsByIds(em, ids);
  await emitAll(
    em,
    products.map((product) => productEvent(productUpdated, product)),
  );
};
