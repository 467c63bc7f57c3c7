/** Rows of files. Deleted rows stay for the grants that name them; the store's objects are deleted later. */
import { column } from '@tessera/kit/database/data-source';
import type { FileServiceTypes } from '@tessera/proto/api/billing/file';
import { type EntityManager, EntitySchema } from 'typeorm';
import type { DeclaredPart } from './rules.ts';

/**
 * `path`: key in the store. `size`: bytes. `checksumSha256`: of the whole file, base64; null: not declared.
 * `uploadId` null: the upload was not started in the store. `purgedAt`: when the object was deleted from the store.
 * `publicUrl`: null for files that are not public.
 */
export type FileRow = {
  id: string;
  createdAt: Date;
  modifiedAt: Date | null;
  deletedAt: Date | null;
  purgedAt: Date | null;
  organizationId: string;
  service: FileServiceTypes;
  name: string;
  path: string;
  mimeType: string;
  size: number;
  version: string | null;
  isUploaded: boolean;
  uploadId: string | null;
  uploadParts: DeclaredPart[];
  checksumSha256: string | null;
  checksumEtag: string | null;
  storageVersion: string | null;
  lastModifiedAt: Date | null;
  publicUrl: string | null;
};

const bigint = { to: (value: number) => value, from: (value: string) => Number(value) };

export const FileEntity = new EntitySchema<FileRow>({
  name: 'file',
  tableName: 'files',
  columns: {
    id: column.id(),
    createdAt: column.time('created_at'),
    modifiedAt: column.time('modified_at', { nullable: true }),
    deletedAt: column.time('deleted_at', { nullable: true }),
    purgedAt: column.time('purged_at', { nullable: true }),
    organizationId: column.uuid('organization_id'),
    service: column.text('service'),
    name: column.text('name'),
    path: column.text('path'),
    mimeType: column.text('mime_type'),
    size: { type: 'bigint', name: 'size', transformer: bigint },
    version: column.text('version', { nullable: true }),
    isUploaded: column.bool('is_uploaded'),
    uploadId: column.text('upload_id', { nullable: true }),
    uploadParts: column.json('upload_parts'),
    checksumSha256: column.text('checksum_sha256', { nullable: true }),
    checksumEtag: column.text('checksum_etag', { nullable: true }),
    storageVersion: column.text('storage_version', { nullable: true }),
    lastModifiedAt: column.time('last_modified_at', { nullable: true }),
    publicUrl: column.text('public_url', { nullable: true }),
  },
});

/** Rewrites public URLs after the public address of the system has changed. */
export const rebaseFiles = (em: EntityManager, mediaUrl: string): Promise<unknown> =>
  em.query(
    `UPDATE files SET public_url = $1 || substring(public_url FROM '/[^/]+/[^/]+$')
     WHERE public_url IS NOT NULL AND NOT starts_with(public_url, $1 || '/')`,
    [mediaUrl],
  );
