import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@tessera/kit/test/client';
import { eventually } from '@tessera/kit/test/eventually';
import { type Stack, startStack } from '@tessera/kit/test/stack';
import { freePort } from '@tessera/local/processes/ports';
import { compileCache } from '@tessera/local/system/system-processes';
import { customerCreated, customerStateChanged } from '@tessera/proto/events/billing';
import { uuidv7 } from 'uuidv7';
import { tokenOf } from '../test/factories.ts';
import { entities } from './entities.ts';
import { migrations } from './migrations/all.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

describe('the process', () => {
  let stack: Stack;
  let folder: string;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    stack = await startStack({ service: 'billing', entities, migrations });
    folder = await mkdtemp(join(tmpdir(), 'tessera-billing-'));
  });

  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await stack.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const start = (port: number, more: Record<string, string> = {}) => {
    const env = {
      ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
      PATH: process.env['PATH'] ?? '',
      ...compileCache(),
      TESSERA_MODE: 'development',
      PORT: String(port),
      PUBLIC_URL: 'http://localhost:3000',
      DATABASE_URL: stack.databaseUrl,
      NATS_URL: stack.natsUrl,
      PASSPORT_PUBLIC_KEY: stack.passportPublicKey,
      SMTP_URL: 'smtp://127.0.0.1:9',
      ...more,
    };
    const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += String(chunk)));
    return { child, output: () => output, exited: once(child, 'exit') as Promise<[number | null]> };
  };

  /** Longer than other waits: all sources may have to be compiled first, on a busy machine. */
  const ready = (port: number) =>
    eventually(async () => expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200), 120_000);

  it('tells what it committed although it was killed at once, and stops cleanly when asked to', async () => {
    const port = await freePort();
    const send = createClient(stack, `http://127.0.0.1:${port}/api/billing/v1`);
    const first = start(port);
    await ready(port);
    const as = tokenOf(uuidv7(), 'customers:write');
    const { status, body } = await send('POST', '/customers', { as, body: { email: 'grace@example.com' } });
    first.child.kill('SIGKILL');
    await first.exited;
    expect(status).toBe(201);

    const second = start(port);
    await ready(port);
    const emitted = await stack.events.next(customerCreated, ({ customerId }) => customerId === body.id);
    expect(JSON.parse(emitted.snapshot)).toEqual(body);
    const state = await stack.events.next(customerStateChanged, ({ customerId }) => customerId === body.id);
    expect(JSON.parse(state.snapshot)).toMatchObject(body);
    second.child.kill('SIGTERM');
    expect(await second.exited).toEqual([0, null]);
    expect(second.output()).toContain('stopped');
  }, 60_000);

  it('serves and works apart: what one leaves the other does, whichever was killed', async () => {
    const [serverPort, workerPort] = [await freePort(), await freePort()];
    const send = createClient(stack, `http://127.0.0.1:${serverPort}/api/billing/v1`);
    const organizationId = uuidv7();
    await stack.db.query(
      `INSERT INTO organizations (id, name, slug, allow_multiple_subscriptions, is_whole, snapshot, revision)
       VALUES ($1, 'Apart', $2, true, true, '{}', 1)`,
      [organizationId, `apart-${organizationId}`],
    );
    const as = tokenOf(
      organizationId,
      'customers:write',
      'products:write',
      'checkouts:read',
      'checkouts:write',
    );
    const create = async (email: string): Promise<string> => {
      const { status, body } = await send('POST', '/customers', { as, body: { email } });
      expect(status).toBe(201);
      return body.id;
    };
    const told = (id: string) =>
      stack.events.next(customerStateChanged, ({ customerId }) => customerId === id);

    const server = start(serverPort, { WORKER_MODE: 'server' });
    await ready(serverPort);
    const first = await create('first@example.com');
    server.child.kill('SIGTERM');
    expect(await server.exited).toEqual([0, null]);
    const [left] = await stack.db.query('SELECT count(*)::int AS n FROM outbox');
    expect(left.n).toBeGreaterThan(0);
    expect(stack.events.about(first)).toEqual([]);

    const worker = start(workerPort, { WORKER_MODE: 'worker' });
    await ready(workerPort);
    expect(getPriority(worker.child.pid)).toBeGreaterThan(0);
    const refused = await fetch(`http://127.0.0.1:${workerPort}/api/billing/v1/customers`);
    expect(refused.status).toBe(404);
    await told(first);

    const again = start(serverPort, { WORKER_MODE: 'server' });
    await ready(serverPort);
    await told(await create('second@example.com'));
    const product = await send('POST', '/products', {
      as,
      body: {
        name: 'Book',
        recurring_interval: null,
        prices: [{ amount_type: 'fixed', price_amount: 1_000 }],
      },
    });
    const { body: checkout } = await send('POST', '/checkouts', {
      as,
      body: { products: [product.body.id] },
    });
    const confirmed = await send('POST', `/checkouts/client/${checkout.client_secret}/confirm`, {
      body: {
        customer_email: 'buyer@example.com',
        customer_name: 'Buyer',
        customer_billing_address: { country: 'FR' },
        confirmation_token_id: 'tok_success',
      },
    });
    expect(confirmed.status).toBe(200);
    await eventually(async () => {
      const { body } = await send('GET', `/checkouts/${checkout.id}`, { as });
      expect(body.status).toBe('succeeded');
    });

    worker.child.kill('SIGKILL');
    await worker.exited;
    const third = await create('third@example.com');
    const next = start(workerPort, { WORKER_MODE: 'worker' });
    await ready(workerPort);
    await told(third);
    for (const { child } of [again, next]) child.kill('SIGTERM');
    expect(await Promise.all([again.exited, next.exited])).toEqual(Array(2).fill([0, null]));
  }, 120_000);

  it.each([
    [{ FILES_FOLDER: '/proc/files' }, 'FILES_FOLDER'],
    [{ STRIPE_SECRET_KEY: 'sk_test_abcdefghijklmnopqrstuvwxyz' }, 'STRIPE_PUBLISHABLE_KEY'],
    [{ USAGE_STORE: 'clickhouse' }, 'CLICKHOUSE_URL'],
    [{ ENCRYPTION_KEYS: 'test:c2hvcnQ=' }, 'ENCRYPTION_KEYS'],
  ])(
    'names the variable of %j before it waits for its database, let alone changes it',
    async (env, named) => {
      const { exited, output } = start(await freePort(), {
        DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing',
        ...(env as Record<string, string>),
      });
      expect(await exited).toEqual([1, null]);
      expect(output()).toMatch(new RegExp(`environment variables? .*${named}`));
      expect(output()).not.toContain('waiting for the database');
    },
    60_000,
  );

  it('does not start with an option that it does not know, and names it', async () => {
    const file = join(folder, 'options.json');
    await writeFile(file, JSON.stringify({ billing: { currencyy: 'usd' } }));
    const { exited, output } = start(await freePort(), { TESSERA_CONFIG: file });
    expect(await exited).toEqual([1, null]);
    expect(output()).toContain('billing.currencyy: unknown key');
  }, 30_000);
});
