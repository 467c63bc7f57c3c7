/** Accounts at other providers that belong to a user, and their tokens (contracts/auth.md, sections 8 and 13.3). */
import { good, invalidBody, refusal, refuses } from './expect.ts';
import type { Lab, Person } from './lab.ts';
import { profile, visit } from './visit.ts';

export const describeAccounts = (lab: () => Lab): void => {
  const link = (ada: Person, person: object, own: object = {}) =>
    visit(lab(), ada, person, { start: '/link-social', ...own });
  /** Someone with a Google account besides their password; with tokens that last an hour. */
  const linked = async (tokens: object = { refresh_token: 'rt', expires_in: 3_600 }) => {
    const ada = await lab().someone();
    const person = profile();
    await link(ada, person, { tokens });
    return { ...ada, account: person.id };
  };

  describe('linkSocial and listAccounts', () => {
    it('add an account, whatever its address, and renew it when it is there', async () => {
      const ada = await lab().someone();
      const person = profile();
      const { url, redirect } = await good(
        ada.client.linkSocial({ provider: 'google', callbackURL: '/home', scopes: ['extra'] }),
      );
      expect(redirect).toBe(true);
      expect(new URL(url).searchParams.get('scope')).toBe('email profile openid extra');
      for (const _time of [1, 2]) {
        const back = await link(ada, person);
        expect([back.status, back.location]).toEqual([302, '/home']);
        expect(ada.cookies()).toEqual([]);
      }
      const account = { id: expect.any(String), createdAt: expect.any(Date), updatedAt: expect.any(Date) };
      expect(await good(ada.client.listAccounts())).toEqual([
        { ...account, provider: 'credential', accountId: ada.id, scopes: [] },
        { ...account, provider: 'google', accountId: person.id, scopes: ['a', 'b'] },
      ]);
    });

    it('leave alone what is somebody else’s, and who has left meanwhile', async () => {
      const { account } = await linked();
      const eve = await lab().someone();
      const error = `${lab().url}/api/auth/error?error=`;
      const taken = await link(eve, profile({ id: account, sub: account }), {
        body: { errorCallbackURL: '/x' },
      });
      // The contract's errorCallbackURL is checked here, and else of no use.
      expect(taken.location).toBe(`${error}account_already_linked_to_different_user`);
      // Upstream fails (500) at the foreign key.
      const gone = await link(eve, profile(), { meanwhile: () => good(eve.client.deleteUser({})) });
      expect(gone.location).toBe(`${error}unable_to_link_account`);
    });

    const ask = async (body: object) => (await lab().resident()).post('/link-social', body);
    refuses([
      ['nobody', () => lab().browser().client.linkSocial({ provider: 'google' }), 401, null],
      ['nobody’s accounts', () => lab().browser().client.listAccounts(), 401, null],
      ['a provider that is none', () => ask({ provider: 'myspace' }), 400, invalidBody],
      ['one that is not configured', () => ask({ provider: 'spotify' }), 404, 'Provider not found'],
      [
        'to lead elsewhere',
        () => ask({ provider: 'google', callbackURL: 'https://evil.example' }),
        403,
        'Invalid callbackURL',
      ],
      [
        'to fail elsewhere',
        () => ask({ provider: 'google', errorCallbackURL: 'https://evil.example' }),
        403,
        'Invalid errorCallbackURL',
      ],
    ]);
  });

  describe('unlinkAccount', () => {
    it('takes one away by provider, or by the provider’s own id, until one is left', async () => {
      const { client, account } = await linked();
      const wrong = await client.unlinkAccount({ providerId: 'google', accountId: 'another' });
      expect(wrong.error).toEqual(refusal(400, 'Account not found'));
      const unlinked = await good(client.unlinkAccount({ providerId: 'google', accountId: account }));
      expect(unlinked).toEqual({ status: true });
      const last = await client.unlinkAccount({ providerId: 'credential' });
      expect(last.error).toEqual(refusal(400, "You can't unlink your last account"));
      const ada = await linked();
      await good(ada.client.unlinkAccount({ providerId: 'credential' }));
      expect(await good(ada.client.listAccounts())).toMatchObject([{ provider: 'google' }]);
    });

    it('wants someone who came a short while ago', async () => {
      const { client } = await linked();
      await lab().at(86_401, async () =>
        expect((await client.unlinkAccount({ providerId: 'google' })).error).toEqual(
          refusal(403, 'Session is not fresh'),
        ),
      );
    });

    const ask = async (body: object) => (await lab().resident()).post('/unlink-account', body);
    refuses([
      ['nobody', () => lab().browser().client.unlinkAccount({ providerId: 'google' }), 401, null],
      ['no provider', () => ask({}), 400, invalidBody],
    ]);
  });

  describe('someone without a password', () => {
    it('has none to change, and none to leave by', async () => {
      const { client } = await linked();
      await good(client.unlinkAccount({ providerId: 'credential' }));
      const missing = refusal(400, 'Credential account not found');
      const change = { newPassword: 'another password', currentPassword: 'any password' };
      expect((await client.changePassword(change)).error).toEqual(missing);
      expect((await client.deleteUser({ password: 'any password' })).error).toEqual(missing);
    });
  });

  describe('getAccessToken and refreshToken', () => {
    it('hand a token out as long as it is good, and then a new one', async () => {
      const { client } = await linked();
      const asked = { providerId: 'google' };
      const expected = {
        accessToken: 'at',
        accessTokenExpiresAt: expect.any(Date),
        scopes: ['a', 'b'],
        idToken: expect.any(String),
      };
      expect(await good(client.getAccessToken(asked))).toEqual(expected);
      lab().provider.give({ access_token: 'at2', expires_in: 3_600, token_type: 'Bearer', scope: 'a' });
      expect(await good(client.getAccessToken(asked))).toEqual(expected);
      // Five seconds before its end it counts as ended. Upstream goes on answering the scopes of before.
      await lab().at(3_596, async () =>
        expect(await good(client.getAccessToken(asked))).toMatchObject({ accessToken: 'at2', scopes: ['a'] }),
      );
      lab().provider.give({ access_token: 'at3', expires_in: 60, token_type: 'Bearer', scope: 'a c' });
      expect(await good(client.refreshToken(asked))).toEqual({
        accessToken: 'at3',
        refreshToken: 'rt',
        tokenType: 'Bearer',
        scopes: ['a', 'c'],
        accessTokenExpiresAt: expect.any(Date),
      });
    });

    it('choose an account by the id that listAccounts shows, not by the provider’s', async () => {
      const { client, account } = await linked();
      const rows = (await good(client.listAccounts())) as { id: string; provider: string }[];
      const id = rows.find(({ provider }) => provider === 'google')?.id ?? '';
      const asked = { providerId: 'google', accountId: id };
      expect((await good(client.getAccessToken(asked))).accessToken).toBe('at');
      const wrong = await client.getAccessToken({ providerId: 'google', accountId: account });
      expect(wrong.error).toEqual(refusal(400, 'Account not found'));
    });

    it('say why a provider gives no new one', async () => {
      const { client } = await linked();
      lab().provider.give({ error: 'invalid_grant' }, 400);
      const cause = { cause: { status: 400, statusText: 'Bad Request', error: 'invalid_grant' } };
      const asked = { providerId: 'google' };
      expect((await client.refreshToken(asked)).error).toEqual({
        ...refusal(400, 'Failed to refresh access token'),
        ...cause,
      });
      await lab().at(3_601, async () =>
        expect((await client.getAccessToken(asked)).error).toEqual({
          ...refusal(400, 'Failed to get a valid access token'),
          ...cause,
        }),
      );
    });

    // Upstream asks the provider with the text "null", and fails (section 16).
    it('hand out a token that never ends where there is nothing to renew it with', async () => {
      const { client } = await linked({});
      expect((await good(client.getAccessToken({ providerId: 'google' }))).accessToken).toBe('at');
    });

    it('know providers that renew nothing', async () => {
      const ada = lab().browser();
      const { id, name, email } = profile();
      const person = { data: [{ user_id: id, name, email, profile_picture: 'p' }] };
      await visit(lab(), ada, person, { provider: 'kick' });
      const expected = refusal(400, 'Provider kick does not support token refreshing.');
      expect(expected.code).toBe('PROVIDER_KICK_DOES_NOT_SUPPORT_TOKEN_REFRESHING');
      expect((await ada.client.getAccessToken({ providerId: 'kick' })).error).toEqual(expected);
      expect((await ada.client.refreshToken({ providerId: 'kick' })).error).toEqual(expected);
    });

    for (const path of ['/get-access-token', '/refresh-token']) {
      const ask = async (body: object) => (await lab().resident()).post(path, body);
      const nobody = (body: object) => lab().browser().post(path, body);
      refuses([
        [
          `nobody at ${path}, whoever is named`,
          () => nobody({ providerId: 'google', userId: 'x' }),
          401,
          null,
        ],
        [`no provider at ${path}`, () => ask({}), 400, invalidBody],
        [
          `what is no provider at ${path}`,
          () => ask({ providerId: 'credential' }),
          400,
          'Provider credential is not supported.',
        ],
        [`what is not linked at ${path}`, () => ask({ providerId: 'google' }), 400, 'Account not found'],
      ]);
    }
  });
};
