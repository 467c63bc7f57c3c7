/** Finds and locks files by id. */
import { findRows } from '@tessera/kit/database/rows';
import { kitErrors } from '@tessera/kit/errors';
import { type EntityManager, In, IsNull } from 'typeorm';
import { FileEntity, type FileRow } from './entity.ts';

/** Returns uploaded files that are not deleted, in no particular order. */
export const findFilesByIds = async (em: EntityManager, ids: readonly string[]): Promise<FileRow[]> =>
  ids.length === 0
    ? []
    : findRows(em, FileEntity, 'WHERE r.id = ANY($1::uuid[]) AND r.is_uploaded AND r.deleted_at IS NULL', [
        [...new Set(ids)],
      ]);

/** Like `findFilesByIds`, locked against deletion until the transaction ends. */
export const lockFiles = async (em: EntityManager, ids: readonly string[]): Promise<FileRow[]> =>
  ids.length === 0
    ? []
    : em.find(FileEntity, {
        where: { id: In([...new Set(ids)]), isUploaded: true, deletedAt: IsNull() },
        order: { id: 'ASC' },
        lock: { mode: 'for_key_share' },
      });

/** Locks and returns a file that is not deleted, uploaded or not. Throws ResourceNotFound. */
export const lockFile = async (em: EntityManager, id: string): Promise<FileRow> => {
  const file = await em.findOne(FileEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!file || file.deletedAt) throw kitErrors.ResourceNotFound();
  return file;
};

/** Returns a file that is not deleted, uploaded or not, or null. */
export const findFile = (em: EntityManager, { id }: { id: string }): Promise<FileRow | null> =>
  em.findOneBy(FileEntity, { id, deletedAt: IsNull() });

/** Returns a file that is uploaded and not deleted, or null. */
export const findUploadedFile = (em: EntityManager, { id }: { id: string }): Promise<FileRow | null> =>
  em.findOneBy(FileEntity, { id, isUploaded: true, deletedAt: IsNull() });
