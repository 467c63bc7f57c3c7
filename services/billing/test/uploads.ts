/** Uploads files over HTTP, as a seller's program does. */
import { createHash } from 'node:crypto';
import type { PassportClaims } from '@tessera/proto/api/passport';
import sharp from 'sharp';
import type { BillingStack } from './factories.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- tests read replies freely: the assertion says what a field is
type Body = any;

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64');

/** Returns a PNG of one colour. */
export const picture = (width = 60, height = 40): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#c0ffee' } })
    .png()
    .toBuffer();

/** Returns the body that starts an upload in parts of `partBytes`. */
export const fileToCome = (bytes: Buffer, changes: object = {}, partBytes = bytes.length): Body => ({
  name: 'A book.pdf',
  mime_type: 'application/pdf',
  size: bytes.length,
  checksum_sha256_base64: sha256(bytes),
  service: 'downloadable',
  upload: {
    parts: Array.from({ length: Math.ceil(bytes.length / partBytes) }, (_, index) => {
      const [start, end] = [index * partBytes, Math.min((index + 1) * partBytes, bytes.length)];
      return {
        number: index + 1,
        chunk_start: start,
        chunk_end: end,
        checksum_sha256_base64: sha256(bytes.subarray(start, end)),
      };
    }),
  },
  ...changes,
});

/** Replaces the public origin of a link by the stack's own. */
export const here = ({ url }: { url: string }, link: string): string =>
  link.replace('http://localhost:3000', url);

/** Sends the parts of an upload. Returns the body that completes it. */
export const sendParts = async (stack: BillingStack, upload: Body, bytes: Buffer): Promise<Body> => {
  const parts = [];
  for (const part of upload.upload.parts) {
    const body = new Uint8Array(bytes.subarray(part.chunk_start, part.chunk_end));
    const response = await fetch(here(stack, part.url), { method: 'PUT', headers: part.headers, body });
    if (!response.ok) throw new Error(await response.text());
    parts.push({
      number: part.number,
      checksum_etag: response.headers.get('etag'),
      checksum_sha256_base64: part.checksum_sha256_base64,
    });
  }
  return { id: upload.upload.id, path: upload.upload.path, parts };
};

/** Uploads a file. Returns it as in the API's response. */
export const uploadFile = async (
  stack: BillingStack,
  { as, bytes, body }: { as: PassportClaims; bytes: Buffer; body: object },
): Promise<Body> => {
  const created = await stack.send('POST', '/files/', { as, body: fileToCome(bytes, body) });
  if (created.status !== 201) throw new Error(created.text);
  const completed = await sendParts(stack, created.body, bytes);
  const done = await stack.send('POST', `/files/${created.body.id}/uploaded`, { as, body: completed });
  if (done.status !== 200) throw new Error(done.text);
  return done.body;
};

/** Uploads a product picture. */
export const uploadMedia = async (
  stack: BillingStack,
  as: PassportClaims,
  organizationId: string,
): Promise<Body> =>
  uploadFile(stack, {
    as,
    bytes: await picture(),
    body: {
      organization_id: organizationId,
      service: 'product_media',
      name: 'cover.png',
      mime_type: 'image/png',
    },
  });
