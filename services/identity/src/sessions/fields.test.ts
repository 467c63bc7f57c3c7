/** Fields that a configuration adds to sessions (contracts/auth.md, sections 2, 3 and 5), wherever a session is shown. */
import { createAuthClient } from 'better-auth/client';
import { inferAdditionalFields } from 'better-auth/client/plugins';
import { signUpAs } from '../../test/admins.ts';
import { signUp } from '../../test/client.ts';
import { type IdentityStack, startIdentity } from '../../test/factories.ts';
import { IdentityOptions } from '../options.ts';
import { renewCachedSessions } from '../session-store/cache-sync.ts';
import { drainCacheQueue } from './sweeper.ts';

const additionalFields = {
  channel: { type: 'string', required: true, defaultValue: 'web' },
  opened: { type: 'date', input: false, defaultValue: 'now' },
  note: { type: 'string' },
  risk: { type: 'number', returned: false, defaultValue: 7 },
} as const;

let started: IdentityStack;
beforeAll(async () => {
  started = await startIdentity({ session: { additionalFields } });
});
afterAll(() => started.stop());

const shown = () => ({ channel: 'web', opened: started.stack.clock.now().toISOString(), note: null });
/** Nobody brings values: what a body says of such a field is left alone. */
const join = () => signUp(started.base, { channel: 'app', risk: 0, note: 'mine' });

it('gives every session the defaults, and shows them from every source unless returned is false', async () => {
  const { browser, token } = await join();
  const fresh = await browser.send('GET', '/get-session?disableCookieCache=true');
  expect(fresh.body.session).toMatchObject({ token, ...shown() });
  expect((await browser.send('GET', '/get-session')).body).toEqual(fresh.body);
  await started.identity.sessionCache.write(token, null, 0);
  expect((await browser.send('GET', '/get-session?disableCookieCache=true')).body).toEqual(fresh.body);
  for (const path of ['/list-sessions', '/multi-session/list-device-sessions'])
    expect((await browser.send('GET', path)).text).toContain('"channel":"web"');
  const cache = Buffer.from(browser.cookies.get('tessera.session_data') ?? '', 'base64url').toString();
  expect(cache).toContain('"channel":"web"');
  expect(fresh.text + cache + (await browser.send('GET', '/list-sessions')).text).not.toContain('"risk"');
  const [row] = await started.stack.db.query('SELECT additional FROM sessions WHERE token = $1', [token]);
  expect(row.additional).toEqual({ channel: 'web', opened: shown().opened, risk: 7 });
});

it('shows them to administrators too, who are someone else with them', async () => {
  const admin = await signUpAs(started, 'admin');
  const ada = await join();
  const { data } = await admin.client.admin.listUserSessions({ userId: ada.id });
  expect(data?.sessions).toEqual([expect.objectContaining({ channel: 'web', note: null })]);
  expect(JSON.stringify(data)).not.toContain('risk');
  const impersonated = await admin.client.admin.impersonateUser({ userId: ada.id });
  expect(impersonated.data?.session).toMatchObject({ channel: 'web' });
});

it('is known to the client by inferAdditionalFields', async () => {
  const { browser } = await join();
  const client = createAuthClient({
    baseURL: started.base,
    plugins: [inferAdditionalFields({ session: { channel: { type: 'string' } } })],
    fetchOptions: { headers: { cookie: browser.header() } },
  });
  const { data } = await client.getSession();
  const channel: string | undefined = data?.session.channel;
  expect(channel).toBe('web');
});

it('shows sessions that are older than a field without a value for it', async () => {
  const { browser, token } = await join();
  const later = await started.withOptions({
    session: { additionalFields: { tier: { type: 'string', defaultValue: 'basic' } } },
  });
  await renewCachedSessions(later.identity);
  await drainCacheQueue(later.identity);
  const cookie = `tessera.session_token=${browser.cookies.get('tessera.session_token') ?? ''}`;
  const answer = await fetch(`${later.base}/get-session`, { headers: { cookie } });
  const { session } = (await answer.json()) as { session: Record<string, unknown> };
  expect(session).toMatchObject({ token, tier: null });
  expect(session).not.toHaveProperty('channel');
});

it.each([
  [{ token: { type: 'string' } }, 'token'],
  [{ a: { type: 'string', required: true } }, 'a.required'],
  [{ a: { type: 'number', defaultValue: 'many' } }, 'a.defaultValue'],
  [{ a: { type: 'string', unique: true } }, 'a'],
  [JSON.parse('{"__proto__": {"type": "string"}}'), '__proto__'],
])('refuses %j and names the key', (fields, path) => {
  const { error } = IdentityOptions.safeParse({ session: { additionalFields: fields } });
  expect(error?.issues[0]?.path.join('.')).toBe(`session.additionalFields.${path}`);
});
