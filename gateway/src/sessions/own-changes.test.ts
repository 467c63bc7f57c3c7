import { eventually } from '@tessera/kit/test/eventually';
import { askSession, type SessionRecord } from '@tessera/proto/api/asks';
import { type GatewayStack, makeSession, startGateway } from '../../test/stack.ts';

let stack: GatewayStack;
/** What identity would say; a session that Redis has is asked of nobody. */
const owned = new Map<string, SessionRecord>();
const asked: string[] = [];
let isOwnerAway = false;
beforeAll(async () => {
  stack = await startGateway();
  await stack.owner.answer(askSession, ({ token }) => {
    asked.push(token);
    return isOwnerAway ? Promise.reject(new Error('away')) : Promise.resolve(owned.get(token) ?? null);
  });
  // The first request of a process may be refused on a busy machine: Redis did not answer in time.
  await eventually(warm);
}, 30_000);
afterAll(() => stack.stop());
beforeEach(() => {
  asked.splice(0);
  isOwnerAway = false;
});

/** Signed in, and known to the gateway. */
const warm = async () => {
  const session = makeSession({ expiresAt: new Date(Date.now() + 7 * 86_400_000) });
  await stack.store.set(session.key, JSON.stringify(session.record));
  expect(await organizationOf(session.cookie)).toBe('organization-1');
  return session;
};
const organizationOf = async (cookie: string): Promise<string | undefined> => {
  const response = await fetch(`${stack.url}/api/auth/get-session`, { headers: { cookie } });
  const record = (await response.json()) as { session: { activeOrganizationId: string } } | null;
  return record?.session.activeOrganizationId;
};
const post = (path: string, cookie: string) =>
  fetch(`${stack.url}/api/auth/organization/${path}`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', origin: 'http://localhost:3000' },
    body: '{}',
  });
const withOrganization = ({ session, user }: SessionRecord, activeOrganizationId: string): SessionRecord => ({
  session: { ...session, activeOrganizationId },
  user,
});

describe('a session that its own request has changed', () => {
  it('is asked of its owner while Redis has not told of the change, and read from Redis once it has', async () => {
    const { record, cookie, key } = await warm();
    const { token } = record.session;
    owned.set(token, withOrganization(record, 'organization-2'));
    expect((await post('set-active', cookie)).status).toBe(200);
    expect(await organizationOf(cookie)).toBe('organization-2');
    expect(asked).toEqual([token]);
    await stack.store.set(key, JSON.stringify(withOrganization(record, 'organization-3')));
    await eventually(async () => expect(await organizationOf(cookie)).toBe('organization-3'));
    asked.splice(0);
    await organizationOf(cookie);
    expect(asked).toEqual([]);
  });

  it('is what Redis says while its owner is away', async () => {
    const { cookie } = await warm();
    isOwnerAway = true;
    expect((await post('set-active', cookie)).status).toBe(200);
    expect(await organizationOf(cookie)).toBe('organization-1');
    expect(asked).toHaveLength(1);
  });

  it('is believed as before where a read sets the browser’s copy anew', async () => {
    const { record, cookie } = await warm();
    owned.set(record.session.token, withOrganization(record, 'organization-2'));
    const response = await fetch(`${stack.url}/api/auth/organization/set-active`, { headers: { cookie } });
    expect([response.status, response.headers.has('set-cookie')]).toEqual([200, true]);
    expect(await organizationOf(cookie)).toBe('organization-1');
    expect(asked).toEqual([]);
  });

  it('is believed as before where the answer sets no cookie', async () => {
    const { record, cookie } = await warm();
    owned.set(record.session.token, withOrganization(record, 'organization-2'));
    expect((await post('has-permission', cookie)).status).toBe(200);
    expect(await organizationOf(cookie)).toBe('organization-1');
    expect(asked).toEqual([]);
  });
});
