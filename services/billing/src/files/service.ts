/** Renaming files, and handing out their bytes. */
import type { FilePatch, FileRead, S3DownloadURL } from '@tessera/proto/api/billing/file';
import type { Billing } from '../billing.ts';
import { FileEntity, type FileRow } from './entity.ts';
import { lockFile } from './find.ts';
import { linkEnd } from './rules.ts';
import { viewFile } from './view.ts';

export const updateFile = (billing: Billing, { id }: FileRow, body: FilePatch): Promise<FileRead> =>
  billing.db.transaction(async (em) => {
    const file = await lockFile(em, id);
    const changes = {
      name: body.name ?? file.name,
      version: body.version === undefined ? file.version : body.version,
      modifiedAt: billing.now(),
    };
    await em.update(FileEntity, { id }, changes);
    return viewFile({ ...file, ...changes });
  });

/** Where a file's bytes are, for ten minutes. */
export const signFile = (
  { files, now }: Pick<Billing, 'files' | 'now'>,
  { path, name, mimeType }: FileRow,
): Promise<S3DownloadURL> => files.store.signDownload(path, { name, mimeType, expiresAt: linkEnd(now()) });
