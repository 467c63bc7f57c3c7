import { userBanned, userDeleted, userUnbanned } from '@tessera/proto/events/identity';
import { signUpAs } from '../../test/admins.ts';
import { createClient, signUp } from '../../test/client.ts';
import { countSessions, type IdentityStack, person, startIdentity } from '../../test/factories.ts';

let started: IdentityStack;
beforeAll(async () => {
  started = await startIdentity();
});
afterAll(() => started.stop());

type Agent = Awaited<ReturnType<typeof signUp>>;
const signIn = ({ email, password }: { email: string; password: string }, base = started.base) =>
  createClient(base).client.signIn.email({ email, password });

describe('what administrators may do', () => {
  const calls: [string, string, (agent: Agent) => Promise<{ error: unknown }>][] = [
    [
      'set-role',
      'change users role',
      ({ client, id }) => client.admin.setRole({ userId: id, role: 'admin' }),
    ],
    ['create-user', 'create users', ({ client }) => client.admin.createUser({ ...person(), role: 'user' })],
    ['list-users', 'list users', ({ client }) => client.admin.listUsers({ query: {} })],
    [
      'list-user-sessions',
      'list users sessions',
      ({ client, id }) => client.admin.listUserSessions({ userId: id }),
    ],
    ['ban-user', 'ban users', ({ client, id }) => client.admin.banUser({ userId: id })],
    ['unban-user', 'ban users', ({ client, id }) => client.admin.unbanUser({ userId: id })],
    [
      'impersonate-user',
      'impersonate users',
      ({ client, id }) => client.admin.impersonateUser({ userId: id }),
    ],
    [
      'revoke-user-session',
      'revoke users sessions',
      ({ client, token }) => client.admin.revokeUserSession({ sessionToken: token }),
    ],
    [
      'revoke-user-sessions',
      'revoke users sessions',
      ({ client, id }) => client.admin.revokeUserSessions({ userId: id }),
    ],
    ['remove-user', 'delete users', ({ client, id }) => client.admin.removeUser({ userId: id })],
    [
      'set-user-password',
      'set users password',
      ({ client, id }) => client.admin.setUserPassword({ userId: id, newPassword: 'long enough' }),
    ],
  ];

  it.each(calls)('%s is refused to others, and to nobody', async (_name, words, call) => {
    const ada = await signUp(started.base);
    const message = `You are not allowed to ${words}`;
    const code = message.toUpperCase().replaceAll(' ', '_');
    expect((await call(ada)).error).toEqual({ status: 403, statusText: 'Forbidden', code, message });
    const nobody = { ...ada, ...createClient(started.base) };
    expect((await call(nobody)).error).toEqual({ status: 401, statusText: 'Unauthorized' });
  });
});

describe('set-role', () => {
  it('gives one role or several, at once', async () => {
    const admin = await signUpAs(started, 'admin');
    const ada = await signUp(started.base);
    const one = await admin.client.admin.setRole({ userId: ada.id, role: 'admin' });
    expect(one.data?.user).toMatchObject({ id: ada.id, role: 'admin' });
    expect((await ada.client.admin.listUsers({ query: { limit: 1 } })).data?.users).toHaveLength(1);
    const body = { userId: ada.id, role: ['user', 'support'] };
    const several = await admin.browser.send('POST', '/admin/set-role', { body });
    expect(several.body.user.role).toBe('user,support');
    const none = await admin.client.admin.setRole({ userId: 'unknown', role: 'admin' });
    expect(none.data).toEqual({ user: null });
    expect((await admin.browser.send('POST', '/admin/set-role', { body: {} })).body.code).toBe(
      'VALIDATION_ERROR',
    );
  });
});

describe('create-user', () => {
  it('adds someone who can sign in, without a session', async () => {
    const admin = await signUpAs(started, 'admin');
    const someone = person();
    const { data } = await admin.client.admin.createUser({
      ...someone,
      role: 'admin',
      data: { emailVerified: true, image: 'https://example.com/a.png' },
    });
    expect(data?.user).toMatchObject({ email: someone.email, role: 'admin', emailVerified: true });
    expect((await signIn(someone)).data?.user.email).toBe(someone.email);
    const again = await admin.client.admin.createUser({ ...someone, role: 'user' });
    expect(again.error).toMatchObject({ status: 400, code: 'USER_ALREADY_EXISTS' });
  });

  it('adds one of several with the same address, sent at once', async () => {
    const admin = await signUpAs(started, 'admin');
    const someone = person();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => admin.client.admin.createUser({ ...someone, role: 'user' })),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    expect(answers.flatMap(({ error }) => error?.status ?? [])).toEqual([400, 400, 400]);
    expect(answers.flatMap(({ error }) => error?.code ?? [])).toEqual(
      Array.from({ length: 3 }, () => 'USER_ALREADY_EXISTS'),
    );
  });

  it('lets data stand above the other fields', async () => {
    const admin = await signUpAs(started, 'admin');
    const other = `Other-${person().email}`;
    const banExpires = '2099-01-01T00:00:00.000Z';
    const body = { ...person(), data: { email: other, name: 'Other', banned: true, banExpires } };
    const { user } = (await admin.browser.send('POST', '/admin/create-user', { body })).body;
    expect(user).toMatchObject({ email: other.toLowerCase(), name: 'Other', banned: true, banExpires });
    expect((await admin.browser.send('POST', '/admin/create-user', { body })).body.code).toBe(
      'USER_ALREADY_EXISTS',
    );
  });

  it('keeps a username lower-cased, and shows no other name for it than is given', async () => {
    const admin = await signUpAs(started, 'admin');
    const create = async (data: Record<string, unknown>) =>
      (await admin.client.admin.createUser({ ...person(), role: 'user', data })).data?.user;
    expect(await create({ username: 'Made_By_Admin' })).toMatchObject({
      username: 'made_by_admin',
      displayUsername: null,
    });
    expect(await create({ username: 'Made_Too', displayUsername: 'Made, too' })).toMatchObject({
      username: 'made_too',
      displayUsername: 'Made, too',
    });
  });

  it('gives no role that its caller may not give', async () => {
    const { base } = await started.withOptions({
      admin: { roles: { clerk: { user: ['create'] }, user: {} } },
    });
    const clerk = await signUpAs(started, 'clerk', base);
    const refused = await clerk.client.admin.createUser({ ...person(), role: 'clerk' as 'admin' });
    expect(refused.error).toMatchObject({ status: 403, message: 'You are not allowed to change users role' });
    expect((await clerk.client.admin.createUser({ ...person(), role: 'user' })).error).toBeNull();
  });
});

describe('ban-user', () => {
  it('ends every session at once, and lets nobody sign in', async () => {
    const admin = await signUpAs(started, 'admin');
    const ada = await signUp(started.base, { username: 'banned_ada' });
    const { data } = await admin.client.admin.banUser({ userId: ada.id, banReason: 'Spam' });
    expect(data?.user).toMatchObject({ banned: true, banReason: 'Spam', banExpires: null });
    expect(await countSessions(started, ada.token)).toBe(0);
    expect(await started.identity.sessionCache.find(ada.token)).toBeNull();
    expect((await ada.client.listSessions()).error?.status).toBe(401);
    const emitted = await started.stack.events.next(userBanned, ({ userId }) => userId === ada.id);
    expect(emitted.reason).toBe('Spam');

    const message =
      'You have been banned from this application. Please contact support if you believe this is an error.';
    const refusal = { status: 403, statusText: 'Forbidden', code: 'BANNED_USER', message };
    expect((await signIn(ada)).error).toEqual(refusal);
    expect((await signIn({ ...ada, password: 'wrong' })).error?.status).toBe(401);
    const { client } = createClient(started.base);
    const byName = await client.signIn.username({ username: 'banned_ada', password: ada.password });
    expect(byName.error).toEqual(refusal);
    expect((await admin.client.admin.impersonateUser({ userId: ada.id })).error).toEqual(refusal);
  });

  it('runs out by the clock: the ban is lifted when the user comes back', async () => {
    const admin = await signUpAs(started, 'admin');
    const ada = await signUp(started.base);
    const before = started.stack.clock.now();
    const { data } = await admin.client.admin.banUser({ userId: ada.id, banExpiresIn: 60 });
    expect(data?.user).toMatchObject({ banReason: 'No reason' });
    expect(data?.user.banExpires).toEqual(new Date(before.getTime() + 60_000));
    started.stack.clock.advance(59);
    expect((await signIn(ada)).error?.code).toBe('BANNED_USER');
    started.stack.clock.advance(1);
    expect((await signIn(ada)).error).toBeNull();
    const [row] = await started.stack.db.query('SELECT banned, ban_reason FROM users WHERE id = $1', [
      ada.id,
    ]);
    expect(row).toEqual({ banned: false, ban_reason: null });
    await started.stack.events.next(userUnbanned, ({ userId }) => userId === ada.id);
    started.stack.clock.set(before);
  });

  it('is lifted by unban-user, and cannot hit oneself or nobody', async () => {
    const admin = await signUpAs(started, 'admin');
    const ada = await signUp(started.base);
    await admin.client.admin.banUser({ userId: ada.id });
    const { data } = await admin.client.admin.unbanUser({ userId: ada.id });
    expect(data?.user).toMatchObject({ banned: false, banReason: null, banExpires: null });
    expect((await signIn(ada)).error).toBeNull();
    for (const userId of [admin.id, admin.id.toUpperCase()]) {
      const own = await admin.client.admin.banUser({ userId });
      expect(own.error).toMatchObject({ status: 400, code: 'YOU_CANNOT_BAN_YOURSELF' });
    }
    expect((await admin.client.admin.banUser({ userId: 'unknown' })).data).toEqual({ user: null });
    expect((await admin.client.admin.unbanUser({ userId: 'unknown' })).data).toEqual({ user: null });
  });

  it('follows the options: reason, duration and words', async () => {
    const admin = { defaultBanReason: 'House rules', defaultBanExpiresIn: 10, bannedUserMessage: 'Out.' };
    const { base } = await started.withOptions({ admin });
    const boss = await signUpAs(started, 'admin', base);
    const ada = await signUp(base);
    const { data } = await boss.client.admin.banUser({ userId: ada.id });
    expect(data?.user).toMatchObject({ banReason: 'House rules', banExpires: expect.any(Date) });
    expect((await signIn(ada, base)).error).toMatchObject({ code: 'BANNED_USER', message: 'Out.' });
  });

  it('and visits at the same moment do not wait for each other', async () => {
    const admin = await signUpAs(started, 'admin');
    for (let round = 0; round < 3; round += 1) {
      const ada = await signUp(started.base);
      await started.identity.sessionCache.write(ada.token, null, 0);
      const query = { disableCookieCache: true };
      const visits = Array.from({ length: 6 }, () => ada.client.getSession({ query }));
      const [ban, ...answers] = await Promise.all([
        admin.client.admin.banUser({ userId: ada.id }),
        ...visits,
      ]);
      expect([ban.error, ...answers.map(({ error }) => error)]).toEqual(Array(7).fill(null));
    }
  });

  it('and a sign-in at the same moment leave no session behind', async () => {
    const admin = await signUpAs(started, 'admin');
    const ada = await signUp(started.base);
    await Promise.all([
      signIn(ada),
      signIn(ada),
      admin.client.admin.banUser({ userId: ada.id }),
      signIn(ada),
    ]);
    const rows = await started.stack.db.query('SELECT 1 FROM sessions WHERE user_id = $1', [ada.id]);
    expect(rows).toEqual([]);
  });
});

describe('remove-user, set-user-password and the sessions of others', () => {
  it('deletes a user with all sessions', async () => {
    const admin = await signUpAs(started, 'admin');
    const ada = await signUp(started.base);
    expect((await admin.client.admin.removeUser({ userId: ada.id })).data).toEqual({ success: true });
    expect((await admin.client.admin.removeUser({ userId: ada.id })).data).toEqual({ success: true });
    expect(await countSessions(started, ada.token)).toBe(0);
    expect((await signIn(ada)).error?.status).toBe(401);
  });

  it('sets a password', async () => {
    const admin = await signUpAs(started, 'admin');
    const ada = await signUp(started.base);
    const { data } = await admin.client.admin.setUserPassword({ userId: ada.id, newPassword: 'abc' });
    expect(data).toEqual({ status: true });
    expect((await signIn({ ...ada, password: 'abc' })).error).toBeNull();
  });

  it('tells of a user by their own id, however it was spelt', async () => {
    const admin = await signUpAs(started, 'admin');
    const ada = await signUp(started.base);
    await admin.client.admin.removeUser({ userId: ada.id.toUpperCase() });
    const { userId } = await started.stack.events.next(userDeleted, ({ email }) => email === ada.email);
    expect(userId).toBe(ada.id);
  });

  it('lists and ends sessions', async () => {
    const admin = await signUpAs(started, 'admin');
    const ada = await signUp(started.base);
    const second = await signIn(ada);
    const { data } = await admin.client.admin.listUserSessions({ userId: ada.id });
    expect(data?.sessions.map(({ token }) => token)).toEqual([ada.token, second.data?.token]);
    const one = await admin.client.admin.revokeUserSession({ sessionToken: ada.token });
    expect(one.data).toEqual({ success: true });
    expect(await countSessions(started, ada.token)).toBe(0);
    await admin.client.admin.revokeUserSessions({ userId: ada.id });
    expect((await admin.client.admin.listUserSessions({ userId: ada.id })).data).toEqual({ sessions: [] });
    expect((await admin.client.admin.revokeUserSession({ sessionToken: 'x' })).data).toEqual({
      success: true,
    });
  });
});
