/** The contract's own client, unmodified, against files as they are served. */
import { createHash, randomBytes } from 'node:crypto';
import { Polar } from '@polar-sh/sdk';
import { HTTPClient } from '@polar-sh/sdk/lib/http.js';
import type { FileCreate } from '@polar-sh/sdk/models/components/filecreate.js';
import type { FileUpload } from '@polar-sh/sdk/models/components/fileupload.js';
import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js';
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js';
import { type PassportClaims, passportHeader } from '@tessera/proto/api/passport';
import { type BillingStack, makeSeller, type Seller, startBilling, tokenOf } from '../test/factories.ts';
import { startS3 } from '../test/s3-server.ts';
import { here, picture } from '../test/uploads.ts';

let stack: BillingStack;
let seller: Seller;

const clientOf = (claims: PassportClaims): Polar => {
  const httpClient = new HTTPClient();
  httpClient.addHook('beforeRequest', async (request) => {
    const passed = new Request(request);
    passed.headers.set(passportHeader, await stack.passport(claims));
    return passed;
  });
  return new Polar({ serverURL: `${stack.url}/api/billing`, accessToken: 'at-the-gateway', httpClient });
};
const token = () => clientOf(tokenOf(seller.organizationId, 'files:write', 'products:write'));

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64');

/** What a program declares of a file that it is about to send in parts. */
const declare = (bytes: Buffer, partBytes: number) => ({
  size: bytes.length,
  checksumSha256Base64: sha256(bytes),
  upload: {
    parts: Array.from({ length: Math.ceil(bytes.length / partBytes) }, (_, index) => {
      const [chunkStart, chunkEnd] = [index * partBytes, Math.min((index + 1) * partBytes, bytes.length)];
      const checksumSha256Base64 = sha256(bytes.subarray(chunkStart, chunkEnd));
      return { number: index + 1, chunkStart, chunkEnd, checksumSha256Base64 };
    }),
  },
});

const sendAll = (file: FileUpload, bytes: Buffer) =>
  Promise.all(
    file.upload.parts.map(async ({ number, chunkStart, chunkEnd, url, headers, checksumSha256Base64 }) => {
      const body = new Uint8Array(bytes.subarray(chunkStart, chunkEnd));
      const response = await fetch(here(stack, url), { method: 'PUT', body, ...(headers && { headers }) });
      expect(response.status).toBe(200);
      return {
        number,
        checksumEtag: response.headers.get('etag') ?? '',
        checksumSha256Base64: checksumSha256Base64 ?? null,
      };
    }),
  );

/** The three steps of the contract. */
const upload = async (polar: Polar, create: FileCreate, bytes: Buffer) => {
  const file = await polar.files.create(create);
  const parts = await sendAll(file, bytes);
  const { id, path } = file.upload;
  const done = await polar.files.uploaded({ id: file.id, fileUploadCompleted: { id, path, parts } });
  return { file, done };
};

describe.each([
  ['a folder', async () => null],
  ['a bucket', startS3],
])('the client’s files in %s', (_what, start) => {
  let bucket: Awaited<ReturnType<typeof startS3>> | null;
  beforeAll(async () => {
    bucket = await start();
    stack = await startBilling(bucket ? { files: { store: bucket.store } } : {});
    seller = await makeSeller(stack);
  });
  afterAll(async () => {
    await stack.stop();
    await bucket?.stop();
  });

  it('are created, sent, listed, changed, fetched and deleted', async () => {
    const polar = token();
    const bytes = randomBytes(6_000_000);
    const declared = declare(bytes, 5_242_880);
    const create: FileCreate = {
      ...declared,
      service: 'downloadable',
      name: 'Über Bücher.zip',
      mimeType: 'application/zip',
      version: '1.0',
    };
    const { file, done } = await upload(polar, create, bytes);
    const facts = {
      id: file.id,
      organizationId: seller.organizationId,
      name: 'Über Bücher.zip',
      mimeType: 'application/zip',
      size: 6_000_000,
      path: expect.stringContaining(file.id),
      checksumSha256Base64: declared.checksumSha256Base64,
      checksumSha256Hex: Buffer.from(declared.checksumSha256Base64, 'base64').toString('hex'),
      version: '1.0',
      service: 'downloadable',
      sizeReadable: '5.7 MB',
      storageVersion: null,
    };
    expect(file).toEqual({
      ...facts,
      checksumEtag: null,
      lastModifiedAt: null,
      isUploaded: false,
      upload: {
        id: expect.any(String),
        path: file.path,
        parts: declared.upload.parts.map((part) => ({
          ...part,
          url: expect.stringMatching(/^http/),
          expiresAt: new Date(stack.clock.now().getTime() + 600_000),
          headers: expect.any(Object),
        })),
      },
    });
    expect(done).toEqual({
      ...facts,
      checksumEtag: expect.any(String),
      lastModifiedAt: stack.clock.now(),
      isUploaded: true,
      createdAt: stack.clock.now(),
    });
    const listed = await polar.files.list({ ids: [file.id] });
    expect(listed.result).toEqual({ items: [done], pagination: { totalCount: 1, maxPage: 1 } });
    const changed = await polar.files.update({ id: file.id, filePatch: { name: 'New.zip', version: '2' } });
    expect(changed).toEqual({ ...done, name: 'New.zip', version: '2' });
    const link = await stack.send('GET', `/files/${file.id}/download`, { as: seller.owner });
    const fetched = await fetch(here(stack, link.body.url), { headers: link.body.headers });
    expect(fetched.headers.get('content-disposition')).toContain('New.zip');
    expect(sha256(Buffer.from(await fetched.arrayBuffer()))).toBe(declared.checksumSha256Base64);
    expect(await polar.files.delete({ id: file.id })).toBeUndefined();
    expect((await polar.files.list({})).result.items).toEqual([]);
    await expect(polar.files.delete({ id: file.id })).rejects.toBeInstanceOf(ResourceNotFound);
  });

  it('are pictures of products, in their order', async () => {
    const polar = token();
    const bytes = await picture();
    const create: FileCreate = {
      ...declare(bytes, bytes.length),
      service: 'product_media',
      name: 'cover.png',
      mimeType: 'image/png',
    };
    const [first, second] = [await upload(polar, create, bytes), await upload(polar, create, bytes)];
    const { done } = first;
    if (done.service !== 'product_media' || second.done.service !== 'product_media')
      throw new Error('no picture');
    expect((await fetch(here(stack, done.publicUrl))).headers.get('content-type')).toBe('image/webp');
    const made = await polar.products.create({
      name: 'A course',
      recurringInterval: null,
      prices: [{ amountType: 'free' }],
      medias: [second.file.id, first.file.id],
    });
    expect(made.medias).toEqual([second.done, done]);
    const turned = await polar.products.update({ id: made.id, productUpdate: { medias: [first.file.id] } });
    expect(turned.medias).toEqual([done]);
  });

  it('are refused in the client’s own error types', async () => {
    const polar = token();
    const wrong = polar.files.create({
      ...declare(Buffer.from('x'), 1),
      service: 'product_media',
      name: 'a',
      mimeType: 'text/html',
    });
    await expect(wrong).rejects.toBeInstanceOf(HTTPValidationError);
    await expect(wrong).rejects.toMatchObject({ detail: [{ loc: ['body', 'mime_type'] }] });
    const bytes = randomBytes(100);
    const create: FileCreate = {
      ...declare(bytes, 100),
      service: 'downloadable',
      name: 'a',
      mimeType: 'text/plain',
    };
    const file = await polar.files.create(create);
    const { id, path } = file.upload;
    const parts = [{ number: 1, checksumEtag: 'never sent', checksumSha256Base64: sha256(bytes) }];
    const early = polar.files.uploaded({ id: file.id, fileUploadCompleted: { id, path, parts } });
    await expect(early).rejects.toBeInstanceOf(HTTPValidationError);
  });
});
