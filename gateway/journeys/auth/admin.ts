/** Administrators and users (contracts/auth.md, section 11). */
import type { Browser } from './browser.ts';
import { fullUser, good, invalidBody, invalidQuery, refusal, refuses } from './expect.ts';
import { type Lab, type Person, password } from './lab.ts';

const banMessage =
  'You have been banned from this application. Please contact support if you believe this is an error.';
const unknown = '00000000-0000-7000-8000-000000000000';

export const describeAdmin = (lab: () => Lab): void => {
  let boss: Browser;
  let ada: Person;
  beforeAll(async () => {
    boss = await lab().boss();
    ada = await lab().someone({ username: `ada.${Date.now()}` });
  });
  const signIn = (own: object = {}) =>
    lab()
      .browser()
      .client.signIn.email({ email: ada.email, password, ...own });

  /** Every route of administrators: a body that is right, and what is refused to whoever is none. */
  const routes: [path: string, body: object, refusal: string][] = [
    ['set-role', { role: 'user' }, 'change users role'],
    ['create-user', { email: 'zed@example.com', password, name: 'Zed' }, 'create users'],
    ['list-user-sessions', {}, 'list users sessions'],
    ['ban-user', {}, 'ban users'],
    ['unban-user', {}, 'ban users'],
    ['impersonate-user', {}, 'impersonate users'],
    ['revoke-user-session', { sessionToken: 'x' }, 'revoke users sessions'],
    ['revoke-user-sessions', {}, 'revoke users sessions'],
    ['remove-user', {}, 'delete users'],
    ['set-user-password', { newPassword: password }, 'set users password'],
  ];
  describe.each(routes)('POST /admin/%s', (name, body, refused) => {
    const path = `/admin/${name}`;
    it('is refused to nobody, to users, and without a body', async () => {
      const asked = { userId: ada.id, ...body };
      expect((await lab().browser().post(path, asked)).error).toEqual(refusal(401, null));
      const answer = await (await lab().resident()).post(path, asked);
      expect(answer.error).toEqual(refusal(403, `You are not allowed to ${refused}`));
      expect((await boss.post(path)).error).toEqual(refusal(400, invalidBody));
      expect((await lab().browser().post(path)).error).toEqual(refusal(400, invalidBody));
    });
  });

  describe('setRole', () => {
    it('gives a role, or several', async () => {
      const asked = { userId: ada.id, role: ['user', 'admin'] as never };
      const { user } = await good(boss.client.admin.setRole(asked));
      expect(user).toEqual(fullUser({ ...someone(), role: 'user,admin' }));
      await good(boss.client.admin.setRole({ userId: ada.id, role: 'user' }));
    });

    it('answers null for nobody', async () => {
      for (const userId of [unknown, 'no id', 5])
        expect(await good(boss.post('/admin/set-role', { userId, role: 'user' }))).toEqual({ user: null });
    });
    const setRole = (body: object) => boss.post('/admin/set-role', body);
    refuses([
      // Upstream takes the missing id for the text "undefined", and leaves a user without any role (section 11).
      ['to guess who is meant', () => setRole({ role: 'user' }), 400, invalidBody],
      ['to take every role away', () => setRole({ userId: ada.id, role: '' }), 400, invalidBody],
    ]);
  });

  const someone = () => ({
    name: ada.name,
    email: ada.email,
    username: expect.any(String),
    displayUsername: expect.any(String),
  });

  describe('createUser', () => {
    it('adds a user with a password of any kind, role and data', async () => {
      const email = `Made-${Date.now()}@Example.com`;
      const made = {
        email,
        password: 'x',
        name: 'Made',
        role: 'admin' as const,
        data: { emailVerified: true },
      };
      const { user } = await good(boss.client.admin.createUser(made));
      expect(user).toEqual(
        fullUser({ name: 'Made', email: email.toLowerCase(), role: 'admin', emailVerified: true }),
      );
      expect(boss.cookies()).toEqual([]);
      expect((await signIn({ email, password: 'x' })).error).toBeNull();
      const again = await boss.client.admin.createUser(made);
      expect(again.error).toEqual(refusal(400, 'User already exists'));
    });

    // Upstream lets in whoever knows the address (section 11).
    const made = { email: 'unlocked@example.com', name: 'Made', password: '' };
    refuses([['an empty password', () => boss.client.admin.createUser(made), 400, invalidBody]]);
  });

  describe('listUsers', () => {
    const list = async (query: object) => good(boss.client.admin.listUsers({ query: query as never }));

    it('answers a page of what is sought, and the number of all', async () => {
      const all = await list({});
      expect(all.total).toBe(all.users.length);
      expect(all).not.toHaveProperty('limit');
      const page = await list({ limit: 1, offset: 1 });
      expect(page).toEqual({ users: [all.users[1]], total: all.total, limit: 1, offset: 1 });
      // In any case: upstream leaves that to its database (section 11).
      const name = { searchField: 'name', searchValue: ada.name.toUpperCase(), searchOperator: 'ends_with' };
      expect((await list(name)).users).toEqual([fullUser({ id: ada.id, ...someone() })]);
      expect((await list({ searchValue: ada.email.slice(0, -4), searchOperator: 'starts_with' })).total).toBe(
        1,
      );
      const admins = await list({
        filterField: 'role',
        filterValue: 'admin',
        sortBy: 'email',
        sortDirection: 'desc',
      });
      const emails = admins.users.map(({ email }: { email: string }) => email);
      expect(emails).toContain('boss@example.com');
      expect(emails).toEqual(emails.toSorted().toReversed());
      expect(await list({ filterField: 'nothing', filterValue: '1' })).toEqual({ users: [], total: 0 });
      expect(await list({ sortBy: 'nothing' })).toEqual({ users: [], total: 0 });
      expect((await list({ filterField: 'role', filterValue: '' })).total).toBe(all.total);
    });

    // Upstream takes % and _ for placeholders.
    it('seeks what was typed', async () => expect((await list({ searchValue: '%' })).total).toBe(0));

    refuses([
      [
        'nobody',
        () =>
          lab()
            .browser()
            .client.admin.listUsers({ query: { limit: 1 } }),
        401,
        null,
      ],
      [
        'users',
        async () => (await lab().resident()).client.admin.listUsers({ query: { limit: 1 } }),
        403,
        'You are not allowed to list users',
      ],
      [
        'an unknown direction',
        () => boss.client.admin.listUsers({ query: { sortDirection: 'up' as never } }),
        400,
        invalidQuery,
      ],
    ]);
  });

  describe('banUser and unbanUser', () => {
    it('shut someone out, at once and until the ban ends', async () => {
      const eve = await lab().someone({ username: `eve.${Date.now()}` });
      const asked = { userId: eve.id, banReason: 'spam', banExpiresIn: 60 };
      const { user } = await good(boss.client.admin.banUser(asked));
      expect(user).toMatchObject({ banned: true, banReason: 'spam', banExpires: expect.any(Date) });
      expect(await good(eve.client.getSession())).toBeNull();
      const banned = refusal(403, banMessage);
      expect(banned.code).toBe('BANNED_USER');
      expect((await signIn({ email: eve.email })).error).toEqual(banned);
      const { username } = eve as unknown as { username: string };
      const byName = await lab().browser().client.signIn.username({ username, password });
      expect(byName.error).toEqual(banned);
      // Whoever does not know the password learns nothing of the ban.
      expect((await signIn({ email: eve.email, password: 'not this one' })).error?.status).toBe(401);
      await lab().at(61, async () => expect((await signIn({ email: eve.email })).error).toBeNull());
      const forever = (await good(boss.client.admin.banUser({ userId: eve.id }))).user;
      expect(forever).toMatchObject({ banned: true, banReason: 'No reason', banExpires: null });
      const free = (await good(boss.client.admin.unbanUser({ userId: eve.id }))).user;
      expect(free).toMatchObject({ banned: false, banReason: null, banExpires: null });
      expect((await signIn({ email: eve.email })).error).toBeNull();
    });

    it('answer null for nobody, and keep one from banning oneself', async () => {
      expect(await good(boss.client.admin.banUser({ userId: unknown }))).toEqual({ user: null });
      expect(await good(boss.client.admin.unbanUser({ userId: 'no id' }))).toEqual({ user: null });
      const { user } = await good(boss.client.getSession());
      const own = await boss.client.admin.banUser({ userId: user.id });
      expect(own.error).toEqual(refusal(400, 'You cannot ban yourself'));
    });
  });

  describe('setUserPassword and removeUser', () => {
    const unlock = () => boss.client.admin.setUserPassword({ userId: ada.id, newPassword: '' });
    refuses([['an empty password', unlock, 400, invalidBody]]);

    it('set a password of any kind, and let someone go; nobody is no error', async () => {
      const eve = await lab().someone();
      const asked = { userId: eve.id, newPassword: 'x' };
      expect(await good(boss.client.admin.setUserPassword(asked))).toEqual({ status: true });
      expect((await signIn({ email: eve.email, password: 'x' })).error).toBeNull();
      for (const _time of [1, 2])
        expect(await good(boss.client.admin.removeUser({ userId: eve.id }))).toEqual({ success: true });
      expect(await good(eve.client.getSession())).toBeNull();
      expect((await signIn({ email: eve.email, password: 'x' })).error?.status).toBe(401);
    });
  });

  describe('hasPermission', () => {
    const ask = async (browser: Browser, body: object) => good(browser.post('/admin/has-permission', body));
    const toBan: { permissions: { user: ['ban'] } } = { permissions: { user: ['ban'] } };

    it('answers for the session, whoever else is named', async () => {
      expect(await ask(boss, toBan)).toEqual({ error: null, success: true });
      for (const [browser, body, success] of [
        [boss, { permission: { user: ['ban', 'list'] } }, true],
        [boss, { ...toBan, role: 'user' }, true],
        [boss, { permissions: { user: ['fly'] } }, false],
        [boss, { permissions: { sky: ['fly'] } }, false],
        [boss, { permissions: {} }, false],
        [boss, { permissions: { user: [] } }, true],
        [ada, toBan, false],
        [ada, { ...toBan, role: 'admin' }, false],
      ] as const)
        expect([body, await ask(browser, body)]).toEqual([body, { error: null, success }]);
    });

    refuses([
      ['nobody', () => lab().browser().client.admin.hasPermission(toBan), 401, null],
      [
        'nobody who names someone',
        () =>
          lab()
            .browser()
            .client.admin.hasPermission({ ...toBan, userId: ada.id }),
        401,
        null,
      ],
      [
        'two questions',
        () => boss.post('/admin/has-permission', { ...toBan, permission: {} }),
        400,
        invalidBody,
      ],
      ['no question', () => boss.post('/admin/has-permission', {}), 400, invalidBody],
    ]);
  });
};
