/** The real process, with providers configured as an operator does it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '@tessera/kit/test/eventually';
import { type Stack, startStack } from '@tessera/kit/test/stack';
import { freePort } from '@tessera/local/processes/ports';
import { compileCache } from '@tessera/local/system/system-processes';
import { createBrowser } from '../test/browser.ts';
import { encryptionKeys, secret } from '../test/factories.ts';
import { type FakeProvider, startFakeProvider } from '../test/fake-provider.ts';
import { locationOf, stranger } from '../test/social.ts';
import { entities } from './app.ts';
import { migrations } from './migrations/all.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

let stack: Stack;
let fake: FakeProvider;
let folder: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  stack = await startStack({ service: 'identity', entities, migrations, redis: true });
  fake = await startFakeProvider();
  folder = await mkdtemp(join(tmpdir(), 'tessera-identity-'));
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await stack.stop();
  await fake.stop();
  await rm(folder, { recursive: true, force: true });
});

const start = async (port: number, identity: object, more: Record<string, string> = {}) => {
  const file = join(folder, `options-${port}.json`);
  await writeFile(file, JSON.stringify({ identity }));
  const env = {
    PATH: process.env['PATH'] ?? '',
    ...compileCache(),
    TESSERA_MODE: 'production',
    PORT: String(port),
    PUBLIC_URL: 'http://localhost:3000',
    DATABASE_URL: stack.databaseUrl,
    NATS_URL: stack.natsUrl,
    REDIS_URL: stack.redisUrl,
    SMTP_URL: 'smtp://127.0.0.1:1',
    PASSPORT_PUBLIC_KEY: stack.passportPublicKey,
    TESSERA_SECRET: secret,
    ENCRYPTION_KEYS: encryptionKeys,
    TESSERA_CONFIG: file,
    ...more,
  };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  return { child, output: () => output, exited: once(child, 'exit') as Promise<[number | null]> };
};

describe('the process', () => {
  it('signs people in elsewhere, says nothing secret, and stops cleanly', async () => {
    const port = await freePort();
    const google = { clientId: 'the-id', clientSecret: 'the-secret', endpoints: fake.endpoints };
    const { child, output, exited } = await start(port, { socialProviders: { google } });
    const ready = async () => expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200);
    await eventually(ready);
    const browser = createBrowser(`http://127.0.0.1:${port}/api/auth`);
    const grace = stranger();
    const idToken = await fake.sign({ aud: 'the-id', ...grace });
    fake.answer('/token', { access_token: 'plain-access', id_token: idToken, expires_in: 60 });
    const body = { provider: 'google', callbackURL: '/home' };
    const { body: reply } = await browser.send('POST', '/sign-in/social', { body });
    const state = new URL(reply.url).searchParams.get('state') ?? '';
    expect(locationOf(await browser.send('GET', `/callback/google?code=the-code&state=${state}`))).toBe(
      '/home',
    );
    const { user } = (await browser.send('GET', '/get-session')).body;
    expect(user.email).toBe(grace.email.toLowerCase());
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    for (const word of ['the-secret', 'the-code', 'plain-access', state])
      expect(output()).not.toContain(word);
  }, 60_000);

  it.each([
    [{ socialProviders: { google: { clientId: 'a' } } }, {}, 'identity.socialProviders.google.clientSecret'],
    [{ socialProviders: { myspace: {} } }, {}, 'identity.socialProviders.myspace: unknown key'],
    [{}, { ENCRYPTION_KEYS: '' }, 'ENCRYPTION_KEYS'],
    [{}, { PASSWORD_COST: '16' }, 'PASSWORD_COST: may be other than 16384 in development mode alone'],
    [{}, { PASSWORD_COST: '1000' }, 'PASSWORD_COST: must be a power of two'],
  ])(
    'does not start with %j and %j, and names the key',
    async (options, env, named) => {
      const { exited, output } = await start(await freePort(), options, env as Record<string, string>);
      expect(await exited).toEqual([1, null]);
      expect(output()).toContain(named);
    },
    60_000,
  );
});
