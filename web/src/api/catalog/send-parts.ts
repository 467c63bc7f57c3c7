/** Uploads files in parts: a few concurrently, each retried on failure, with progress. */
import type { FileUploadCompleted } from '@tessera/proto/api/billing/file';
import type { z } from 'zod';
import { hereUrl } from '../organization/stored-address.ts';
import { type Upload } from './files.ts';

type Part = Upload['upload']['parts'][number];
export type Sent = z.input<typeof FileUploadCompleted>['parts'][number];

/** `share`: progress from 0 to 1. */
export type Watching = { onShare: (share: number) => void; signal: AbortSignal };

/** Object stores refuse smaller parts; a file can have at most 10,000. */
const partBytesOf = (size: number): number => Math.max(8_388_608, Math.ceil(size / 9_000));
const atOnce = 3;
const tries = 4;

const base64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)));

/** Splits a file into parts. Checksums are only available in secure contexts (https). */
export const declareParts = async (file: Blob, { onShare, signal }: Watching) => {
  const size = partBytesOf(file.size);
  const parts = [];
  for (let start = 0; start < file.size; start += size) {
    signal.throwIfAborted();
    const end = Math.min(start + size, file.size);
    const bytes = await file.slice(start, end).arrayBuffer();
    const digest = window.isSecureContext ? base64(await crypto.subtle.digest('SHA-256', bytes)) : null;
    parts.push({ number: parts.length + 1, chunkStart: start, chunkEnd: end, checksumSha256Base64: digest });
    onShare(end / file.size);
  }
  return parts;
};

/** The store's status was not 200; 403: the links have expired. */
class Refused extends Error {
  readonly status: number;
  constructor(status: number) {
    super('refused');
    this.status = status;
  }
}

const put = (
  part: Part,
  body: Blob,
  { onBytes, signal }: { onBytes: (bytes: number) => void; signal: AbortSignal },
) =>
  new Promise<string>((resolve, reject) => {
    // fetch() does not report upload progress.
    const request = new XMLHttpRequest();
    request.open('PUT', hereUrl(part.url));
    for (const [name, value] of Object.entries(part.headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onBytes(loaded);
    request.onload = () => {
      const etag = request.getResponseHeader('etag');
      if (request.status === 200 && etag !== null) resolve(etag);
      else reject(new Refused(request.status));
    };
    request.onerror = () => reject(new Error('unreachable'));
    request.onabort = () => reject(new DOMException('aborted', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

type Sending = Watching & {
  file: Blob;
  upload: Upload;
  /** Requests new links when the old ones have expired. */
  renew: () => Promise<Upload>;
  /** Parts already uploaded, by index; updated during the upload. */
  sent?: (Sent | undefined)[];
};

/** Uploads all parts and returns what completing the upload requires. Throws when a part cannot be uploaded. */
export const sendParts = async ({
  file,
  upload,
  renew,
  sent = [],
  onShare,
  signal,
}: Sending): Promise<Sent[]> => {
  let links = upload.upload.parts;
  const loaded = links.map(({ chunkStart, chunkEnd }, index) => (sent[index] ? chunkEnd - chunkStart : 0));
  const onBytes = (index: number) => (bytes: number) => {
    loaded[index] = bytes;
    onShare(Math.min(loaded.reduce((sum, one) => sum + one, 0) / file.size, 1));
  };
  const send = async (index: number, attempt = 1): Promise<void> => {
    signal.throwIfAborted();
    const part = links[index];
    if (!part) return;
    const { number, checksumSha256Base64 } = part;
    try {
      const body = file.slice(part.chunkStart, part.chunkEnd);
      const checksumEtag = await put(part, body, { onBytes: onBytes(index), signal });
      onBytes(index)(body.size);
      sent[index] = { number, checksumEtag, checksumSha256Base64 };
    } catch (error) {
      if (signal.aborted || attempt >= tries) throw error;
      onBytes(index)(0);
      if (error instanceof Refused && error.status === 403) links = (await renew()).upload.parts;
      else await pause(500 * 2 ** attempt);
      await send(index, attempt + 1);
    }
  };
  const waiting = links.flatMap((_part, index) => (sent[index] ? [] : [index]));
  const lane = async (): Promise<void> => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) await send(index);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return sent.filter((part) => part !== undefined);
};
