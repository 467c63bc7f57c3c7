/** Starts uploads: declares a file, and signs the requests for its parts. */
import { organizationOfCreate } from '@tessera/kit/access/rules';
import { kitErrors, refuseField } from '@tessera/kit/errors';
import { type FileCreate, type FileUpload, maxPartBytes } from '@tessera/proto/api/billing/file';
import type { Caller } from '@tessera/proto/api/passport';
import { uuidv7 } from 'uuidv7';
import type { Billing } from '../billing.ts';
import { FileEntity, type FileRow } from './entity.ts';
import { type DeclaredPart, declareParts, linkEnd, pathOf } from './rules.ts';
import type { SignedRequest } from './storage/store.ts';
import { viewUpload } from './view.ts';

/**
 * Inserts the row before the upload is started in the store, so that the sweep finds whatever a crash leaves there
 * (contracts/billing.md, section 3: files).
 */
export const createFile = async (billing: Billing, caller: Caller, body: FileCreate): Promise<FileUpload> => {
  const organizationId = await organizationOfCreate(billing, caller, body.organizationId);
  const parts = readParts(body, billing.files.store.minPartBytes);
  const row = newFile(body, { organizationId, parts, now: billing.now() });
  const { store } = billing.files;
  await billing.db.manager.insert(FileEntity, row);
  const hasChecksums = parts.every(({ sha256 }) => sha256 !== null);
  const uploadId = await store.begin(row.path, { mimeType: row.mimeType, hasChecksums });
  await billing.db.manager.update(FileEntity, { id: row.id }, { uploadId });
  return signUpload(billing, { ...row, uploadId });
};

/** Signs the requests again, as links expire before a large file is sent. Throws NotPermitted once it is uploaded. */
export const renewUpload = async (billing: Billing, file: FileRow): Promise<FileUpload> => {
  if (file.isUploaded || file.uploadId === null)
    throw kitErrors.NotPermitted('This upload has already ended.');
  return signUpload(billing, file);
};

const signUpload = async ({ files, now }: Billing, file: FileRow): Promise<FileUpload> => {
  const upload = { key: file.path, id: file.uploadId ?? '' };
  const expiresAt = linkEnd(now());
  const signed: SignedRequest[] = [];
  for (const { number, start, end, sha256 } of file.uploadParts)
    signed.push(await files.store.signPart(upload, { number, size: end - start, sha256 }, expiresAt));
  return viewUpload(file, signed);
};

const readParts = ({ upload, size }: FileCreate, minPartBytes: number): DeclaredPart[] => {
  const parts = declareParts(upload.parts, { size, minPartBytes, maxPartBytes });
  if (Array.isArray(parts)) return parts;
  throw refuseField(['body', 'upload', 'parts', parts.index, parts.key], parts.message);
};

/** The checksum of a file; that of its part if there is only one. */
const checksumOf = ({ checksumSha256Base64 }: FileCreate, parts: DeclaredPart[]): string | null =>
  checksumSha256Base64 ?? (parts.length === 1 ? (parts[0]?.sha256 ?? null) : null);

const newFile = (
  body: FileCreate,
  { organizationId, parts, now }: { organizationId: string; parts: DeclaredPart[]; now: Date },
): FileRow => {
  const { service, name, mimeType, size, version } = body;
  const id = uuidv7();
  return {
    id,
    createdAt: now,
    modifiedAt: null,
    deletedAt: null,
    purgedAt: null,
    organizationId,
    service,
    name,
    path: pathOf({ id, organizationId, service, name }),
    mimeType,
    size,
    version: version ?? null,
    isUploaded: false,
    uploadId: null,
    uploadParts: parts,
    checksumSha256: checksumOf(body, parts),
    checksumEtag: null,
    storageVersion: null,
    lastModifiedAt: null,
    publicUrl: null,
  };
};
