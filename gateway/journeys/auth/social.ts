/** Signing in at other providers, by redirect and by id token (contracts/auth.md, sections 8 and 13). */
import { aToken, cookie, good, invalidBody, refusal, refuses, shortUser } from './expect.ts';
import type { Lab } from './lab.ts';
import { idToken, profile, visit, type Way } from './visit.ts';

export const describeSocial = (lab: () => Lab): void => {
  const anyone = () => lab().browser();

  describe('signIn.social', () => {
    it('answers where to go, and signs whoever comes back in', async () => {
      const ada = anyone();
      const asked = {
        provider: 'google' as const,
        callbackURL: '/home',
        scopes: ['extra'],
        loginHint: 'me',
      };
      const { url, redirect } = await good(ada.client.signIn.social(asked));
      expect(redirect).toBe(true);
      expect([...new URL(url).searchParams]).toEqual([
        ['response_type', 'code'],
        ['client_id', 'the-id'],
        ['state', expect.stringMatching(/^[\w-]{32}$/)],
        ['scope', 'email profile openid extra'],
        ['redirect_uri', `${lab().url}/api/auth/callback/google`],
        ['login_hint', 'me'],
        ['code_challenge_method', 'S256'],
        ['code_challenge', expect.stringMatching(/^[\w-]{43}$/)],
      ]);
      // Upstream sets none: whoever starts a flow could finish it in somebody else's browser (section 16, item 8).
      expect(ada.cookies()).toEqual(['tessera.oauth_state=…; Max-Age=600; Path=/; HttpOnly; SameSite=Lax']);
      const still = await good(ada.client.signIn.social({ ...asked, disableRedirect: true }));
      expect(still.redirect).toBe(false);
      const person = profile();
      const back = await visit(lab(), ada, person, { body: { newUserCallbackURL: '/welcome' } });
      expect([back.status, back.location]).toEqual([302, '/welcome']);
      expect(ada.cookies()).toEqual([cookie.token, cookie.cache, cookie.device]);
      const { user } = await good(ada.client.getSession());
      expect(user).toMatchObject({ name: person.name, email: person.email, emailVerified: true });
      const again = await visit(lab(), ada, person, { body: { newUserCallbackURL: '/welcome' } });
      expect(again.location).toBe('/home');
      expect(await good(ada.client.listAccounts())).toEqual([
        {
          id: expect.any(String),
          provider: 'google',
          accountId: person.id,
          scopes: ['a', 'b'],
          createdAt: expect.any(Date),
          updatedAt: expect.any(Date),
        },
      ]);
    });

    it('takes an id token in place of the way there', async () => {
      const ada = anyone();
      const person = profile();
      const token = await idToken(lab(), person);
      const data = await good(ada.client.signIn.social({ provider: 'google', idToken: { token } }));
      const user = shortUser({ email: person.email, name: person.name, emailVerified: true });
      expect(data).toEqual({ redirect: false, token: aToken, user });
      expect(ada.cookies()).toEqual([cookie.token, cookie.cache, cookie.device]);
    });

    it('signs nobody up by an id token who must ask for it and does not', async () => {
      const token = await idToken(lab(), profile(), { iss: 'https://www.facebook.com' });
      const asked = { provider: 'facebook', idToken: { token } } as const;
      const { client } = anyone();
      expect((await client.signIn.social(asked)).error).toEqual(refusal(401, 'signup disabled'));
      expect((await client.signIn.social({ ...asked, requestSignUp: true })).error).toBeNull();
    });

    const ask = (body: object) => anyone().post('/sign-in/social', body);
    const bring = async (claims: object, own: object = {}) =>
      ask({ provider: 'google', idToken: { token: await idToken(lab(), claims, own) } });
    const ban = async () => {
      const person = profile();
      await good(bring(person));
      const boss = await lab().boss();
      const found = { query: { searchValue: person.email } };
      const { users } = await good(boss.client.admin.listUsers(found));
      await good(boss.client.admin.banUser({ userId: users[0].id }));
      return person;
    };
    refuses([
      ['a provider that is none', () => ask({ provider: 'myspace' }), 400, invalidBody],
      ['one that is not configured', () => ask({ provider: 'spotify' }), 404, 'Provider not found'],
      [
        'an id token of one that has none',
        () => ask({ provider: 'github', idToken: { token: 'x' } }),
        404,
        'id_token not supported',
      ],
      [
        'an id token that is none',
        () => ask({ provider: 'google', idToken: { token: 'x' } }),
        401,
        'invalid token',
      ],
      ['one for somebody else', () => bring(profile(), { aud: 'another' }), 401, 'invalid token'],
      ['one without an address', () => bring(profile({ email: undefined })), 401, 'User email not found'],
      [
        'one of an unproven address that somebody has',
        async () => bring(profile({ email: (await lab().someone()).email, email_verified: false })),
        401,
        'account not linked',
      ],
      [
        'someone banned',
        async () => bring(await ban()),
        403,
        'You have been banned from this application. Please contact support if you believe this is an error.',
      ],
    ]);

    it('tells the callback of someone banned why', async () => {
      const { location } = await visit(lab(), anyone(), await ban());
      const { pathname, searchParams } = new URL(location ?? '');
      expect([pathname, searchParams.get('error')]).toEqual(['/api/auth/error', 'banned']);
      expect(searchParams.get('error_description')).toMatch(/^You have been banned/);
    });
  });

  describe('a callback that fails', () => {
    const own = () => `${lab().url}/api/auth/error`;
    const sad = { errorCallbackURL: '/sad?x=1' };

    it.each([
      ['error=access_denied&error_description=No', 'error=access_denied&error_description=No'],
      ['error=access_denied', 'error=access_denied&error_description=undefined'],
      ['code=c', 'error=state_not_found'],
      ['code=c&state=nobodys', 'error=please_restart_the_process'],
    ])('by %s ends on our own page', async (query, error) => {
      const { status, location } = await anyone().ask(`/callback/google?${query}`);
      expect([status, location]).toEqual([302, `${own()}?${error}`]);
    });

    it('as a form, too, which may also succeed', async () => {
      const ada = anyone();
      const { url } = await good(ada.client.signIn.social({ provider: 'google', callbackURL: '/home' }));
      lab().provider.give({ access_token: 'at', id_token: await idToken(lab(), profile()) });
      const state = new URL(url).searchParams.get('state') ?? '';
      const back = { method: 'POST', body: new URLSearchParams({ code: 'c', state }) };
      expect((await ada.ask('/callback/google', back)).location).toBe('/home');
      const form = new URLSearchParams({ code: 'c', state: 'nobodys' });
      const restart = await anyone().ask('/callback/apple', { method: 'POST', body: form });
      expect(restart.location).toBe(`${own()}?error=please_restart_the_process`);
      const nothing = await anyone().ask('/callback/apple', { method: 'POST' });
      expect(nothing.location).toBe(`${own()}?error=invalid_callback_request`);
    });

    it.each<[string, object | null, Way, string]>([
      ['no code', profile(), { back: 'a=b' }, 'no_code'],
      ['no such provider', profile(), { returnTo: 'spotify' }, 'oauth_provider_not_found'],
      ['a code that is refused', profile(), { status: 400 }, 'invalid_code'],
      ['an unknown profile', null, { provider: 'github' }, 'unable_to_get_user_info'],
      ['no address', profile({ email: null }), { provider: 'github' }, 'email_not_found'],
    ])('for %s ends where the caller wants it', async (_what, person, way, error) => {
      const { location } = await visit(lab(), anyone(), person, { ...way, body: sad });
      expect(location).toBe(`/sad?x=1&error=${error}`);
    });

    it('for an address that somebody has, and that nobody has proven', async () => {
      const { email } = await lab().someone();
      const { location } = await visit(lab(), anyone(), profile({ email, email_verified: false }), {
        body: sad,
      });
      expect(location).toBe('/sad?x=1&error=account_not_linked');
    });

    // Upstream lets another account with the same address into the first one's (section 16, item 1).
    it('for another account of the provider with the address of the first', async () => {
      const person = profile();
      await visit(lab(), anyone(), person);
      const other = { ...profile(), email: person.email, email_verified: false };
      const { location } = await visit(lab(), anyone(), other, { body: sad });
      expect(location).toBe('/sad?x=1&error=account_not_linked');
    });

    it('for a sign-up that was not asked for', async () => {
      const person = { ...profile(), id: Date.now(), username: 'g', state: 'active', locked: false };
      const asked = { provider: 'gitlab', body: sad };
      expect((await visit(lab(), anyone(), person, asked)).location).toBe('/sad?x=1&error=signup_disabled');
      const wanted = { provider: 'gitlab', body: { ...sad, requestSignUp: true } };
      expect((await visit(lab(), anyone(), person, wanted)).location).toBe('/home');
    });

    it('for a state that is used, or older than ten minutes', async () => {
      const restart = `${own()}?error=please_restart_the_process`;
      const ada = anyone();
      const { url } = await good(ada.client.signIn.social({ provider: 'google', callbackURL: '/home' }));
      const state = new URL(url).searchParams.get('state');
      await ada.ask(`/callback/google?code=c&state=${state}`);
      expect((await ada.ask(`/callback/google?code=c&state=${state}`)).location).toBe(restart);
      const later = await good(ada.client.signIn.social({ provider: 'google' }));
      const kept = new URL(later.url).searchParams.get('state');
      await lab().at(601, async () =>
        expect((await ada.ask(`/callback/google?code=c&state=${kept}`)).location).toBe(restart),
      );
    });

    // Upstream binds a flow to no browser (section 16, item 8).
    it('in another browser than it was begun in', async () => {
      const { url } = await good(anyone().client.signIn.social({ provider: 'google' }));
      const state = new URL(url).searchParams.get('state');
      const other = anyone();
      await good(other.client.signIn.social({ provider: 'google' }));
      const { location } = await other.ask(`/callback/google?code=c&state=${state}`);
      expect(location).toBe(`${own()}?error=please_restart_the_process`);
    });
  });
};
