import { askAdminRight, askSession, askSetActiveOrganization, askUser } from '@tessera/proto/api/asks';
import { type Browser, createBrowser } from '../test/browser.ts';
import { type IdentityStack, person, startIdentity } from '../test/factories.ts';

let started: IdentityStack;
beforeAll(async () => {
  started = await startIdentity();
});
afterAll(() => started.stop());

const unknown = '0193a0f2-0000-7000-8000-000000000001';

const signedIn = async (own: object = {}) => {
  const body = person();
  await createBrowser(started.base).send('POST', '/sign-up/email', { body });
  const browser = createBrowser(started.base);
  await browser.send('POST', '/sign-in/email', { body: { ...body, ...own } });
  return { browser, ...(await whoIs(browser)) };
};
const whoIs = async (browser: Browser) => (await browser.send('GET', '/get-session')).body;

describe('askSession', () => {
  it('answers session and user with their times', async () => {
    const { session, user } = await signedIn();
    const answer = await started.stack.bus.ask(askSession, { token: session.token });
    expect(JSON.parse(JSON.stringify(answer))).toEqual({ session, user });
    expect(answer?.session.expiresAt).toBeInstanceOf(Date);
  });

  it('answers null for a session that never was or has expired', async () => {
    expect(await started.stack.bus.ask(askSession, { token: 'nobody' })).toBeNull();
    const { session } = await signedIn({ rememberMe: false });
    started.stack.clock.advance(86_400);
    expect(await started.stack.bus.ask(askSession, { token: session.token })).toBeNull();
  });
});

describe('askUser', () => {
  it('answers the public face of a user, and null for nobody', async () => {
    const { user, browser } = await signedIn();
    expect(await started.stack.bus.ask(askUser, { userId: user.id })).toEqual({
      id: user.id,
      email: user.email,
      name: user.name,
      image: null,
      isEmailProven: false,
      language: null,
    });
    await browser.send('POST', '/preferences', { body: { language: 'de' } });
    expect(await started.stack.bus.ask(askUser, { userId: user.id })).toMatchObject({ language: 'de' });
    expect(await started.stack.bus.ask(askUser, { userId: unknown })).toBeNull();
    expect(await started.stack.bus.ask(askUser, { userId: 'not an id' })).toBeNull();
  });
});

describe('askAdminRight', () => {
  const permissions = { user: ['impersonate'] };
  const asked = (userId: string) => started.stack.bus.ask(askAdminRight, { userId, permissions });

  it('answers by the roles of the account as they are now', async () => {
    const { user } = await signedIn();
    expect(await asked(user.id)).toEqual({ isGranted: false });
    await started.stack.db.query('UPDATE users SET role = $2 WHERE id = $1', [user.id, 'user,admin']);
    expect(await asked(user.id)).toEqual({ isGranted: true });
  });

  it('grants nothing to those who are not there', async () => {
    expect(await asked(unknown)).toEqual({ isGranted: false });
    expect(await asked('not an id')).toEqual({ isGranted: false });
  });

  it('follows the configured roles and the administrators named by id', async () => {
    const { admin } = started.identity.options;
    const { user } = await signedIn();
    const before = { ...admin };
    try {
      admin.roles = { caretaker: { user: ['impersonate'] } };
      await started.stack.db.query('UPDATE users SET role = $2 WHERE id = $1', [user.id, 'admin']);
      expect(await asked(user.id)).toEqual({ isGranted: false });
      await started.stack.db.query('UPDATE users SET role = $2 WHERE id = $1', [user.id, 'caretaker']);
      expect(await asked(user.id)).toEqual({ isGranted: true });
      const other = (await signedIn()).user.id as string;
      admin.adminUserIds = [other];
      expect(await asked(other)).toEqual({ isGranted: true });
    } finally {
      Object.assign(admin, before);
    }
  });
});

describe('askSetActiveOrganization', () => {
  const activate = (sessionId: string, organizationId: string | null, cookie: string) =>
    started.stack.bus.ask(askSetActiveOrganization, { sessionId, organizationId, cookie });

  it('changes the session for everyone at once, and the cookies of who asked', async () => {
    const { browser, session } = await signedIn();
    const answer = await activate(session.id, unknown, browser.header());
    expect(answer.session).toMatchObject({ id: session.id, activeOrganizationId: unknown });
    expect(answer.setCookie).toEqual([
      expect.stringMatching(
        /^tessera\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
      expect.stringMatching(/^tessera\.session_data=[^;]+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const emitted = await started.stack.bus.ask(askSession, { token: session.token });
    expect(emitted?.session.activeOrganizationId).toBe(unknown);
    browser.keep(answer.setCookie);
    expect((await whoIs(browser)).session.activeOrganizationId).toBe(unknown);
    await activate(session.id, null, browser.header());
    expect(
      (await started.stack.bus.ask(askSession, { token: session.token }))?.session.activeOrganizationId,
    ).toBeNull();
  });

  it('leaves a session that is to be forgotten so', async () => {
    const { browser, session } = await signedIn({ rememberMe: false });
    const { setCookie } = await activate(session.id, unknown, browser.header());
    expect(setCookie[0]).not.toContain('Max-Age');
    expect(setCookie[1]).toMatch(/^tessera\.dont_remember=/);
  });

  it('answers null for a session that has ended', async () => {
    const { browser, session } = await signedIn();
    await browser.send('POST', '/sign-out');
    const ended = { session: null, setCookie: [], setCache: [] };
    expect(await activate(session.id, unknown, '')).toEqual(ended);
    expect(await activate('not an id', unknown, '')).toEqual(ended);
  });
});
