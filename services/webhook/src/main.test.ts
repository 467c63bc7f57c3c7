import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@tessera/kit/test/client';
import { eventually } from '@tessera/kit/test/eventually';
import { foundInOtherCase } from '@tessera/kit/test/paths';
import { type Stack, startStack } from '@tessera/kit/test/stack';
import { freePort } from '@tessera/local/processes/ports';
import { compileCache } from '@tessera/local/system/system-processes';
import { uuidv7 } from 'uuidv7';
import { customerEvent, encryptionKeys, makeToken, startReceiver } from '../test/factories.ts';
import { entities } from './app.ts';
import { migrations } from './migrations/all.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

describe('the process', () => {
  let stack: Stack;
  let folder: string;
  const children: ChildProcess[] = [];
  beforeAll(async () => {
    stack = await startStack({ service: 'webhook', entities, migrations });
    folder = await mkdtemp(join(tmpdir(), 'tessera-webhook-'));
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await stack.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const start = (port: number, more: Record<string, string> = {}) => {
    const env = {
      PATH: process.env['PATH'] ?? '',
      ...compileCache(),
      TESSERA_MODE: 'development',
      PORT: String(port),
      PUBLIC_URL: 'http://localhost:3000',
      DATABASE_URL: stack.databaseUrl,
      NATS_URL: stack.natsUrl,
      PASSPORT_PUBLIC_KEY: stack.passportPublicKey,
      ENCRYPTION_KEYS: encryptionKeys,
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
    eventually(async () => expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200), 60_000);

  it('loses nothing when it is killed in the middle of a delivery, and stops cleanly when asked to', async () => {
    const port = await freePort();
    const send = createClient(stack, `http://127.0.0.1:${port}/api/billing/v1`);
    const receiver = await startReceiver(stack);
    receiver.answer(() => undefined);
    const first = start(port);
    await ready(port);
    const organizationId = uuidv7();
    const as = makeToken(organizationId, 'webhooks:write');
    const body = { url: receiver.url, events: ['customer.created'] };
    expect((await send('POST', '/webhooks/endpoints', { as, body })).status).toBe(201);
    const events = [1, 2, 3].map(() => customerEvent(organizationId));
    for (const event of events) await stack.bus.publish(event);
    await eventually(() => expect(receiver.received).toHaveLength(3));
    first.child.kill('SIGKILL');
    await first.exited;
    expect(await stack.db.query('SELECT 1 FROM attempts')).toEqual([]);

    receiver.answer((_req, res) => void res.end('ok'));
    const next = `next:${Buffer.alloc(32, 9).toString('base64')}`;
    const second = start(port, { ENCRYPTION_KEYS: `${next},${encryptionKeys}` });
    await ready(port);
    await eventually(async () =>
      expect(await stack.db.query('SELECT secret FROM endpoints')).toEqual([
        { secret: expect.stringMatching(/^next\./) },
      ]),
    );
    await eventually(async () =>
      expect(await stack.db.query('SELECT state FROM deliveries')).toEqual(
        Array(3).fill({ state: 'succeeded' }),
      ),
    );
    const ids = receiver.received.slice(3).map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids)).toEqual(new Set(events.map(({ id }) => id)));
    second.child.kill('SIGTERM');
    expect(await second.exited).toEqual([0, null]);
    expect(second.output()).toContain('stopped');
  }, 60_000);

  it('serves and works apart: what one leaves the other does', async () => {
    const [serverPort, workerPort] = [await freePort(), await freePort()];
    const send = createClient(stack, `http://127.0.0.1:${serverPort}/api/billing/v1`);
    const receiver = await startReceiver(stack);
    receiver.answer((_req, res) => void res.end('ok'));
    const server = start(serverPort, { WORKER_MODE: 'server' });
    await ready(serverPort);
    const organizationId = uuidv7();
    const as = makeToken(organizationId, 'webhooks:write', 'webhooks:read');
    const body = { url: receiver.url, events: ['customer.created'] };
    expect((await send('POST', '/webhooks/endpoints', { as, body })).status).toBe(201);
    const event = customerEvent(organizationId);
    await stack.bus.publish(event);

    const worker = start(workerPort, { WORKER_MODE: 'worker' });
    await ready(workerPort);
    expect((await fetch(`http://127.0.0.1:${workerPort}/api/billing/v1/webhooks/endpoints`)).status).toBe(
      404,
    );
    await eventually(() => expect(receiver.received).toHaveLength(1));
    const redelivered = await send('POST', `/webhooks/events/${event.id}/redeliver`, { as });
    expect(redelivered.status).toBe(202);
    await eventually(() => expect(receiver.received).toHaveLength(2));
    for (const { child } of [server, worker]) child.kill('SIGTERM');
    expect(await Promise.all([server.exited, worker.exited])).toEqual(Array(2).fill([0, null]));
  }, 60_000);

  it('does not start with an option that it does not know, and names it', async () => {
    const file = join(folder, 'options.json');
    await writeFile(file, JSON.stringify({ webhook: { allowLoopbak: true } }));
    const { exited, output } = start(await freePort(), { TESSERA_CONFIG: file });
    expect(await exited).toEqual([1, null]);
    expect(output()).toContain('webhook.allowLoopbak: unknown key');
  });

  it('does not reach loopback in production unless an option says so', async () => {
    const port = await freePort();
    const child = start(port, { TESSERA_MODE: 'production' });
    await ready(port);
    const send = createClient(stack, `http://127.0.0.1:${port}/api/billing/v1`);
    const body = { url: 'http://127.0.0.1:4000/', events: ['order.paid'] };
    const reply = await send('POST', '/webhooks/endpoints', {
      as: makeToken(uuidv7(), 'webhooks:write'),
      body,
    });
    expect(reply.status).toBe(422);
    const description = (await (await fetch(`http://127.0.0.1:${port}/internal/openapi.json`)).json()) as {
      paths: Record<string, unknown>;
    };
    expect(Object.keys(description.paths)).toContain('/api/billing/v1/webhooks/endpoints/{id}');
    expect(await foundInOtherCase(`http://127.0.0.1:${port}`)).toEqual([]);
    child.child.kill('SIGINT');
    expect(await child.exited).toEqual([0, null]);
  });
});
