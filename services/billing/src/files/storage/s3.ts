/** Stores files in an S3 bucket: Amazon's, or any other by its endpoint. */
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Router } from '@tessera/kit/http/router';
import { create as contentDisposition } from 'content-disposition';
import type { FileStore, SentPart, StoredObject, Upload } from './store.ts';

export type S3Settings = {
  bucket: string;
  region: string;
  /** Default: Amazon's. */
  endpoint?: string | undefined;
  /** Whether the bucket is named in the path instead of the host. */
  forcePathStyle: boolean;
  credentials: { accessKeyId: string; secretAccessKey: string };
  /** Milliseconds per attempt, of three. */
  requestTimeout?: number;
};

/** Three attempts take less than the gateway's timeout. */
const requestMilliseconds = 8_000;

/** Minimum size in bytes of all parts but the last, by the rules of S3. */
const minPartBytes = 5_242_880;

const tagOf = (etag: string | undefined): string => (etag ?? '').replaceAll('"', '');

/** Resolves to null if the bucket has no such object. */
const orNull = async <Value>(work: Promise<Value>): Promise<Value | null> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null;
    throw error;
  }
};

/** Errors of a completion whose parts are not those that were uploaded. */
const wrongParts = new Set([
  'InvalidPart',
  'InvalidPartOrder',
  'EntityTooSmall',
  'BadDigest',
  'InvalidRequest',
]);

/** A store in a bucket. Signed URLs lead to the bucket itself: uploads and downloads bypass this process. */
export const createS3Store = (settings: S3Settings): FileStore & { close: () => void } => {
  const { region, endpoint, forcePathStyle, credentials, bucket: Bucket } = settings;
  const { requestTimeout = requestMilliseconds } = settings;
  const client = new S3Client({
    region,
    forcePathStyle,
    credentials,
    ...(endpoint !== undefined && { endpoint }),
    // Only checksums that S3 requires: other servers may not support the rest.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    // Without `throwOnRequestTimeout` a timeout is only logged, and waited for.
    requestHandler: { requestTimeout, connectionTimeout: 5_000, throwOnRequestTimeout: true },
  });
  return {
    minPartBytes,
    ...uploadsIn(client, Bucket),
    ...objectsIn(client, Bucket),
    routes: Router(),
    close: () => client.destroy(),
  };
};

type Uploads = Pick<FileStore, 'begin' | 'signPart' | 'complete'>;

const uploadsIn = (client: S3Client, Bucket: string): Uploads => ({
  begin: async (Key, { mimeType: ContentType, hasChecksums }) => {
    const checksums = hasChecksums ? { ChecksumAlgorithm: 'SHA256' as const } : {};
    const { UploadId } = await client.send(
      new CreateMultipartUploadCommand({ Bucket, Key, ContentType, ...checksums }),
    );
    if (!UploadId) throw new Error('the bucket began no upload');
    return UploadId;
  },
  signPart: async ({ key: Key, id: UploadId }, { number: PartNumber, size, sha256 }, expiresAt) => {
    const command = new UploadPartCommand({
      Bucket,
      Key,
      UploadId,
      PartNumber,
      ContentLength: size,
      ...(sha256 !== null && { ChecksumSHA256: sha256, ChecksumAlgorithm: 'SHA256' }),
    });
    const headers: Record<string, string> = sha256 === null ? {} : { 'x-amz-checksum-sha256': sha256 };
    const url = await getSignedUrl(client, command, {
      expiresIn: lifetimeSeconds,
      // Signed headers must be sent; in the query the checksum would not be verified.
      unhoistableHeaders: new Set(Object.keys(headers)),
      signableHeaders: new Set(['host', 'content-length', ...Object.keys(headers)]),
    });
    return { url, headers, expiresAt };
  },
  complete: async (upload, parts) => {
    try {
      await completeUpload(client, Bucket, { upload, parts });
    } catch (error) {
      if (!(error instanceof S3ServiceException)) throw error;
      if (wrongParts.has(error.name)) return null;
      // Completed before.
      if (error.name !== 'NoSuchUpload') throw error;
    }
    return findObject(client, Bucket, upload.key);
  },
});

type Objects = Pick<FileStore, 'put' | 'read' | 'signDownload' | 'remove'>;

const objectsIn = (client: S3Client, Bucket: string): Objects => ({
  put: async (Key, Body, ContentType) => {
    await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType }));
  },
  read: async (Key, range) => {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const found = await orNull(client.send(new GetObjectCommand({ Bucket, Key, Range })));
    if (!found?.Body) return null;
    const { ETag, VersionId, ContentLength } = found;
    const size = Number(found.ContentRange?.split('/')[1] ?? ContentLength ?? 0);
    return { etag: tagOf(ETag), version: VersionId ?? null, size, body: found.Body as Readable };
  },
  signDownload: async (Key, { name, mimeType, expiresAt }) => {
    const command = new GetObjectCommand({
      Bucket,
      Key,
      ResponseContentDisposition: contentDisposition(name),
      ResponseContentType: mimeType,
    });
    const url = await getSignedUrl(client, command, { expiresIn: lifetimeSeconds });
    return { url, headers: {}, expiresAt };
  },
  remove: async (Key) => {
    await client.send(new DeleteObjectCommand({ Bucket, Key }));
    await abortUploads(client, Bucket, Key);
  },
});

const findObject = async (client: S3Client, Bucket: string, Key: string): Promise<StoredObject | null> => {
  const found = await orNull(client.send(new HeadObjectCommand({ Bucket, Key })));
  return (
    found && { etag: tagOf(found.ETag), version: found.VersionId ?? null, size: found.ContentLength ?? 0 }
  );
};

/** Seconds. Expiry is by the bucket's clock; only the lifetime is ours (contracts/billing.md, section 3). */
const lifetimeSeconds = 600;

const completeUpload = async (
  client: S3Client,
  Bucket: string,
  { upload, parts }: { upload: Upload; parts: SentPart[] },
): Promise<void> => {
  await client.send(
    new CompleteMultipartUploadCommand({
      Bucket,
      Key: upload.key,
      UploadId: upload.id,
      MultipartUpload: {
        Parts: parts.map(({ number, etag, sha256 }) => ({
          PartNumber: number,
          ETag: `"${etag}"`,
          ...(sha256 !== null && { ChecksumSHA256: sha256 }),
        })),
      },
    }),
  );
};

/** Aborts uploads of a key, found by listing, as their ids may be unknown. */
const abortUploads = async (client: S3Client, Bucket: string, Key: string): Promise<void> => {
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: Key }));
  for (const { Key: found, UploadId } of Uploads)
    if (found === Key && UploadId !== undefined)
      await orNull(client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
};
