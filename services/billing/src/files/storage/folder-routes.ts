/** The routes of the folder store: uploads of parts and downloads of objects by signed links. */
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { defineErrors, kitErrors } from '@tessera/kit/errors';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { Router } from '@tessera/kit/http/router';
import { billingDialect } from '@tessera/proto/api/error';
import type { Request } from 'express';
import { z } from 'zod';
import { findObject, isOpen, partFile, placesOf, uploadNameOf } from './folder-files.ts';
import { storeFailure } from './outages.ts';
import { sendObject } from './send-object.ts';
import type { Signer } from './signing.ts';
import type { PartToCome, SignedRequest, Upload } from './store.ts';

export type FolderSettings = {
  root: string;
  /** Base URL of the API: `https://host/api/billing/v1`. */
  url: string;
  signer: Signer;
  now: () => Date;
};

const errors = defineErrors({
  BadDigest: { status: 400, message: 'The bytes that came are not those that were announced.' },
  LengthRequired: { status: 411, message: 'The Content-Length header is required.' },
});

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);

/** Signs the upload of a part. */
export const signedPart = async (
  { url, signer }: FolderSettings,
  { upload, part, expiresAt }: { upload: Upload; part: PartToCome; expiresAt: Date },
): Promise<SignedRequest> => {
  const { number, size, sha256 } = part;
  const name = uploadNameOf(upload);
  const expires = seconds(expiresAt);
  const signature = await signer.sign(['part', name, number, size, sha256 ?? '', expires]);
  const query = new URLSearchParams({
    size: `${size}`,
    sha256: sha256 ?? '',
    expires: `${expires}`,
    signature,
  });
  return { url: `${url}/storage/parts/${name}/${number}?${query.toString()}`, headers: {}, expiresAt };
};

/** Signs the download of an object. */
export const signedDownload = async (
  { url, signer }: FolderSettings,
  {
    objectId,
    name,
    mimeType,
    expiresAt,
  }: { objectId: string; name: string; mimeType: string; expiresAt: Date },
): Promise<SignedRequest> => {
  const expires = seconds(expiresAt);
  const signature = await signer.sign(['object', objectId, name, mimeType, expires]);
  const query = new URLSearchParams({ name, type: mimeType, expires: `${expires}`, signature });
  return { url: `${url}/storage/objects/${objectId}?${query.toString()}`, headers: {}, expiresAt };
};

/** Missing parameters get defaults, so that the signature fails: 403, as from a bucket, not a validation error. */
const signed = {
  expires: z.coerce.number().int().min(0).default(0),
  signature: z.string().max(100).default(''),
};
const PartPath = z.object({
  upload: z.string().regex(/^[0-9a-f]{64}-[0-9a-f-]{36}$/),
  number: z.coerce.number().int().min(1).max(10_000),
});
const PartQuery = z.object({
  ...signed,
  size: z.coerce.number().int().min(1).default(0),
  sha256: z.string().max(64).default(''),
});
const ObjectPath = z.object({ object: z.string().regex(/^[0-9a-f]{64}$/) });
const ObjectQuery = z.object({
  ...signed,
  name: z.string().max(300).default(''),
  type: z.string().max(300).default(''),
});

const endpoint = endpointFor(billingDialect);

export const folderRoutes = (settings: FolderSettings): Router =>
  Router()
    .put(
      '/storage/parts/:upload/:number',
      endpoint(
        { params: PartPath, query: PartQuery, status: 200, summary: 'Upload a part of a file' },
        async ({ params, query, req, res }) => {
          const { size, sha256, expires } = query;
          await check(settings, ['part', params.upload, params.number, size, sha256, expires], query);
          const etag = await receive(settings, req, { ...params, size, sha256 });
          res.setHeader('etag', `"${etag}"`);
        },
      ),
    )
    .get(
      '/storage/objects/:object',
      endpoint(
        {
          params: ObjectPath,
          query: ObjectQuery,
          media: 'application/octet-stream',
          summary: 'Download a file',
        },
        async ({ params, query, req, res }) => {
          const { name, type, expires } = query;
          await check(settings, ['object', params.object, name, type, expires], query);
          const found = await findObject(settings.root, params.object);
          if (!found) throw kitErrors.ResourceNotFound();
          await sendObject(req, res, { ...found, mimeType: type, attachment: name });
        },
      ),
    );

/** Throws NotPermitted if a link was not signed here, or has expired. */
const check = async (
  { signer, now }: FolderSettings,
  fields: (string | number)[],
  { expires, signature }: { expires: number; signature: string },
): Promise<void> => {
  if (!(await signer.verify(fields, signature))) throw kitErrors.NotPermitted('This link is not valid.');
  if (expires <= seconds(now())) throw kitErrors.NotPermitted('This link has expired.');
};

type Incoming = { upload: string; number: number; size: number; sha256: string };

/** Streams a part to the disk, and returns the digest of its bytes once it is durable. */
const receive = async (
  { root }: FolderSettings,
  req: Request,
  { upload, number, size, sha256 }: Incoming,
): Promise<string> => {
  const folder = placesOf(root).upload(upload);
  if (req.headers['content-length'] === undefined) throw errors.LengthRequired();
  if (Number(req.headers['content-length']) !== size) throw errors.BadDigest();
  if (!(await isOpen(folder))) throw kitErrors.ResourceNotFound('This upload has already ended.');
  const written = join(folder, `${randomUUID()}.tmp`);
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  try {
    await pipeline(req, hashing, createWriteStream(written, { flags: 'wx', flush: true }));
    const digest = hash.digest();
    if (sha256 !== '' && digest.toString('base64') !== sha256) throw errors.BadDigest();
    const hex = digest.toString('hex');
    await rename(written, join(folder, partFile(number, hex)));
    return hex;
  } catch (error) {
    await rm(written, { force: true });
    throw refusalOf(error, req);
  }
};

/** How a request ends that its sender breaks off. A full disk ends it too, but with another code. */
const brokenOff = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);

const refusalOf = (error: unknown, { complete }: Request): unknown => {
  const { code } = error as { code?: string };
  if (!complete && brokenOff.has(code ?? '')) return kitErrors.BadRequest();
  // The upload was completed or deleted in the meantime.
  return code === 'ENOENT'
    ? kitErrors.ResourceNotFound('This upload has already ended.')
    : storeFailure(error);
};
