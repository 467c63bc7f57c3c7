import type { FileRead, FileUpload, ProductMediaFile } from '@tessera/proto/api/billing/file';
import type { FileRow } from './entity.ts';
import { readableSize } from './rules.ts';
import type { SignedRequest } from './storage/store.ts';

const factsOf = ({
  id,
  organizationId,
  name,
  path,
  mimeType,
  size,
  version,
  isUploaded,
  ...row
}: FileRow) => ({
  id,
  organizationId,
  name,
  path,
  mimeType,
  size,
  version,
  isUploaded,
  storageVersion: row.storageVersion,
  checksumEtag: row.checksumEtag,
  checksumSha256Base64: row.checksumSha256,
  checksumSha256Hex: row.checksumSha256 && Buffer.from(row.checksumSha256, 'base64').toString('hex'),
  lastModifiedAt: row.lastModifiedAt,
  sizeReadable: readableSize(size),
});

/** A file in replies. */
export const viewFile = (row: FileRow): FileRead => {
  const { service, createdAt, publicUrl } = row;
  const facts = { ...factsOf(row), createdAt };
  return service === 'downloadable'
    ? { ...facts, service }
    : { ...facts, service, publicUrl: publicUrl ?? '' };
};

/** A picture of a product. */
export const viewMedia = (row: FileRow): ProductMediaFile => ({
  ...factsOf(row),
  createdAt: row.createdAt,
  service: 'product_media',
  publicUrl: row.publicUrl ?? '',
});

/** An upload, with the signed requests for its parts. */
export const viewUpload = (row: FileRow, signed: SignedRequest[]): FileUpload => ({
  ...factsOf(row),
  service: row.service,
  upload: {
    id: row.uploadId ?? '',
    path: row.path,
    parts: row.uploadParts.flatMap(({ number, start, end, sha256 }, index) => {
      const request = signed[index];
      return request
        ? [{ number, chunkStart: start, chunkEnd: end, checksumSha256Base64: sha256, ...request }]
        : [];
    }),
  },
});

/** A file with its signed download. */
export const viewDownload = (row: FileRow, download: SignedRequest) => ({
  ...factsOf(row),
  service: row.service,
  download,
});
