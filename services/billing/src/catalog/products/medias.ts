/** Images of products, in the seller's order. */
import { refuseEntries } from '@tessera/kit/errors';
import type { EntityManager } from 'typeorm';
import type { FileRow } from '../../files/entity.ts';
import { findFilesByIds, lockFiles } from '../../files/find.ts';
import type { ProductRow } from './entity.ts';

/** Images by product id. One query, or none without images. */
export const findMedias = async (
  em: EntityManager,
  rows: readonly ProductRow[],
): Promise<Map<string, FileRow[]>> => {
  const found = await findFilesByIds(
    em,
    rows.flatMap(({ mediaIds }) => mediaIds),
  );
  const files = new Map(found.map((file) => [file.id, file]));
  return new Map(rows.map(({ id, mediaIds }) => [id, mediaIds.flatMap((fileId) => files.get(fileId) ?? [])]));
};

/** Validates a product's images and locks them until the transaction ends. Lock order: files before the product. */
export const lockMedias = async (
  em: EntityManager,
  { organizationId, ids }: { organizationId: string; ids: readonly string[] },
): Promise<FileRow[]> => {
  const found = new Map((await lockFiles(em, ids)).map((file) => [file.id, file]));
  refuseEntries(['body', 'medias'], ids, (id, index) => {
    const file = found.get(id);
    if (file?.organizationId !== organizationId || file.service !== 'product_media')
      return 'File does not exist.';
    return ids.indexOf(id) === index ? null : 'The file is listed twice.';
  });
  return ids.flatMap((id) => found.get(id) ?? []);
};
