/** The pictures of products, in the order that the seller gave them. */
import { refuseField } from '@tessera/kit/errors';
import type { EntityManager } from 'typeorm';
import type { FileRow } from '../../files/entity.ts';
import { findFilesByIds, lockFiles } from '../../files/find.ts';
import type { ProductRow } from './entity.ts';

/** The pictures of products, by product. One query, and none where nothing is shown. */
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

/** The pictures that a product is to show, held until the transaction ends. Take this lock before the product's. */
export const lockMedias = async (
  em: EntityManager,
  { organizationId, ids }: { organizationId: string; ids: readonly string[] },
): Promise<FileRow[]> => {
  const found = new Map((await lockFiles(em, ids)).map((file) => [file.id, file]));
  return ids.map((id, index) => {
    const file = found.get(id);
    const loc = ['body', 'medias', index];
    if (file?.organizationId !== organizationId || file.service !== 'product_media')
      throw refuseField(loc, 'File does not exist.');
    if (ids.indexOf(id) !== index) throw refuseField(loc, 'The file is listed twice.');
    return file;
  });
};
