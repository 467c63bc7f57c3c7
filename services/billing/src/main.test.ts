import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@tessera/kit/test/client';
import { eventually } from '@tessera/kit/test/eventually';
import { type Stack, startStack } from '@tessera/kit/test/stack';
import { freePort } from '@tessera/local/ports';
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

  const ready = (port: number) =>
    eventually(async () => expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200));

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

  it('does not start with an option that it does not know, and names it', async () => {
    const file = join(folder, 'options.json');
    await writeFile(file, JSON.stringify({ billing: { currencyy: 'usd' } }));
    const { exited, output } = start(await freePort(), { TESSERA_CONFIG: file });
    expect(await exited).toEqual([1, null]);
    expect(output()).toContain('billing.currencyy: unknown key');
  }, 30_000);
});
