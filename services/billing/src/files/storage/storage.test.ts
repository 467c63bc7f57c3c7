/** What every store does, held against each of them. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createApp } from '@tessera/kit/http/app';
import { createMetrics } from '@tessera/kit/observability/metrics';
import { eventually } from '@tessera/kit/test/eventually';
import { captureLog } from '@tessera/kit/test/log';
import { billingDialect } from '@tessera/proto/api/error';
import { startS3 } from '../../../test/s3-server.ts';
import { createFolderStore } from './folder.ts';
import { createSigner } from './signing.ts';
import type { FileStore, PartToCome, SentPart, SignedRequest } from './store.ts';

type Place = { store: FileStore; unfinished: () => Promise<string[]>; stop: () => Promise<unknown> };
type Folder = Place & { root: string; log: ReturnType<typeof captureLog> };

let now = new Date();
const inTenMinutes = () => new Date(now.getTime() + 600_000);

const startFolder = async (): Promise<Folder> => {
  const root = await mkdtemp(join(tmpdir(), 'tessera-store-'));
  const signer = createSigner(async () => Buffer.from('a key of this test alone, and of nothing else'));
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const store = createFolderStore({ root, url: `http://127.0.0.1:${port}/v1`, signer, now: () => now });
  const log = captureLog();
  const app = createApp({
    log: log.logger,
    metrics: createMetrics('files'),
    passports: async () => ({ kind: 'anonymous' }),
    mounts: [{ path: '/v1', dialect: billingDialect, routes: store.routes }],
    checks: {},
  });
  server.on('request', app);
  return {
    root,
    log,
    store,
    unfinished: () => readdir(join(root, 'uploads')),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await rm(root, { recursive: true, force: true });
    },
  };
};

const startBucket = async (): Promise<Place> => {
  const { store, unfinished, stop } = await startS3();
  return { store, unfinished: async () => unfinished(), stop };
};

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64');
const newKey = () => `downloadable/${randomUUID()}/${randomUUID()}/A-book.pdf`;

describe.each([
  ['a folder', startFolder],
  ['a bucket', startBucket],
])('a store in %s', (_what, start) => {
  let place: Place;
  let store: FileStore;
  beforeAll(async () => {
    place = await start();
    ({ store } = place);
  }, 30_000);
  beforeEach(() => {
    now = new Date();
  });
  afterAll(() => place.stop());

  const send = ({ url, headers }: SignedRequest, body: Buffer) =>
    fetch(url, { method: 'PUT', headers, body: new Uint8Array(body) });
  const toCome = (bodies: Buffer[]): PartToCome[] =>
    bodies.map((body, index) => ({ number: index + 1, size: body.length, sha256: sha256(body) }));
  const begin = (key: string) => store.begin(key, { mimeType: 'application/pdf', hasChecksums: true });
  /** Sends all parts, and answers how they are named when the upload is completed. */
  const sendAll = async (key: string, id: string, bodies: Buffer[]): Promise<SentPart[]> => {
    const sent: SentPart[] = [];
    for (const [index, part] of toCome(bodies).entries()) {
      const request = await store.signPart({ key, id }, part, inTenMinutes());
      const response = await send(request, bodies[index] ?? Buffer.alloc(0));
      expect([response.status, response.ok ? '' : await response.text()]).toEqual([200, '']);
      sent.push({ ...part, etag: (response.headers.get('etag') ?? '').replaceAll('"', '') });
    }
    return sent;
  };
  const upload = async (bodies: Buffer[], key = newKey()) => {
    const id = await begin(key);
    const parts = await sendAll(key, id, bodies);
    return { key, id, parts, object: await store.complete({ key, id }, parts) };
  };
  const parts = () => [randomBytes(Math.max(store.minPartBytes, 70_000)), randomBytes(30_000)];
  const fetchAs = async (key: string, name: string, headers: Record<string, string> = {}) => {
    const { url } = await store.signDownload(key, {
      name,
      mimeType: 'application/pdf',
      expiresAt: inTenMinutes(),
    });
    return fetch(url, { headers });
  };

  it('makes one object of the parts that were sent, once', async () => {
    const bodies = parts();
    const whole = Buffer.concat(bodies);
    const { key, id, parts: sent, object } = await upload(bodies);
    expect(object).toEqual({ etag: expect.any(String), version: null, size: whole.length });
    expect(await store.complete({ key, id }, sent)).toEqual(object);
    const found = await store.read(key);
    expect(found && (await buffer(found.body)).equals(whole)).toBe(true);
    expect(await place.unfinished()).toEqual([]);
  });

  it('takes a part again that was broken off or sent wrong before, and refuses what is not what was announced', async () => {
    const key = newKey();
    const id = await begin(key);
    const body = randomBytes(20_000);
    const [part] = toCome([body]) as [PartToCome];
    const request = await store.signPart({ key, id }, part, inTenMinutes());
    expect((await send(request, randomBytes(20_000))).status).toBe(400);
    expect(await store.complete({ key, id }, [{ ...part, etag: 'f'.repeat(32) }])).toBeNull();
    const sent = await sendAll(key, id, [body]);
    expect(await store.complete({ key, id }, sent)).toMatchObject({ size: 20_000 });
  });

  it('takes nothing by a link that was changed', async () => {
    const key = newKey();
    const id = await begin(key);
    const body = randomBytes(1_000);
    const [part] = toCome([body]) as [PartToCome];
    const { url, headers } = await store.signPart({ key, id }, part, inTenMinutes());
    const other = url.replace(
      /(signature=)(.)/i,
      (_match, name: string, first: string) => name + (first === '0' ? '1' : '0'),
    );
    expect(other).not.toBe(url);
    expect((await send({ url: other, headers, expiresAt: now }, body)).status).toBe(403);
    const bare = url.split('?')[0] ?? '';
    expect((await send({ url: bare, headers, expiresAt: now }, body)).ok).toBe(false);
    await store.remove(key);
  });

  it('hands out an object to be saved under a name, in whole or in part', async () => {
    const bodies = parts();
    const whole = Buffer.concat(bodies);
    const { key, object } = await upload(bodies);
    const all = await fetchAs(key, 'Über “Bücher”.pdf');
    expect([all.status, all.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(all.headers.get('content-length')).toBe(`${whole.length}`);
    expect(all.headers.get('etag')).toBe(`"${object?.etag}"`);
    expect(all.headers.get('content-disposition')).toMatch(/^attachment;.*filename\*=UTF-8''%C3%9Cber/);
    expect(Buffer.from(await all.arrayBuffer()).equals(whole)).toBe(true);
    const seam = bodies[0]?.length ?? 0;
    const some = await fetchAs(key, 'x', { range: `bytes=${seam - 10}-${seam + 9}` });
    expect([some.status, some.headers.get('content-range')]).toEqual([
      206,
      `bytes ${seam - 10}-${seam + 9}/${whole.length}`,
    ]);
    expect(Buffer.from(await some.arrayBuffer()).equals(whole.subarray(seam - 10, seam + 10))).toBe(true);
    const beyond = await fetchAs(key, 'x', { range: `bytes=${whole.length}-` });
    expect(beyond.status).toBe(416);
    const range = { start: seam - 1, end: seam };
    const read = await store.read(key, range);
    expect(read?.size).toBe(whole.length);
    expect(read && (await buffer(read.body)).equals(whole.subarray(seam - 1, seam + 1))).toBe(true);
  });

  it('puts small things, and the same again', async () => {
    const key = `public/${randomUUID()}/400.webp`;
    for (const text of ['first', 'second']) {
      await store.put(key, Buffer.from(text), 'image/webp');
      const found = await store.read(key);
      expect(found && (await buffer(found.body)).toString()).toBe(text);
    }
    expect(await place.unfinished()).toEqual([]);
  });

  it('lets go of an object and of uploads that nobody finished, and of nothing else', async () => {
    const kept = await upload([randomBytes(10)]);
    const { key } = await upload([randomBytes(10)]);
    await begin(key);
    const lost = newKey();
    await begin(lost);
    expect(await place.unfinished()).toHaveLength(2);
    for (const gone of [key, lost, newKey()]) await store.remove(gone);
    expect(await place.unfinished()).toEqual([]);
    expect(await store.read(key)).toBeNull();
    expect((await fetchAs(key, 'x')).status).toBe(404);
    const found = await store.read(kept.key);
    expect(found && (await buffer(found.body)).length).toBe(10);
  });
});

describe('a folder', () => {
  let place: Folder;
  beforeAll(async () => {
    place = await startFolder();
  });
  afterAll(() => place.stop());

  const signed = async (body: Buffer, known = true) => {
    const key = newKey();
    const id = await place.store.begin(key, { mimeType: 'text/html', hasChecksums: known });
    const part = { number: 1, size: body.length, sha256: known ? sha256(body) : null };
    return { key, id, part, ...(await place.store.signPart({ key, id }, part, inTenMinutes())) };
  };
  const put = (url: string, body: string | ReadableStream) =>
    fetch(url, { method: 'PUT', body, duplex: 'half' } as RequestInit);

  it('takes nothing by a link whose time is over, nor for an upload that is', async () => {
    now = new Date();
    const late = await signed(Buffer.from('late'));
    now = new Date(now.getTime() + 600_000);
    expect((await put(late.url, 'late')).status).toBe(403);
    const { key, id, part, url } = await signed(Buffer.from('done'), false);
    const etag = ((await put(url, 'done')).headers.get('etag') ?? '').replaceAll('"', '');
    await place.store.complete({ key, id }, [{ ...part, etag }]);
    expect((await put(url, 'gone')).status).toBe(404);
    const found = await place.store.read(key);
    expect(found && (await buffer(found.body)).toString()).toBe('done');
  });

  it('takes an upload that its sender breaks off for no failure of its own, and keeps nothing of it', async () => {
    const { url } = await signed(Buffer.alloc(100), false);
    const headers = { 'content-length': 100, 'x-request-id': 'broken-off' };
    const request = httpRequest(url, { method: 'PUT', headers });
    request.on('error', () => undefined);
    request.write('the start');
    const files = () => readdir(join(place.root, 'uploads'), { recursive: true });
    const written = async () => (await files()).filter((file) => file.endsWith('.tmp'));
    await eventually(async () => expect(await written()).toHaveLength(1));
    request.destroy();
    await eventually(async () => {
      const lines = place.log.lines().filter(({ requestId }) => requestId === 'broken-off');
      expect(lines).toEqual([expect.objectContaining({ level: 30, status: 499 })]);
      expect(await written()).toEqual([]);
    });
  });

  it('takes no more and no less than was announced, and is told how much it is', async () => {
    const { url } = await signed(Buffer.from('1234'), false);
    expect((await put(url, '12345')).status).toBe(400);
    expect((await put(url, '123')).status).toBe(400);
    expect((await put(url, new Blob(['1234']).stream())).status).toBe(411);
    expect((await put(url.replace('size=4', 'size=5'), '12345')).status).toBe(403);
  });

  it('holds little of a large file at one time, as it comes and as it goes', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 7);
    const count = 256;
    const size = count * chunk.length;
    const key = newKey();
    const id = await place.store.begin(key, { mimeType: 'video/mp4', hasChecksums: false });
    const part = { number: 1, size, sha256: null };
    const { url } = await place.store.signPart({ key, id }, part, inTenMinutes());
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const look = () => {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    };
    const request = httpRequest(url, { method: 'PUT', headers: { 'content-length': size } });
    const answered = once(request, 'response') as Promise<[IncomingMessage]>;
    const chunks = function* () {
      for (let sent = 0; sent < count; sent += 1) {
        look();
        yield chunk;
      }
    };
    await pipeline(Readable.from(chunks()), request);
    const [response] = await answered;
    response.resume();
    const etag = String(response.headers.etag).replaceAll('"', '');
    await place.store.complete({ key, id }, [{ ...part, etag }]);
    const as = { name: 'Film.mp4', mimeType: 'video/mp4', expiresAt: inTenMinutes() };
    const { body } = await fetch((await place.store.signDownload(key, as)).url);
    let come = 0;
    for await (const bytes of body ?? []) {
      come += bytes.length;
      look();
    }
    expect(come).toBe(size);
    // What was sent on lies about for a while until it is collected; all of it at once would be `size` and more.
    expect(most).toBeLessThan(size * 0.75);
  }, 60_000);

  it('runs nothing that it hands out, and spares whoever has it already', async () => {
    const { key, id, part, url } = await signed(Buffer.from('<script>'));
    const etag = ((await put(url, '<script>')).headers.get('etag') ?? '').replaceAll('"', '');
    await place.store.complete({ key, id }, [{ ...part, etag }]);
    const { url: from } = await place.store.signDownload(key, {
      name: 'a.html',
      mimeType: 'text/html',
      expiresAt: inTenMinutes(),
    });
    const response = await fetch(from);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-disposition': 'attachment; filename=a.html',
      'content-security-policy': `default-src 'none'; sandbox`,
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    });
    const tag = response.headers.get('etag') ?? '';
    expect((await fetch(from, { headers: { 'if-none-match': tag } })).status).toBe(304);
    expect((await fetch(from, { method: 'HEAD' })).headers.get('content-length')).toBe('8');
    const ranged = (ifRange: string) => fetch(from, { headers: { range: 'bytes=1-2', 'if-range': ifRange } });
    expect([(await ranged(tag)).status, (await ranged('"other"')).status]).toEqual([206, 200]);
    expect((await fetch(from.replace('text%2Fhtml', 'text%2Fplain'))).status).toBe(403);
  });

  it('refuses a link without its signature as one that is not allowed', async () => {
    const { key, id, part, url } = await signed(Buffer.from('text'));
    const bare = (link: string) => link.split('?')[0] ?? '';
    expect((await put(bare(url), 'text')).status).toBe(403);
    expect((await put(url.replace(/&signature=[^&]*/, ''), 'text')).status).toBe(403);
    const etag = ((await put(url, 'text')).headers.get('etag') ?? '').replaceAll('"', '');
    await place.store.complete({ key, id }, [{ ...part, etag }]);
    const as = { name: 'a.txt', mimeType: 'text/plain', expiresAt: inTenMinutes() };
    const { url: from } = await place.store.signDownload(key, as);
    expect((await fetch(bare(from))).status).toBe(403);
    expect((await fetch(from)).status).toBe(200);
  });
});
