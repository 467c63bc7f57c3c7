/** Deletes unfinished uploads, and after a grace period the objects of deleted files. */
import { loop } from '@tessera/kit/background/loop';
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { sql } from '@tessera/kit/database/sql';
import type { Billing } from '../billing.ts';
import { FileEntity } from './entity.ts';
import { widthsOf } from './images/rules.ts';
import { pictureKey } from './rules.ts';

const hour = 3_600_000;
/** Milliseconds after which an unfinished upload is deleted. */
export const unfinishedMilliseconds = 24 * hour;
/** Milliseconds between the deletion of a file and that of its object: for links in use, and deletions by mistake. */
export const graceMilliseconds = 7 * 24 * hour;
/** The same for an upload that was never finished: nobody has it, but a request that began before may still write it. */
export const settlingMilliseconds = hour;
const batch = 100;

type Gone = { id: string; path: string; service: string; is_uploaded: boolean };

const keysOf = ({ id, path, service }: Gone): string[] => {
  const widths = widthsOf[service as keyof typeof widthsOf] ?? [];
  return [path, ...widths.map((width) => pictureKey(id, width))];
};

/**
 * Marks unfinished uploads as deleted, and purges those and the files deleted before the grace period. Calls the store
 * outside of transactions; repeating a call changes nothing. Returns true when there may be more.
 */
export const sweepFiles = async ({
  db,
  files,
  now,
}: Pick<Billing, 'db' | 'files' | 'now'>): Promise<boolean> => {
  const time = now();
  const before = (milliseconds: number): Date => new Date(time.getTime() - milliseconds);
  await db.query(
    'UPDATE files SET deleted_at = $1 WHERE NOT is_uploaded AND deleted_at IS NULL AND created_at < $2',
    [time, before(unfinishedMilliseconds)],
  );
  const gone = await sql<Gone>(
    db,
    `SELECT id, path, service, is_uploaded FROM files
     WHERE deleted_at < $1 AND (NOT is_uploaded OR deleted_at < $2) AND purged_at IS NULL
     ORDER BY deleted_at LIMIT ${batch}`,
    [before(settlingMilliseconds), before(graceMilliseconds)],
  );
  for (const file of gone) {
    for (const key of keysOf(file)) await files.store.remove(key);
    if (file.is_uploaded) await db.manager.update(FileEntity, { id: file.id }, { purgedAt: time });
    else await db.manager.delete(FileEntity, { id: file.id });
  }
  return gone.length === batch;
};

export const startFileSweep = (billing: Billing): Stoppable =>
  loop({ every: hour, log: billing.log, name: 'files' }, () => sweepFiles(billing));
