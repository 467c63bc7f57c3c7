import { sessionCreated, userCreated } from '@tessera/proto/events/identity';
import { createBrowser } from '../../test/browser.ts';
import { countSessions, type IdentityStack, person, publicUrl, startIdentity } from '../../test/factories.ts';

let started: IdentityStack;
beforeAll(async () => {
  started = await startIdentity();
});
afterAll(() => started.stop());

const signUp = (body: unknown, headers?: Record<string, string>) =>
  createBrowser(started.base).send('POST', '/sign-up/email', { body, ...(headers && { headers }) });

const signUpUnder = async (options: object, body: unknown) => {
  const { base } = await started.withOptions(options);
  return createBrowser(base).send('POST', '/sign-up/email', { body });
};

describe('POST /sign-up/email', () => {
  it('creates user, password and session, answers them and signs the browser in', async () => {
    const image = 'https://example.com/grace.png';
    const body = person({ email: 'Grace@Example.com', image });
    const answer = await signUp(body);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const now = started.stack.clock.now().toISOString();
    expect(answer.body).toEqual({
      token: expect.stringMatching(/^[a-zA-Z0-9]{32}$/),
      user: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        email: 'grace@example.com',
        name: body.name,
        image,
        emailVerified: false,
        createdAt: now,
        updatedAt: now,
      },
    });
    expect(answer.setCookie.map((line) => line.split('=')[0])).toEqual([
      'tessera.session_token',
      'tessera.session_data',
      `tessera.session_token_multi-${answer.body.token.toLowerCase()}`,
    ]);
    const accounts = await started.stack.db.query('SELECT * FROM accounts WHERE user_id = $1', [
      answer.body.user.id,
    ]);
    expect(accounts).toMatchObject([
      {
        provider_id: 'credential',
        account_id: answer.body.user.id,
        password: expect.stringMatching(/^[0-9a-f]{32}:/),
      },
    ]);
    expect(await countSessions(started, answer.body.token)).toBe(1);
  });

  it('tells the others about the user and the session', async () => {
    const { body } = await signUp(person());
    const created = await started.stack.events.next(userCreated, ({ user }) => user?.id === body.user.id);
    expect(created.user).toMatchObject({
      email: body.user.email,
      name: body.user.name,
      emailVerified: false,
    });
    const opened = await started.stack.events.next(sessionCreated, ({ userId }) => userId === body.user.id);
    expect(JSON.stringify(opened.sessionId)).not.toContain(body.token);
  });

  it('remembers where the session came from', async () => {
    const { body } = await signUp(person(), {
      'x-forwarded-for': '203.0.113.7, 10.0.0.1',
      'user-agent': 'Test/1',
    });
    const [row] = await started.stack.db.query(
      'SELECT ip_address, user_agent FROM sessions WHERE token = $1',
      [body.token],
    );
    expect(row).toEqual({ ip_address: '203.0.113.7', user_agent: 'Test/1' });
  });

  it('ignores what is not for the user to say', async () => {
    const { body } = await signUp(
      person({
        role: 'admin',
        banned: true,
        emailVerified: true,
        id: '0193a0f2-0000-7000-8000-000000000000',
      }),
    );
    const [row] = await started.stack.db.query(
      'SELECT role, banned, email_verified, username FROM users WHERE id = $1',
      [body.user.id],
    );
    expect(row).toEqual({ role: 'user', banned: null, email_verified: false, username: null });
  });

  it.each([
    ['no body', undefined, 400, 'VALIDATION_ERROR', 'Invalid body parameters'],
    ['a list', [], 400, 'VALIDATION_ERROR', 'Invalid body parameters'],
    ['nothing in it', {}, 400, 'INVALID_EMAIL', 'Invalid email'],
    [
      'no password',
      { name: 'A', email: 'a@example.com' },
      400,
      'VALIDATION_ERROR',
      'Invalid body parameters',
    ],
    [
      'no name',
      { email: 'no-name@example.com', password: '12345678' },
      400,
      'VALIDATION_ERROR',
      'Invalid body parameters',
    ],
    ['no email', { name: 'A', password: '12345678' }, 400, 'INVALID_EMAIL', 'Invalid email'],
    ['a bad email', person({ email: 'nobody' }), 400, 'INVALID_EMAIL', 'Invalid email'],
    ['a short password', person({ password: '1234567' }), 400, 'PASSWORD_TOO_SHORT', 'Password too short'],
    ['a long password', person({ password: 'x'.repeat(129) }), 400, 'PASSWORD_TOO_LONG', 'Password too long'],
    [
      'a foreign callback',
      person({ callbackURL: 'https://evil.com' }),
      403,
      'INVALID_CALLBACKURL',
      'Invalid callbackURL',
    ],
  ])('refuses %s', async (_what, body, status, code, message) => {
    const answer = await signUp(body);
    expect(answer).toMatchObject({ status, body: { code, message }, setCookie: [] });
  });

  it('refuses an address that somebody has, in any case', async () => {
    const body = person();
    await signUp(body);
    expect(await signUp({ ...body, email: body.email.toUpperCase() })).toMatchObject({
      status: 422,
      body: { code: 'USER_ALREADY_EXISTS', message: 'User already exists' },
    });
  });

  it('lets one of two win who sign up with one address at the same time', async () => {
    const body = person();
    const answers = await Promise.all([signUp(body), signUp(body), signUp(body)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
    const users = await started.stack.db.query('SELECT id FROM users WHERE email = $1', [body.email]);
    expect(users).toHaveLength(1);
  });

  it('opens no session when the options say so', async () => {
    for (const options of [{ autoSignIn: false }, { requireEmailVerification: true }]) {
      const answer = await signUpUnder({ emailAndPassword: options }, person());
      expect(answer).toMatchObject({ status: 200, body: { token: null }, setCookie: [] });
    }
  });

  it.each([[{ emailAndPassword: { enabled: false } }], [{ emailAndPassword: { disableSignUp: true } }]])(
    'is refused under %j, whatever the body lacks',
    async (options) => {
      for (const body of [person(), {}])
        expect(await signUpUnder(options, body)).toMatchObject({
          status: 400,
          body: {
            code: 'EMAIL_AND_PASSWORD_SIGN_UP_IS_NOT_ENABLED',
            message: 'Email and password sign up is not enabled',
          },
        });
    },
  );

  it('takes null for a callback as none', async () => {
    expect(await signUp({ ...person(), callbackURL: null })).toMatchObject({ status: 200 });
  });

  it('does not exist when its path is disabled', async () => {
    const answer = await signUpUnder({ disabledPaths: ['/sign-up/email'] }, person());
    expect(answer).toMatchObject({ status: 404, text: 'Not Found' });
    expect(answer.headers.get('content-type')).toBe('text/plain;charset=UTF-8');
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  });

  it('reads forms of both kinds', async () => {
    const multipart = new FormData();
    for (const [key, value] of Object.entries(person())) multipart.set(key, value);
    multipart.set('file', new Blob(['x']), 'x.txt');
    expect((await signUp(multipart)).status).toBe(200);
    expect((await signUp(new URLSearchParams(person()))).status).toBe(200);
  });

  it('checks the origin of a browser that has cookies, before anything else', async () => {
    const send = (headers: Record<string, string>) => signUp({}, headers);
    const refused: Record<string, string>[] = [
      { cookie: 'a=b', origin: 'https://evil.com' },
      { cookie: 'a=b', origin: 'null' },
      { cookie: 'a=b', referer: `${publicUrl}.evil.com/page` },
    ];
    for (const headers of refused)
      expect(await send(headers)).toMatchObject({
        status: 403,
        body: { code: 'INVALID_ORIGIN', message: 'Invalid origin' },
      });
    for (const headers of [
      { origin: 'https://evil.com' },
      { cookie: 'a=b' },
      { cookie: 'a=b', origin: publicUrl },
    ])
      expect(await send(headers as Record<string, string>)).toMatchObject({ status: 400 });
  });

  it('checks where every POST would lead', async () => {
    const target = 'https://evil.com';
    for (const [body, message] of [
      [{ redirectTo: target }, 'Invalid redirectURL'],
      [{ errorCallbackURL: target }, 'Invalid errorCallbackURL'],
      [{ newUserCallbackURL: target }, 'Invalid newUserCallbackURL'],
    ])
      expect(await signUp(body)).toMatchObject({ status: 403, body: { message } });
    const inQuery = await createBrowser(started.base).send('POST', `/sign-out?callbackURL=${target}`);
    expect(inQuery).toMatchObject({ status: 403, body: { message: 'Invalid callbackURL' } });
  });
});
