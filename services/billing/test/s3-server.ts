/**
 * A bucket for tests: s3rver, which checks signatures and stores objects, behind a proxy that adds what it lacks:
 * checksums of parts, refusal of unsigned requests and of missing parts, and listing and aborting unfinished uploads.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from '@20minutes/s3rver';
import { createS3Store } from '../src/files/storage/s3.ts';

const bucket = 'files';
/** The built-in account of s3rver. */
const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** By upload id: the object's key, and the ETags of the received parts by number. */
type Uploads = Map<string, { key: string; parts: Map<string, string> }>;

const xml = (res: ServerResponse, status: number, body: string): void => {
  res.writeHead(status, { 'content-type': 'application/xml' });
  res.end(`<?xml version="1.0" encoding="UTF-8"?>${body}`);
};

const refuse = (res: ServerResponse, status: number, code: string): void =>
  xml(res, status, `<Error><Code>${code}</Code><Message>Refused.</Message></Error>`);

const listUploads = (res: ServerResponse, uploads: Uploads, prefix: string): void => {
  const found = [...uploads].filter(([, { key }]) => key.startsWith(prefix));
  const items = found.map(([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`);
  xml(res, 200, `<ListMultipartUploadsResult>${items.join('')}</ListMultipartUploadsResult>`);
};

/** Forwards a request unchanged, including its host, which the signature covers. */
const pass = (port: number, req: IncomingMessage, body: Buffer) =>
  new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>((resolve, reject) => {
    const { method, url: path, headers } = req;
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers }, (incoming) => {
      const { statusCode: status = 0, headers: answered } = incoming;
      buffer(incoming).then((answer) => resolve({ status, headers: answered, body: answer }), reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });

type Passed = Awaited<ReturnType<typeof pass>>;

const note = (
  {
    url,
    key,
    id,
    method,
    passed,
  }: { url: URL; key: string; id: string; method: string | undefined; passed: Passed },
  uploads: Uploads,
): void => {
  if (url.searchParams.has('uploads'))
    uploads.set(/<UploadId>([^<]+)</.exec(passed.body.toString())?.[1] ?? '', { key, parts: new Map() });
  else if (method === 'PUT')
    uploads.get(id)?.parts.set(url.searchParams.get('partNumber') ?? '', passed.headers.etag ?? '');
  else uploads.delete(id);
};

/** Whether a completion lists only received parts. */
const isAsSent = (completion: string, parts: Map<string, string>): boolean =>
  [...completion.matchAll(/<Part>.*?<\/Part>/gs)].every(([part]) => {
    const number = /<PartNumber>(\d+)</.exec(part)?.[1] ?? '';
    const etag = /<ETag>(?:&quot;|"|&#34;)?([^<&"]+)/.exec(part)?.[1];
    return parts.get(number)?.replaceAll('"', '') === etag;
  });

const answer = async (
  port: number,
  uploads: Uploads,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> => {
  const url = new URL(req.url ?? '/', 'http://bucket');
  const key = decodeURIComponent(url.pathname.slice(`/${bucket}/`.length));
  const body = await buffer(req);
  if (req.headers.authorization === undefined && !url.searchParams.has('X-Amz-Signature')) {
    refuse(res, 403, 'AccessDenied');
    return;
  }
  const checksum = req.headers['x-amz-checksum-sha256'];
  if (checksum !== undefined && createHash('sha256').update(body).digest('base64') !== checksum) {
    refuse(res, 400, 'BadDigest');
    return;
  }
  if (req.method === 'GET' && url.searchParams.has('uploads')) {
    listUploads(res, uploads, url.searchParams.get('prefix') ?? '');
    return;
  }
  const id = url.searchParams.get('uploadId') ?? '';
  if (req.method === 'POST' && id !== '') {
    const parts = uploads.get(id)?.parts;
    if (!parts) {
      refuse(res, 404, 'NoSuchUpload');
      return;
    }
    if (!isAsSent(body.toString(), parts)) {
      refuse(res, 400, 'InvalidPart');
      return;
    }
  }
  // s3rver cannot abort uploads.
  if (req.method === 'DELETE' && id !== '') {
    if (uploads.delete(id)) res.writeHead(204).end();
    else refuse(res, 404, 'NoSuchUpload');
    return;
  }
  const passed = await pass(port, req, body);
  if (passed.status < 300) note({ url, key, id, method: req.method, passed }, uploads);
  res.writeHead(passed.status, passed.headers);
  res.end(passed.body);
};

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );

// s3rver encodes queries with this function before it checks signatures, but S3 requires the encoding of RFC 3986.
const { encodeURIComponent: encode } = globalThis;
globalThis.encodeURIComponent = (text) =>
  encode(text).replaceAll(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/** Starts the server with an empty bucket, and returns a store in it. */
export const startS3 = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'tessera-s3-'));
  const s3rver = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await s3rver.run();
  const uploads: Uploads = new Map();
  const server = createServer((req, res) => {
    answer(port, uploads, req, res).catch(() => res.destroy());
  });
  const endpoint = `http://127.0.0.1:${await listen(server)}`;
  const store = createS3Store({ bucket, region: 'us-east-1', endpoint, forcePathStyle: true, credentials });
  return {
    store,
    /** Keys of the uploads that were started and neither completed nor aborted. */
    unfinished: () => [...uploads.values()].map(({ key }) => key),
    stop: async () => {
      store.close();
      server.closeAllConnections();
      server.close();
      await s3rver.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
};
