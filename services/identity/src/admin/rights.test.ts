/** Nobody rises by way of somebody else (OWASP ASVS 5.0, v8.2.1 and v8.3.1). */
import { signUpAs } from '../../test/admins.ts';
import { createClient, type SignedUp, signUp } from '../../test/client.ts';
import { type IdentityStack, person, startIdentity } from '../../test/factories.ts';

const all = {
  user: ['create', 'list', 'set-role', 'ban', 'impersonate', 'delete', 'set-password'],
  session: ['list', 'revoke'],
};
/** Each may do everything that can be done to a user; only the owner may also see the books. */
const roles = { owner: { ...all, books: ['read'] }, support: all, clerk: { user: ['create'] }, user: {} };

let started: IdentityStack;
let base: string;
let support: SignedUp;
beforeAll(async () => {
  started = await startIdentity();
  base = (await started.withOptions({ admin: { roles } })).base;
  support = await signUpAs(started, 'support', base);
});
afterAll(() => started.stop());

type Target = { id: string; token: string };
const acts: [name: string, path: string, body: (target: Target) => object][] = [
  ['impersonating', 'impersonate-user', ({ id }) => ({ userId: id })],
  ['banning', 'ban-user', ({ id }) => ({ userId: id })],
  ['lifting a ban of', 'unban-user', ({ id }) => ({ userId: id })],
  ['giving a role to', 'set-role', ({ id }) => ({ userId: id, role: 'user' })],
  [
    'setting the password of',
    'set-user-password',
    ({ id }) => ({ userId: id, newPassword: 'known to both of us' }),
  ],
  ['listing the sessions of', 'list-user-sessions', ({ id }) => ({ userId: id })],
  ['saying where the sessions are from of', 'user-session-places', ({ id }) => ({ userId: id })],
  ['ending a session of', 'revoke-user-session', ({ token }) => ({ sessionToken: token })],
  ['ending the sessions of', 'revoke-user-sessions', ({ id }) => ({ userId: id })],
  ['deleting', 'remove-user', ({ id }) => ({ userId: id })],
];

const act = (actor: SignedUp, path: string, body: object) =>
  actor.browser.send('POST', `/admin/${path}`, { body });

describe.each(acts)('%s someone', (_name, path, body) => {
  it('is refused towards whoever holds a right that the caller lacks, by any of their roles', async () => {
    const owner = await signUpAs(started, 'user, owner', base);
    const { status, body: answer } = await act(support, path, body(owner));
    expect([status, answer.message]).toEqual([403, expect.stringMatching(/^You are not allowed to /)]);
    const { client } = createClient(base);
    expect((await client.signIn.email({ email: owner.email, password: owner.password })).error).toBeNull();
    expect((await owner.client.getSession()).data?.user).toMatchObject({ id: owner.id, role: 'user, owner' });
  });

  it('is allowed towards equals, and to whoever holds more', async () => {
    const equal = await signUpAs(started, 'clerk,user', base);
    // A browser of their own: impersonating is the last thing that one does here.
    const actor = await signUpAs(started, 'support', base);
    expect((await act(actor, path, body(equal))).status).toBe(200);
    const other = await signUpAs(started, 'support', base);
    const owner = await signUpAs(started, 'owner', base);
    expect((await act(owner, path, body(other))).status).toBe(200);
  });

  it('is refused to a session that an administrator opened as someone else', async () => {
    const actor = await signUpAs(started, 'support', base);
    const other = await signUpAs(started, 'support', base);
    expect((await act(actor, 'impersonate-user', { userId: other.id })).status).toBe(200);
    const ada = await signUp(base);
    expect((await act(actor, path, body(ada))).status).toBe(403);
    expect((await act(actor, 'stop-impersonating', {})).status).toBe(200);
  });
});

describe('users who may do everything', () => {
  it('are out of reach of those who may not, whatever their role is', async () => {
    const root = await signUp(base);
    const admin = { roles: { support: { user: ['ban'] } }, adminUserIds: [root.id] };
    const other = await started.withOptions({ admin });
    const lowly = await signUpAs(started, 'support', other.base);
    expect((await act(lowly, 'ban-user', { userId: root.id })).status).toBe(403);
  });
});

describe('granting', () => {
  const refusal = { status: 403, body: { message: 'You are not allowed to change users role' } };

  it('no role that grants what its giver lacks, alone or among others', async () => {
    const ada = await signUp(base);
    for (const role of ['owner', 'user,owner', ['user', 'owner']])
      expect(await act(support, 'set-role', { userId: ada.id, role })).toMatchObject(refusal);
    expect((await act(support, 'set-role', { userId: support.id, role: 'owner' })).status).toBe(403);
    expect((await act(support, 'set-role', { userId: ada.id, role: 'support' })).status).toBe(200);
  });

  it('none of these to someone new', async () => {
    for (const own of [
      { role: 'owner' },
      { data: { role: 'owner' } },
      { role: 'user', data: { role: 'owner' } },
    ])
      expect(await act(support, 'create-user', { ...person(), ...own })).toMatchObject(refusal);
    expect((await act(support, 'create-user', { ...person(), role: 'support' })).status).toBe(200);
  });
});

describe('administrators without roles of their own', () => {
  it('act on each other as ever', async () => {
    const boss = await signUpAs(started, 'admin');
    const other = await signUpAs(started, 'admin');
    expect((await boss.client.admin.setRole({ userId: other.id, role: 'user' })).error).toBeNull();
    const third = await signUpAs(started, 'admin');
    expect((await boss.client.admin.impersonateUser({ userId: third.id })).error).toBeNull();
  });
});
