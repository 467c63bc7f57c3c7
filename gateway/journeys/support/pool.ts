/**
 * A pool of systems for journeys without special needs, which reuse the system that another journey returned. Jest
 * starts the pool before the workers; each worker uses one system at a time, exclusively.
 */
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { type System, startSystem } from '@tessera/local/system/system';
import { keepForTeardown } from '@tessera/local/testing/jest-teardown';
import { makeTestFolder, openTestFolder } from '@tessera/local/testing/test-folder';
import { lowPasswordCost } from './system.ts';

type Shared = { system: System; dataDir: string; isWebServed: boolean };

const create = async (folder: string, isWebServed: boolean): Promise<Shared> => {
  const dataDir = makeTestFolder('tessera-shared-', folder);
  const system = await startSystem({ dataDir, isDurable: false, isWebServed, env: lowPasswordCost });
  return { system, dataDir, isWebServed };
};

const end = async ({ system, dataDir }: Shared): Promise<void> => {
  await system.stop();
  await rm(dataDir, { recursive: true, force: true });
};

/** Resets the clock and the inbox for the next journey. Returns whether that worked, so the system is reusable. */
const reset = async ({ system: { url } }: Shared): Promise<boolean> => {
  const clock = {
    method: 'POST',
    body: '{"offsetSeconds":0}',
    headers: { 'content-type': 'application/json' },
  };
  const answers = await Promise.all([
    fetch(`${url}/api/dev/clock`, clock),
    fetch(`${url}/api/dev/mail`, { method: 'DELETE' }),
  ]).catch(() => []);
  return answers.length > 0 && answers.every(({ ok }) => ok);
};

const createPool = (folder: string) => {
  const all = new Map<string, Shared>();
  const free: Shared[] = [];
  return {
    take: async ({ isWebServed }: { isWebServed: boolean }): Promise<Pick<System, 'url' | 'urls'>> => {
      const fit = free.findIndex((shared) => shared.isWebServed || !isWebServed);
      const [shared = await create(folder, isWebServed)] = fit === -1 ? [] : free.splice(fit, 1);
      const { url, urls } = shared.system;
      all.set(url, shared);
      return { url, urls };
    },
    giveBack: async ({ url }: { url: string }): Promise<null> => {
      const shared = all.get(url);
      if (shared && (await reset(shared))) free.push(shared);
      return null;
    },
    stop: async (): Promise<void> => void (await Promise.all([...all.values()].map(end))),
  };
};

export default async function setUp(): Promise<void> {
  const folder = openTestFolder();
  const pool = createPool(folder);
  const answer = async (req: IncomingMessage): Promise<unknown> => {
    const body = await json(req);
    return req.url === '/take'
      ? pool.take(body as { isWebServed: boolean })
      : pool.giveBack(body as { url: string });
  };
  const server = createServer((req, res) => {
    answer(req).then(
      (reply) => res.end(JSON.stringify(reply)),
      (error: unknown) => res.writeHead(500).end(String(error)),
    );
  });
  // Starting a system takes long.
  server.requestTimeout = 0;
  // Loading a test file blocks a worker for seconds. It would not see that an idle connection was closed, and use it.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env['JOURNEY_POOL'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  keepForTeardown(async () => {
    server.closeAllConnections();
    server.close();
    await pool.stop();
    await rm(folder, { recursive: true, force: true });
  });
}
