/** `TESSERA_MODE=production npm start`, as an operator runs it: it sells once test cards are asked for, and ends whole. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@tessera/kit/test/eventually';
import { createApiClient } from '@tessera/local/demo/api-client';
import { waitUntilGone } from '@tessera/local/processes/ownership';
import { freePort } from '@tessera/local/processes/ports';
import type { ProcessIdentity } from '@tessera/local/processes/tether';
import { root } from '@tessera/local/system/system-processes';
import { openBrowser, openWindow } from './support/browser.ts';

const starting = 120_000;
const folders: string[] = [];
const running: ChildProcess[] = [];

afterEach(async () => {
  for (const child of running.splice(0)) {
    child.kill('SIGTERM');
    await eventually(() => {
      if (child.exitCode === null && child.signalCode === null) throw new Error('still running');
    });
  }
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

const npmStart = async (args: string[], environment: NodeJS.ProcessEnv = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tessera-production-'));
  folders.push(dataDir);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const { DATABASE_URL: _, REDIS_URL: __, NATS_URL: ___, ...own } = process.env;
  const child = spawn(
    process.execPath,
    [join(root, 'deploy/local/src/start.ts'), '--port', `${port}`, '--data', dataDir, ...args],
    { cwd: root, env: { ...own, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  return {
    child,
    url,
    dataDir,
    output: () => output,
    ready: () =>
      eventually(() => {
        if (child.exitCode !== null) throw new Error(output);
        expect(output).toContain(`Tessera is ready at ${url}`);
      }, starting),
  };
};

type Made = { id: string };

/** Signs up, makes an organization and a product, and opens a checkout. */
const openShop = async (url: string) => {
  const { call } = createApiClient(url, url);
  const email = 'ada@example.com';
  await call('POST', '/api/auth/sign-up/email', { name: 'Ada', email, password: 'correct horse battery' });
  const { id } = await call<Made>('POST', '/api/auth/organization/create', { name: 'Shop', slug: 'shop' });
  const product = await call<Made>('POST', '/api/billing/v1/products/', {
    name: 'Book',
    recurring_interval: null,
    prices: [{ amount_type: 'fixed', price_amount: 1_700 }],
    organization_id: id,
  });
  const checkout = await call<{ client_secret: string }>('POST', '/api/billing/v1/checkouts/', {
    products: [product.id],
  });
  return `/api/billing/v1/checkouts/client/${checkout.client_secret}`;
};

const buyer = {
  customer_email: 'grace@example.com',
  customer_name: 'Grace Buyer',
  customer_billing_address: { country: 'FR' },
  confirmation_token_id: 'tok_success',
};

describe('npm start in production mode', () => {
  it('signs people up, sells with test cards where they are asked for, and says so on every page', async () => {
    const started = await npmStart(['--sandbox'], { TESSERA_MODE: 'production' });
    await started.ready();
    expect(started.output()).toContain('Test cards are taken in place of money');
    const { url } = started;
    const path = await openShop(url);
    const { call } = createApiClient(url, url);
    await call('POST', `${path}/confirm`, buyer);
    await eventually(async () => {
      expect(await call('GET', path)).toMatchObject({ status: 'succeeded' });
    });
    expect((await fetch(`${url}/api/dev/clock`)).status).toBe(404);
    const browser = await openBrowser();
    try {
      const page = await (await openWindow(browser, url)).newPage();
      for (const place of ['/sign-in', path.replace('/api/billing/v1/checkouts/client', '/checkout')]) {
        await page.goto(place);
        await page.getByText('no money moves', { exact: false }).first().waitFor();
        expect(await page.getByRole('complementary', { name: 'Test mode' }).count()).toBe(1);
      }
    } finally {
      await browser.close();
    }
  });

  it('takes no test card unless it is told to, and tells what to set', async () => {
    const started = await npmStart([], { TESSERA_MODE: 'production' });
    await started.ready();
    expect(started.output()).toMatch(/No payments are taken.*--sandbox/);
    const path = await openShop(started.url);
    const { call } = createApiClient(started.url, started.url);
    await expect(call('POST', `${path}/confirm`, buyer)).rejects.toThrow('cannot take payments yet');
  });
});

describe('npm start', () => {
  it('names what is refused in one line, and starts nothing', async () => {
    const { child, output, dataDir } = await npmStart([], { TESSERA_MODE: 'production', LOG_LEVEL: 'loud' });
    await eventually(() => expect(child.exitCode).toBe(1), starting);
    expect(output()).toMatch(/^environment variable LOG_LEVEL: .*\n$/);
    await expect(readFile(join(dataDir, 'processes.json'))).rejects.toThrow('ENOENT');
  });

  it('leaves nothing behind fifteen seconds after it was killed', async () => {
    const { child, dataDir, ready } = await npmStart([]);
    await ready();
    const note = await readFile(join(dataDir, 'processes.json'), 'utf8');
    const { children } = JSON.parse(note) as { children: ProcessIdentity[] };
    const servers = await Promise.all(
      ['postgres', 'redis', 'nats'].map(async (name) => {
        const text = await readFile(join(dataDir, name, 'server.json'), 'utf8');
        return (JSON.parse(text) as { server: ProcessIdentity }).server;
      }),
    );
    expect(children).toHaveLength(6);
    child.kill('SIGKILL');
    const deadline = performance.now() + 15_000;
    for (const one of [...children, ...servers])
      expect(await waitUntilGone(one, Math.max(0, deadline - performance.now()))).toBe(true);
  });
});
