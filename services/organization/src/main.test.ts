/** The service as a process of its own: starts, says what it serves, stops when told, refuses what it cannot work with. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '@tessera/kit/test/eventually';
import { type Stack, startStack } from '@tessera/kit/test/stack';
import { freePort } from '@tessera/local/processes/ports';
import { compileCache } from '@tessera/local/system/system-processes';
import { entities } from './app.ts';
import { migrations } from './migrations/all.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
let stack: Stack;
let dir: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  stack = await startStack({ service: 'organization', entities, migrations, redis: true });
  dir = await mkdtemp(join(tmpdir(), 'tessera-organization-'));
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await stack.stop();
  await rm(dir, { recursive: true });
});

const start = async (env: Record<string, string> = {}) => {
  const port = await freePort();
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'],
      ...compileCache(),
      PORT: String(port),
      PUBLIC_URL: 'http://localhost:3000',
      DATABASE_URL: stack.databaseUrl,
      REDIS_URL: stack.redisUrl,
      ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 5).toString('base64')}`,
      SMTP_URL: 'smtp://127.0.0.1:1',
      NATS_URL: stack.natsUrl,
      PASSPORT_PUBLIC_KEY: stack.passportPublicKey,
      TESSERA_MODE: 'development',
      ...env,
    },
  });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, exit, base: `http://127.0.0.1:${port}`, output: () => output };
};

describe('the organization process', () => {
  it('becomes ready, describes both of its APIs and exits 0 when told to stop', async () => {
    const { child, exit, base } = await start();
    await eventually(async () => expect((await fetch(`${base}/ready`)).status).toBe(200));
    const { paths } = (await (await fetch(`${base}/internal/openapi.json`)).json()) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(routes.toSorted()).toEqual([
      'delete /api/billing/v1/oauth2/consents/{id}',
      'delete /api/billing/v1/oauth2/register/{client_id}',
      'delete /api/billing/v1/organization-access-tokens/{id}',
      'get /api/auth/organization/get-active-member',
      'get /api/auth/organization/get-full-organization',
      'get /api/auth/organization/get-invitation',
      'get /api/auth/organization/invitation-state',
      'get /api/auth/organization/invitations',
      'get /api/auth/organization/list',
      'get /api/auth/organization/list-invitations',
      'get /api/auth/organization/members',
      'get /api/auth/organization/own-membership',
      'get /api/billing/v1/oauth2/',
      'get /api/billing/v1/oauth2/authorize',
      'get /api/billing/v1/oauth2/consents/',
      'get /api/billing/v1/oauth2/register/{client_id}',
      'get /api/billing/v1/oauth2/userinfo',
      'get /api/billing/v1/organization-access-tokens/',
      'get /api/billing/v1/organizations/',
      'get /api/billing/v1/organizations/{id}',
      'patch /api/billing/v1/organization-access-tokens/{id}',
      'patch /api/billing/v1/organizations/{id}',
      'post /api/auth/organization/accept-invitation',
      'post /api/auth/organization/cancel-invitation',
      'post /api/auth/organization/check-slug',
      'post /api/auth/organization/create',
      'post /api/auth/organization/delete',
      'post /api/auth/organization/has-permission',
      'post /api/auth/organization/invite-member',
      'post /api/auth/organization/leave',
      'post /api/auth/organization/reject-invitation',
      'post /api/auth/organization/remove-member',
      'post /api/auth/organization/set-active',
      'post /api/auth/organization/update',
      'post /api/auth/organization/update-member-role',
      'post /api/billing/v1/oauth2/authorization',
      'post /api/billing/v1/oauth2/consent',
      'post /api/billing/v1/oauth2/introspect',
      'post /api/billing/v1/oauth2/register',
      'post /api/billing/v1/oauth2/register/{client_id}/client-secret',
      'post /api/billing/v1/oauth2/revoke',
      'post /api/billing/v1/oauth2/token',
      'post /api/billing/v1/oauth2/userinfo',
      'post /api/billing/v1/organization-access-tokens/',
      'post /api/billing/v1/organizations/',
      'put /api/billing/v1/oauth2/register/{client_id}',
    ]);
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
  });

  it('refuses options it does not know, naming the key', async () => {
    const file = join(dir, 'options.json');
    await writeFile(file, JSON.stringify({ organization: { creatorRoll: 'owner' } }));
    const { exit, output } = await start({ TESSERA_CONFIG: file });
    expect(await exit).toBe(1);
    expect(output()).toContain('organization.creatorRoll: unknown key');
  });

  it('becomes ready while Redis is away, which holds copies alone', async () => {
    const { base } = await start({ REDIS_URL: 'redis://127.0.0.1:1' });
    await eventually(async () => {
      const reply = await fetch(`${base}/ready`);
      expect([reply.status, await reply.json()]).toEqual([200, { status: 'ready', failing: [] }]);
    });
  });

  it('refuses to start without Redis’ address', async () => {
    const { exit, output } = await start({ REDIS_URL: '' });
    expect(await exit).toBe(1);
    expect(output()).toContain('REDIS_URL');
  });
});
