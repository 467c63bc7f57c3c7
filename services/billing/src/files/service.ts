/** Updates files, and signs their downloads. */
import { leavesAsIs } from '@tessera/kit/database/changes';
import type { FilePatch, FileRead, S3DownloadURL } from '@tessera/proto/api/billing/file';
import type { Billing } from '../billing.ts';
import { FileEntity, type FileRow } from './entity.ts';
import { lockFile } from './find.ts';
import { linkEnd } from './rules.ts';
import { viewFile } from './view.ts';

export const updateFile = (billing: Billing, { id }: FileRow, body: FilePatch): Promise<FileRead> =>
  billing.db.transaction(async (em) => {
    const file = await lockFile(em, id);
    const wished = {
      name: body.name ?? file.name,
      version: body.version === undefined ? file.version : body.version,
    };
    if (leavesAsIs(file, wished)) return viewFile(file);
    const changes = { ...wished, modifiedAt: billing.now() };
    await em.update(FileEntity, { id }, changes);
    return viewFile({ ...file, ...changes });
  });

/** Signs a download of a file that is valid for ten minutes. */
export const signFile = (
  { files, now }: Pick<Billing, 'files' | 'now'>,
  { path, name, mimeType }: FileRow,
): Promise<S3DownloadURL> => files.store.signDownload(path, { name, mimeType, expiresAt: linkEnd(now()) });
