/** Completes an upload: assembles its parts into one object, and checks it before the file becomes available. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { kitErrors, refuseField } from '@tessera/kit/errors';
import type { FileRead, FileUploadCompleted } from '@tessera/proto/api/billing/file';
import type { Billing } from '../billing.ts';
import { FileEntity, type FileRow } from './entity.ts';
import { lockFile } from './find.ts';
import { widthsOf } from './images/rules.ts';
import { shrink } from './images/shrink.ts';
import { mismatchOf, pictureKey, publicUrlOf } from './rules.ts';
import type { StoredObject } from './storage/store.ts';
import { viewFile } from './view.ts';

/**
 * Bytes up to which a file is read again to compare its checksum. For larger files the checksums of the parts,
 * verified on upload, have to do: reading them would take a minute.
 */
const maxReadAgain = 268_435_456;

/** Completes an upload. Idempotent. Throws a validation error if the content is not as declared. */
export const completeUpload = async (
  billing: Billing,
  file: FileRow,
  body: FileUploadCompleted,
): Promise<FileRead> => {
  const { id } = file;
  checkUpload(file, body);
  if (file.isUploaded) return viewFile(file);
  const object = await assemble(billing, file, body);
  await checkContent(billing, file, object);
  return billing.db.transaction(async (em) => {
    const found = await lockFile(em, id);
    if (found.isUploaded) return viewFile(found);
    const now = billing.now();
    const changes = {
      isUploaded: true,
      modifiedAt: now,
      lastModifiedAt: now,
      checksumEtag: object.etag,
      storageVersion: object.version,
      publicUrl: publicUrlOf(found, billing.files.mediaUrl),
    };
    await em.update(FileEntity, { id }, changes);
    return viewFile({ ...found, ...changes });
  });
};

const checkUpload = (file: FileRow, body: FileUploadCompleted): void => {
  if (body.id !== file.uploadId) throw refuseField(['body', 'id'], 'This is not the upload of this file.');
  if (body.path !== file.path) throw refuseField(['body', 'path'], 'This is not the path of this upload.');
  const mismatch = mismatchOf(file.uploadParts, body.parts);
  if (mismatch) throw refuseField(['body', 'parts', mismatch.index], mismatch.message);
};

const assemble = async (
  { files }: Billing,
  { path, uploadId, uploadParts, size }: FileRow,
  { parts }: FileUploadCompleted,
): Promise<StoredObject> => {
  const sent = uploadParts.map(({ number, start, end, sha256 }, index) => ({
    number,
    size: end - start,
    sha256,
    etag: (parts[index]?.checksumEtag ?? '').replaceAll('"', ''),
  }));
  const object = await files.store.complete({ key: path, id: uploadId ?? '' }, sent);
  if (object?.size !== size)
    throw refuseField(['body', 'parts'], 'The listed parts do not match the uploaded parts.');
  return object;
};

/** Reads the object again: its checksum must be the declared one, and a picture must be a valid one. */
const checkContent = async (billing: Billing, file: FileRow, { size }: StoredObject): Promise<void> => {
  const isPicture = file.service !== 'downloadable';
  const isWhole = file.uploadParts.length === 1 && file.uploadParts[0]?.sha256 === file.checksumSha256;
  const isCompared = file.checksumSha256 !== null && !isWhole && size <= maxReadAgain;
  if (isPicture || isCompared)
    await billing.files.checkInTurn(file.organizationId, () => readAgain(billing, file));
};

const readAgain = async (billing: Billing, file: FileRow): Promise<void> => {
  const found = await billing.files.store.read(file.path);
  if (!found) throw kitErrors.ResourceNotFound();
  if (file.service === 'downloadable') {
    if ((await digestOf(found.body)) !== file.checksumSha256) throw wrongChecksum();
    return;
  }
  const bytes = await buffer(found.body);
  const digest = createHash('sha256').update(bytes).digest('base64');
  if (file.checksumSha256 !== null && digest !== file.checksumSha256) throw wrongChecksum();
  await keepPictures(billing, file, bytes);
};

const wrongChecksum = () => refuseField(['body', 'parts'], 'The file does not match the declared SHA-256.');

const digestOf = async (body: Readable): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of body) hash.update(chunk as Buffer);
  return hash.digest('base64');
};

/** Stores re-encoded versions of a picture for pages: scripts and metadata of the original are never served. */
const keepPictures = async ({ files }: Billing, file: FileRow, bytes: Buffer): Promise<void> => {
  if (file.service === 'downloadable') return;
  const widths = widthsOf[file.service];
  const result = await shrink(bytes, { widths, isSquare: file.service === 'organization_avatar' });
  if ('refused' in result) throw refuseField(['body', 'parts'], result.refused);
  for (const [index, picture] of result.pictures.entries())
    await files.store.put(pictureKey(file.id, widths[index] ?? 0), picture, 'image/webp');
};
