import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isOutage } from '@tessera/kit/database/outage';
import { createFolderStore } from './folder.ts';
import { storeFailure, withOutages } from './outages.ts';
import { createS3Store } from './s3.ts';
import { createSigner } from './signing.ts';

const parts: { stop: () => unknown }[] = [];
afterEach(async () => {
  for (const part of parts.splice(0)) await part.stop();
});

const bucketThat = async (answer: RequestListener, requestTimeout?: number) => {
  const server = createServer(answer);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  const settings = { bucket: 'files', region: 'us-east-1', endpoint, forcePathStyle: true, credentials };
  const store = createS3Store({ ...settings, ...(requestTimeout !== undefined && { requestTimeout }) });
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  parts.push({ stop }, { stop: store.close });
  return { store: withOutages(store), stop };
};
const as = { mimeType: 'application/pdf', hasChecksums: true };

describe('a store that is not well', () => {
  it('is an outage where a bucket answers 500 or 503', async () => {
    const { store } = await bucketThat((_req, res) => void res.writeHead(503).end());
    const error = await store.begin('key', as).catch((error: unknown) => error);
    expect(isOutage(error)).toBe(true);
    expect(isOutage(await store.read('key').catch((error: unknown) => error))).toBe(true);
  });

  it('is an outage where a bucket does not answer, and is not waited for', async () => {
    const { store } = await bucketThat(() => undefined, 100);
    expect(isOutage(await store.put('key', Buffer.from('x'), 'text/plain').catch((e: unknown) => e))).toBe(
      true,
    );
  });

  it('is an outage where a bucket is away', async () => {
    const { store, stop } = await bucketThat(() => undefined);
    stop();
    expect(isOutage(await store.remove('key').catch((error: unknown) => error))).toBe(true);
  });

  it('is an outage where a folder cannot be written', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tessera-outage-'));
    parts.push({ stop: () => rm(folder, { recursive: true }) });
    const root = join(folder, 'file');
    await writeFile(root, '');
    const signer = createSigner(async () => Buffer.from('a key of this test alone, and of nothing else'));
    const store = withOutages(createFolderStore({ root, url: 'http://x', signer, now: () => new Date() }));
    expect(isOutage(await store.begin('key', as).catch((error: unknown) => error))).toBe(true);
  });

  it('says that there is no room, and leaves other failures alone', () => {
    const coded = (code: string) => Object.assign(new Error(code), { code });
    expect(storeFailure(coded('ENOSPC'))).toMatchObject({ status: 507 });
    for (const error of [coded('EMFILE'), 'x', null]) expect(storeFailure(error)).toBe(error);
  });
});
