import { sql } from '@tessera/kit/database/sql';
import { productUpdated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { emitAll } from '../../events.ts';
import type { FileRow } from '../../files/entity.ts';
import { productEvent } from './events.ts';
import { findProductsByIds } from './find.ts';

/** Removes a file that is being deleted from every product, in a fixed number of statements. */
export const detachMedia = async (em: EntityManager, file: FileRow, now: Date): Promise<void> => {
  const shows = 'organization_id = $1 AND media_ids @> ARRAY[$2::uuid]';
  const of = [file.organizationId, file.id];
  const locked = await sql<{ id: string }>(
    em,
    `SELECT id FROM products WHERE ${shows} AND media_ids <> '{}' ORDER BY id FOR UPDATE`,
    of,
  );
  if (locked.length === 0) return;
  await em.query(
    `UPDATE products SET media_ids = array_remove(media_ids, $2::uuid), modified_at = $3 WHERE ${shows}`,
    [...of, now],
  );
  const products = await findProductsByIds(
    em,
    locked.map(({ id }) => id),
  );
  await emitAll(
    em,
    products.map((product) => productEvent(productUpdated, product)),
  );
};
