import { eventually } from '@tessera/kit/test/eventually';
import { verificationRequested } from '@tessera/proto/events/identity';
import { createBrowser } from '../../test/browser.ts';
import { type IdentityStack, person, startIdentity } from '../../test/factories.ts';

let started: IdentityStack;
beforeAll(async () => {
  started = await startIdentity();
});
afterAll(() => started.stop());

const signUp = async (own: Record<string, unknown> = {}) => {
  const body = person(own);
  const { body: reply } = await createBrowser(started.base).send('POST', '/sign-up/email', { body });
  return { ...body, userId: reply.user.id as string, token: reply.token as string };
};

const signIn = (body: unknown, base = started.base) =>
  createBrowser(base).send('POST', '/sign-in/email', { body });

const wrong = {
  status: 401,
  body: { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' },
  setCookie: [],
};

describe('POST /sign-in/email', () => {
  it('opens a new session each time', async () => {
    const { email, password, userId, token } = await signUp();
    const first = await signIn({ email: email.toUpperCase(), password });
    const second = await signIn({ email, password });
    expect(first).toMatchObject({ status: 200, body: { redirect: false, user: { id: userId, email } } });
    expect(first.body).not.toHaveProperty('url');
    expect(Object.keys(first.body.user).toSorted()).toEqual(
      ['createdAt', 'email', 'emailVerified', 'id', 'image', 'name', 'updatedAt'].toSorted(),
    );
    expect(new Set([token, first.body.token, second.body.token]).size).toBe(3);
  });

  it.each(['/sign-in/email', '/sign-in/username'])(
    'opens none at %s by a password that was changed while it was checked',
    async (path) => {
      const username = `changed_${path.slice(-5)}`;
      const { email, password, userId } = await signUp({ username });
      const runner = started.stack.db.createQueryRunner();
      await runner.startTransaction();
      await runner.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [userId]);
      await runner.query(`UPDATE accounts SET password = 'another' WHERE user_id = $1`, [userId]);
      const waiting = createBrowser(started.base).send('POST', path, { body: { email, username, password } });
      await eventually(async () => {
        const [row] = await started.stack.db.query(
          `SELECT count(*)::int AS waiting FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        expect(row.waiting).toBe(1);
      });
      await runner.commitTransaction();
      await runner.release();
      expect(await waiting).toMatchObject({ status: 401, setCookie: [] });
      const rows = await started.stack.db.query('SELECT token FROM sessions WHERE user_id = $1', [userId]);
      expect(rows).toHaveLength(1);
    },
  );

  it('never takes over a token that the browser came with', async () => {
    const { email, password } = await signUp();
    const browser = createBrowser(started.base);
    browser.cookies.set('tessera.session_token', 'planted');
    const { body } = await browser.send('POST', '/sign-in/email', { body: { email, password } });
    expect(body.token).not.toContain('planted');
    expect(decodeURIComponent(browser.cookies.get('tessera.session_token') ?? '').split('.')[0]).toBe(
      body.token,
    );
  });

  it('repeats where to go next', async () => {
    const { email, password } = await signUp();
    expect((await signIn({ email, password, callbackURL: '/home' })).body).toMatchObject({
      redirect: true,
      url: '/home',
    });
  });

  it('leads on to an authorization request with the longest state', async () => {
    const { email, password } = await signUp();
    const request = `/oauth2/authorize?redirect_uri=https%3A%2F%2Fapp.example&state=${'s'.repeat(4096)}`;
    const callbackURL = `/email-verified?next=${encodeURIComponent(request)}`;
    expect((await signIn({ email, password, callbackURL })).body).toMatchObject({ url: callbackURL });
  });

  it('lasts a week, or a day and as long as the browser when it is not to be remembered', async () => {
    const { email, password } = await signUp();
    const expiry = async (token: string) => {
      const [row] = await started.stack.db.query('SELECT expires_at FROM sessions WHERE token = $1', [token]);
      return (row.expires_at.getTime() - started.stack.clock.now().getTime()) / 1000;
    };
    const remembered = await signIn({ email, password });
    const forgotten = await signIn({ email, password, rememberMe: false });
    expect(await expiry(remembered.body.token)).toBe(604_800);
    expect(await expiry(forgotten.body.token)).toBe(86_400);
    expect(remembered.setCookie[0]).toContain('; Max-Age=604800;');
    expect(forgotten.setCookie[0]).not.toContain('Max-Age');
    expect(forgotten.setCookie[1]).toMatch(
      /^tessera\.dont_remember=true\.[^;]+; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  it('answers alike for a wrong password, an unknown address and a user without a password', async () => {
    const { email, userId } = await signUp();
    expect(await signIn({ email, password: 'something else' })).toMatchObject(wrong);
    expect(await signIn({ email: 'nobody@example.com', password: 'something else' })).toMatchObject(wrong);
    await started.stack.db.query('UPDATE accounts SET password = NULL WHERE user_id = $1', [userId]);
    expect(await signIn({ email, password: 'something else' })).toMatchObject(wrong);
    await started.stack.db.query('DELETE FROM accounts WHERE user_id = $1', [userId]);
    expect(await signIn({ email, password: 'something else' })).toMatchObject(wrong);
  });

  it.each([
    ['no body', undefined, 400, 'VALIDATION_ERROR'],
    ['no password', { email: 'a@example.com' }, 400, 'VALIDATION_ERROR'],
    ['no email', { password: 'x' }, 400, 'VALIDATION_ERROR'],
    ['rememberMe null', { email: 'a@example.com', password: 'x', rememberMe: null }, 400, 'VALIDATION_ERROR'],
    ['a bad email', { email: 'nobody', password: 'x' }, 400, 'INVALID_EMAIL'],
    [
      'a foreign callback',
      { email: 'a@b.co', password: 'x', callbackURL: '//evil.com' },
      403,
      'INVALID_CALLBACKURL',
    ],
  ])('refuses %s', async (_what, body, status, code) =>
    expect(await signIn(body)).toMatchObject({ status, body: { code } }),
  );

  it('is refused when it is not enabled', async () => {
    const { base } = await started.withOptions({ emailAndPassword: { enabled: false } });
    expect(await signIn({ email: 'a@example.com', password: 'x' }, base)).toMatchObject({
      status: 400,
      body: { code: 'EMAIL_AND_PASSWORD_IS_NOT_ENABLED', message: 'Email and password is not enabled' },
    });
  });

  it('asks someone unverified to read their mail first, but only with the right password', async () => {
    const { email, password, userId } = await signUp();
    const { base } = await started.withOptions({ emailAndPassword: { requireEmailVerification: true } });
    expect(await signIn({ email, password: 'something else' }, base)).toMatchObject(wrong);
    expect(await signIn({ email, password, callbackURL: '/home' }, base)).toMatchObject({
      status: 403,
      body: { code: 'EMAIL_NOT_VERIFIED', message: 'Email not verified' },
      setCookie: [],
    });
    const asked = await started.stack.events.next(
      verificationRequested,
      (message) => message.userId === userId,
    );
    expect(asked).toMatchObject({ email, callbackUrl: '/home' });
    expect(
      started.stack.events.all(verificationRequested).filter((message) => message.userId === userId),
    ).toHaveLength(1);
  });

  it('turns away who is banned, until the ban has run out', async () => {
    const { email, password, userId } = await signUp();
    const until = new Date(started.stack.clock.now().getTime() + 60_000);
    await started.stack.db.query('UPDATE users SET banned = true, ban_expires = $2 WHERE id = $1', [
      userId,
      until,
    ]);
    expect(await signIn({ email, password })).toMatchObject({ status: 403, body: { code: 'BANNED_USER' } });
    started.stack.clock.advance(61);
    expect((await signIn({ email, password })).status).toBe(200);
  });
});
