/** Deletes files. */
import { transact } from '@tessera/kit/events/outbox';
import type { Billing } from '../billing.ts';
import { dropFile } from '../catalog/benefits/files.ts';
import { detachMedia } from '../catalog/products/detach-media.ts';
import { FileEntity, type FileRow } from '../files/entity.ts';
import { lockFile } from '../files/find.ts';

/** Soft-deletes a file and removes it from products and benefits; the store deletes its content some days later. */
export const deleteFile = async (billing: Billing, { id }: FileRow): Promise<void> => {
  await transact(billing.db, async (em) => {
    const file = await lockFile(em, id);
    const now = billing.now();
    await em.update(FileEntity, { id: file.id }, { deletedAt: now, modifiedAt: now });
    await dropFile(em, file, now);
    await detachMedia(em, file, now);
  });
};
