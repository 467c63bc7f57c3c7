/** Files: images of products and organizations, and downloads for customers (contracts/billing.md, section 3). */
import { z } from 'zod';
import { id, oneOrMany, sortingOf, text } from '../fields.ts';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp } from '../wire.ts';

/** The purpose of a file; decides who may access it, its maximum size and its media types. */
export const FileServiceTypes = z.enum(['downloadable', 'product_media', 'organization_avatar']);
export type FileServiceTypes = z.infer<typeof FileServiceTypes>;

/** Maximum sizes of images, in bytes. */
export const maxPictureBytes = { product_media: 10_485_760, organization_avatar: 1_048_576 } as const;

const pictureType = /^image\/(jpeg|png|gif|webp|svg\+xml)$/;
/**
 * Maximum number of parts of an upload, and maximum size of a part in bytes: limits of S3, which every store meets.
 */
export const maxParts = 10_000;
export const maxPartBytes = 5_368_709_120;
const maxFileBytes = 5_497_558_138_880;

/** A SHA-256 digest as standard base64. */
const sha256 = z.string().regex(/^[A-Za-z0-9+/]{43}=$/, 'Must be a SHA-256 digest in base64');

/** A part: the bytes from `chunkStart` (inclusive) to `chunkEnd` (exclusive). */
export const S3FileCreatePart = z.object({
  number: z.int().min(1).max(maxParts),
  chunkStart: z.int().min(0).max(maxFileBytes),
  chunkEnd: z.int().min(0).max(maxFileBytes),
  checksumSha256Base64: sha256.nullish(),
});
export const S3FileCreateMultipart = z.object({ parts: z.array(S3FileCreatePart).min(1).max(maxParts) });

/** Composed (NFC): macOS sends names with letters and marks apart, which Windows shows apart, such as Hangul. */
const name = text.trim().normalize('NFC').min(1).max(255);

const fileToCreate = {
  organizationId: id.nullish(),
  name,
  checksumSha256Base64: sha256.nullish(),
  upload: S3FileCreateMultipart,
  version: text.max(255).nullish(),
};
const mimeType = z
  .string()
  .max(255)
  .regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:;[\x20-\x7e]*)?$/, 'Must be a media type, such as application/zip');
const pictureToCreate = {
  ...fileToCreate,
  mimeType: z.string().regex(pictureType, 'Must be a JPEG, PNG, GIF, WebP or SVG image'),
};

export const DownloadableFileCreate = z.object({
  ...fileToCreate,
  mimeType,
  size: z.int().min(1).max(maxFileBytes),
  service: z.literal('downloadable'),
});
export const ProductMediaFileCreate = z.object({
  ...pictureToCreate,
  size: z.int().min(1).max(maxPictureBytes.product_media),
  service: z.literal('product_media'),
});
export const OrganizationAvatarFileCreate = z.object({
  ...pictureToCreate,
  size: z.int().min(1).max(maxPictureBytes.organization_avatar),
  service: z.literal('organization_avatar'),
});

/** A file to upload, with its parts. `size` in bytes. `organizationId` is omitted with access tokens. */
export const FileCreate = z.discriminatedUnion('service', [
  DownloadableFileCreate,
  ProductMediaFileCreate,
  OrganizationAvatarFileCreate,
]);
export type FileCreate = z.output<typeof FileCreate>;

/** A presigned request, valid until `expiresAt`; `headers` must be sent with it. */
const signed = { url: z.string(), expiresAt: timestamp, headers: z.record(z.string(), z.string()) };

export const S3FileUploadPart = z.object({
  number: z.int(),
  chunkStart: z.int(),
  chunkEnd: z.int(),
  checksumSha256Base64: z.string().nullable(),
  ...signed,
});
export const S3FileUploadMultipart = z.object({
  id: z.string(),
  path: z.string(),
  parts: z.array(S3FileUploadPart),
});
export const S3DownloadURL = z.object(signed);
export type S3DownloadURL = z.infer<typeof S3DownloadURL>;

const facts = {
  id: z.string(),
  organizationId: z.string(),
  name: z.string(),
  path: z.string(),
  mimeType: z.string(),
  size: z.int(),
  storageVersion: z.string().nullable(),
  checksumEtag: z.string().nullable(),
  checksumSha256Base64: z.string().nullable(),
  checksumSha256Hex: z.string().nullable(),
  lastModifiedAt: timestamp.nullable(),
  version: z.string().nullable(),
  isUploaded: z.boolean(),
  sizeReadable: z.string(),
};

/** A registered file, with the URL to which each part is uploaded. */
export const FileUpload = z.object({ ...facts, service: FileServiceTypes, upload: S3FileUploadMultipart });
export type FileUpload = z.infer<typeof FileUpload>;

/** An uploaded part, with the ETag of the response. */
export const S3FileUploadCompletedPart = z.object({
  number: z.int().min(1).max(maxParts),
  checksumEtag: z.string().min(1).max(200),
  checksumSha256Base64: sha256.nullable(),
});

/** Completes an upload after all parts were sent. `id` and `path` are the upload's. */
export const FileUploadCompleted = z.object({
  id: z.string().max(2048),
  path: z.string().max(2048),
  parts: z.array(S3FileUploadCompletedPart).min(1).max(maxParts),
});
export type FileUploadCompleted = z.output<typeof FileUploadCompleted>;

const uploaded = { ...facts, createdAt: timestamp };
export const DownloadableFile = z.object({ ...uploaded, service: z.literal('downloadable') });

/** An image of a product. `size` in bytes, `sizeReadable` for display; `publicUrl` needs no authorization. */
export const ProductMediaFile = z.object({
  ...uploaded,
  service: z.literal('product_media'),
  publicUrl: z.string(),
});
export type ProductMediaFile = z.infer<typeof ProductMediaFile>;

export const OrganizationAvatarFile = z.object({
  ...uploaded,
  service: z.literal('organization_avatar'),
  publicUrl: z.string(),
});

/** An uploaded file, by purpose. */
export const FileRead = z.discriminatedUnion('service', [
  DownloadableFile,
  ProductMediaFile,
  OrganizationAvatarFile,
]);
export type FileRead = z.infer<typeof FileRead>;

/** A file as customers who may download it see it. */
export const FileDownload = z.object({ ...facts, service: FileServiceTypes, download: S3DownloadURL });
export type FileDownload = z.infer<typeof FileDownload>;

/** A file that a benefit gives to its customer. */
export const DownloadableRead = z.object({ id: z.string(), benefitId: z.string(), file: FileDownload });
export type DownloadableRead = z.infer<typeof DownloadableRead>;
export const DownloadablePage = pageOf(DownloadableRead);

/** Filters and page of the files that a customer may download. */
export const DownloadableListQuery = PageQuery.extend({
  organizationId: oneOrMany(id).optional(),
  benefitId: oneOrMany(id).optional(),
});
export type DownloadableListQuery = z.output<typeof DownloadableListQuery>;

/** Changes to a file. Absent: unchanged; `version` null: cleared. */
export const FilePatch = z.object({
  name: name.nullish(),
  version: text.max(255).nullish(),
});
export type FilePatch = z.output<typeof FilePatch>;

const FileSortProperty = z.enum(['created_at', '-created_at', 'name', '-name', 'size', '-size']);

/** Filters of the list of files. `service` and `query` are additions to the contract. */
export const FileExportQuery = z.object({
  organizationId: oneOrMany(id).optional(),
  ids: oneOrMany(id).optional(),
  service: oneOrMany(FileServiceTypes).optional(),
  query: text.max(500).optional(),
});
export type FileExportQuery = z.output<typeof FileExportQuery>;

/** Filters and page of the list of files. `sorting` is an addition to the contract. */
export const FileListQuery = PageQuery.extend({
  ...FileExportQuery.shape,
  sorting: sortingOf(FileSortProperty, '-created_at'),
});
export type FileListQuery = z.output<typeof FileListQuery>;

/** A page of files. */
export const FilePage = pageOf(FileRead);
