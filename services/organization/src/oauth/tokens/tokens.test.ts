import { kitErrors } from '@tessera/kit/errors';
import { sha256 } from '@tessera/kit/secrets';
import { eventually } from '@tessera/kit/test/eventually';
import { accessTokenUsedSubject, askAccessToken } from '@tessera/proto/api/asks';
import { accessTokenKey } from '@tessera/proto/api/cache-keys';
import type { UserCaller } from '@tessera/proto/api/passport';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { createClient } from 'redis';
import {
  makeSeller,
  type OrganizationStack,
  signIn,
  startOrganization,
  withToken,
} from '../../../test/factories.ts';
import {
  allowed,
  callback,
  connect,
  form,
  oauthBase,
  post,
  proofKey,
  type RegisteredClient,
  redeem,
  refreshWith,
  registerClient,
  requestOf,
} from '../../../test/oauth.ts';
import { findClient } from '../clients/service.ts';
import { sweepOAuth } from '../sweeper.ts';
import { exchange } from './exchange.ts';

let started: OrganizationStack;
let owner: UserCaller;
let client: RegisteredClient;
let redis: ReturnType<typeof createClient>;
beforeAll(async () => {
  started = await startOrganization();
  owner = signIn(started.identity);
  client = await registerClient(started, owner);
  redis = createClient({ url: started.stack.redisUrl });
  await redis.connect();
});
afterAll(async () => {
  redis.destroy();
  await started.stack.stop();
});

const register = (changes: Record<string, unknown>) => registerClient(started, owner, changes);
const fresh = () => signIn(started.identity);
const codeOf = (as: UserCaller, changes: Record<string, string> = {}, by = client) =>
  allowed(started, as, requestOf(by, changes));
const refusal = ({ status, body }: Awaited<ReturnType<typeof redeem>>) => [status, body.error];
const found = (token: string) => started.stack.bus.ask(askAccessToken, { tokenHash: sha256(token) });
const refresh = (token: string, fields: Record<string, string> = {}, by = client) =>
  refreshWith(started, by, token, fields);

describe('a code', () => {
  it('is worth an access token of an hour and a refresh token that act for the user', async () => {
    const as = fresh();
    const reply = await redeem(started, client, await codeOf(as, { scope: 'openid products:read' }));
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        access_token: expect.stringMatching(/^tessera_at_u_\w{43}$/),
        refresh_token: expect.stringMatching(/^tessera_rt_u_\w{43}$/),
        token_type: 'Bearer',
        expires_in: 3600,
        scope: 'openid products:read',
        id_token: expect.any(String),
      },
    ]);
    expect(await found(reply.body.access_token)).toEqual({
      id: expect.any(String),
      userId: as.userId,
      clientId: client.clientId,
      scopes: ['openid', 'products:read'],
      expiresAt: new Date(started.stack.clock.now().getTime() + 3_600_000).toISOString(),
    });
    expect(await found(reply.body.refresh_token)).toBeNull();
  });

  it('is worth tokens of an organization, which gateways know as its access tokens', async () => {
    const { as, organizationId } = await makeSeller(started);
    const { access, refresh: refreshToken } = await connect(started, as, client, {
      ...{ sub_type: 'organization', sub: organizationId, scope: 'products:read' },
    });
    expect(access).toMatch(/^tessera_at_o_/);
    expect(refreshToken).toMatch(/^tessera_rt_o_/);
    expect(await found(access)).toEqual({
      id: expect.any(String),
      organizationId,
      clientId: client.clientId,
      scopes: ['products:read'],
      expiresAt: expect.any(String),
    });
  });

  it('is good once: whoever brings it again ends what came of it', async () => {
    const code = await codeOf(fresh());
    const { body } = await redeem(started, client, code);
    expect(await found(body.access_token)).not.toBeNull();
    expect(refusal(await redeem(started, client, code))).toEqual([400, 'invalid_grant']);
    expect(await found(body.access_token)).toBeNull();
    expect(await redis.get(accessTokenKey(sha256(body.access_token)))).toBeNull();
    expect(refusal(await refresh(body.refresh_token))).toEqual([400, 'invalid_grant']);
  });

  it('of two who bring it at once is worth tokens for one at most', async () => {
    const code = await codeOf(fresh());
    const replies = await Promise.all([1, 2, 3, 4].map(() => redeem(started, client, code)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is good for ten minutes', async () => {
    const as = fresh();
    const [late, later] = [await codeOf(as), await codeOf(as)];
    started.stack.clock.advance(599);
    expect((await redeem(started, client, late)).status).toBe(200);
    started.stack.clock.advance(1);
    expect(refusal(await redeem(started, client, later))).toEqual([400, 'invalid_grant']);
  });

  it('that was used ends what came of it also when its time is over', async () => {
    const code = await codeOf(fresh());
    const { body } = await redeem(started, client, code);
    started.stack.clock.advance(601);
    expect(refusal(await redeem(started, client, code))).toEqual([400, 'invalid_grant']);
    expect(await found(body.access_token)).toBeNull();
  });

  it('is good for the client that asked for it, at the address that it named', async () => {
    const other = await register({});
    const code = await codeOf(fresh());
    expect(refusal(await redeem(started, other, code))).toEqual([400, 'invalid_grant']);
    const elsewhere = { redirect_uri: 'https://app.example/other' };
    expect(refusal(await redeem(started, client, code, elsewhere))).toEqual([400, 'invalid_grant']);
    expect(refusal(await redeem(started, client, 'tessera_ac_unknown'))).toEqual([400, 'invalid_grant']);
    expect((await redeem(started, client, code)).status).toBe(200);
  });

  it('is good for whoever has the verifier of its challenge', async () => {
    const { verifier, challenge } = proofKey();
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
    const code = await codeOf(fresh(), pkce);
    const wrongs: Record<string, string>[] = [
      {},
      { code_verifier: proofKey().verifier },
      { code_verifier: '' },
      { code_verifier: challenge },
    ];
    for (const wrong of wrongs)
      expect(refusal(await redeem(started, client, code, wrong))).toEqual([400, 'invalid_grant']);
    expect((await redeem(started, client, code, { code_verifier: verifier })).status).toBe(200);
    // Somebody has taken the challenge out of the request on its way.
    const without = await codeOf(fresh());
    expect(refusal(await redeem(started, client, without, { code_verifier: verifier }))).toEqual([
      400,
      'invalid_grant',
    ]);
  });
});

describe('a client', () => {
  const ask = (fields: Record<string, string>, authorization?: string) => {
    const { body, headers } = form(fields);
    return started.send('POST', `${oauthBase}/token`, {
      body,
      headers: { ...headers, ...(authorization && { authorization }) },
    });
  };
  const basic = (id: string, secret: string) =>
    `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`;

  it('shows who it is by its secret, in the form or in a header', async () => {
    const { clientId, clientSecret } = client;
    const fields = async () => ({
      grant_type: 'authorization_code',
      redirect_uri: callback,
      code: await codeOf(fresh()),
    });
    expect((await ask(await fields(), basic(clientId, clientSecret))).status).toBe(200);
    const wrong: [Record<string, string>, string?][] = [
      [{}],
      [{ client_id: clientId }],
      [{ client_id: clientId, client_secret: '' }],
      [{ client_id: clientId, client_secret: `${clientSecret}x` }],
      [{ client_id: 'tessera_ci_unknown', client_secret: clientSecret }],
      [{}, basic(clientId, 'wrong')],
      [{}, basic(`${clientId}\0`, clientSecret)],
      [{}, `Basic ${Buffer.from('%zz:%zz').toString('base64')}`],
      [{}, 'Basic !!'],
      [{}, 'Basic'],
      [{ client_id: 'tessera_ci_other' }, basic(clientId, clientSecret)],
      [{ client_id: clientId, client_secret: clientSecret }, 'Bearer nonsense'],
    ];
    for (const [credentials, authorization] of wrong)
      expect(refusal(await ask({ ...(await fields()), ...credentials }, authorization))).toEqual([
        401,
        'invalid_client',
      ]);
  });

  it('without a secret shows its verifier', async () => {
    const open = await register({ token_endpoint_auth_method: 'none' });
    expect(open.clientSecret).toBe('');
    const { verifier, challenge } = proofKey();
    const code = await codeOf(fresh(), { code_challenge: challenge, code_challenge_method: 'S256' }, open);
    const reply = await redeem(started, open, code, { code_verifier: verifier, client_secret: '' });
    expect(reply.status).toBe(200);
    expect((await refresh(reply.body.refresh_token, {}, open)).status).toBe(200);
  });

  it.each([
    [{}, 'invalid_request'],
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
    [{ grant_type: 'authorization_code' }, 'invalid_request'],
    [{ grant_type: 'refresh_token' }, 'invalid_request'],
    [{ grant_type: 'refresh_token', refresh_token: 'tessera_rt_u_unknown' }, 'invalid_grant'],
  ])('is told what its request lacks: %j', async (fields, error) =>
    expect(refusal(await post(started, 'token', client, fields as Record<string, string>))).toEqual([
      400,
      error,
    ]),
  );

  it.each([
    ['a field twice', 'grant_type=refresh_token&grant_type=refresh_token', undefined],
    ['a value that is too long', `refresh_token=${'x'.repeat(300)}`, undefined],
    ['nothing', undefined, undefined],
    ['no form', 'grant_type=refresh_token', 'text/plain'],
  ])('is told in the words of OAuth of a form that cannot be read: %s', async (_what, body, type) => {
    for (const endpoint of ['token', 'revoke', 'introspect']) {
      const headers = { 'content-type': type ?? 'application/x-www-form-urlencoded' };
      const reply = await started.send('POST', `${oauthBase}/${endpoint}`, {
        ...(body !== undefined && { body: `client_id=x&client_id=x&${body}`, headers }),
      });
      expect(refusal(reply)).toEqual([400, 'invalid_request']);
      expect(reply.body.error_description).toEqual(expect.any(String));
      expect(reply.text).not.toContain('JSON');
    }
  });

  it('that is not registered to refresh is given no refresh token', async () => {
    const once = await register({ grant_types: ['authorization_code'] });
    const { body } = await redeem(started, once, await codeOf(fresh(), {}, once));
    expect(body.access_token).toMatch(/^tessera_at_u_/);
    expect(body).not.toHaveProperty('refresh_token');
    expect(refusal(await refresh('tessera_rt_u_x', {}, once))).toEqual([400, 'unauthorized_client']);
  });
});

describe('a refresh token', () => {
  it('is worth new tokens with the same rights, and with fewer where they are asked for', async () => {
    const { access, refresh: first } = await connect(started, fresh(), client, {
      scope: 'openid products:read',
    });
    started.stack.clock.advance(3_600);
    expect(await found(access)).toBeNull();
    const fewer = await refresh(first, { scope: 'products:read' });
    expect(fewer.body).toMatchObject({ scope: 'products:read', id_token: expect.any(String) });
    expect(await found(fewer.body.access_token)).toMatchObject({ scopes: ['products:read'] });
    expect((await refresh(first, { scope: '' })).body.scope).toBe('openid products:read');
    expect((await refresh(fewer.body.refresh_token)).body.scope).toBe('openid products:read');
    expect(refusal(await refresh(fewer.body.refresh_token, { scope: 'products:write' }))).toEqual([
      400,
      'invalid_scope',
    ]);
  });

  it('may come again for a minute, since an answer can be lost; later it ends everything that came of its code', async () => {
    const { refresh: first } = await connect(started, fresh(), client);
    const second = await refresh(first);
    started.stack.clock.advance(60);
    const again = await refresh(first);
    expect([second.status, again.status]).toEqual([200, 200]);
    started.stack.clock.advance(1);
    expect(refusal(await refresh(first))).toEqual([400, 'invalid_grant']);
    for (const { body } of [second, again]) {
      expect(await found(body.access_token)).toBeNull();
      expect(refusal(await refresh(body.refresh_token))).toEqual([400, 'invalid_grant']);
    }
  });

  it.each([['code'], ['refresh token']] as const)(
    'and a code are not used up while identity is away: %s',
    async (kind) => {
      const as = fresh();
      const request =
        kind === 'code'
          ? { grantType: 'authorization_code', code: await codeOf(as), redirectUri: callback }
          : { grantType: 'refresh_token', refreshToken: (await connect(started, as, client)).refresh };
      const row = await findClient(started.parts, client.clientId);
      const ask = () => Promise.reject(kitErrors.ServiceUnavailable());
      const parts = { ...started.parts, bus: { ...started.parts.bus, ask } };
      if (!row) throw new Error('no client');
      await expect(exchange(parts, row, request)).rejects.toMatchObject({ status: 503 });
      started.stack.clock.advance(61);
      await expect(exchange(started.parts, row, request)).resolves.toHaveProperty('idToken');
    },
  );

  it('gives no scope that the client may not ask for any more', async () => {
    const shrinking = await register({ scope: 'openid products:read' });
    const { refresh: token } = await connect(started, fresh(), shrinking);
    const { clientId: client_id } = shrinking;
    const body = { client_id, client_name: 'Ledger', redirect_uris: [callback], scope: 'openid' };
    await started.send('PUT', `${oauthBase}/register/${client_id}`, { as: owner, body });
    expect((await refresh(token, {}, shrinking)).body.scope).toBe('openid');
    expect(refusal(await refresh(token, { scope: 'products:read' }, shrinking))).toEqual([
      400,
      'invalid_scope',
    ]);
  });

  it('that was used is known for a week, and no longer', async () => {
    const as = fresh();
    const { refresh: first } = await connect(started, as, client);
    const second = await refresh(first);
    started.stack.clock.advance(7 * 86_400 + 1);
    await sweepOAuth(started.parts);
    expect(refusal(await refresh(first))).toEqual([400, 'invalid_grant']);
    expect((await refresh(second.body.refresh_token)).status).toBe(200);
  });

  it('is good for its client alone, and for ninety days', async () => {
    const { refresh: token } = await connect(started, fresh(), client);
    const other = await register({});
    expect(refusal(await refresh(token, {}, other))).toEqual([400, 'invalid_grant']);
    started.stack.clock.advance(90 * 86_400);
    expect(refusal(await refresh(token))).toEqual([400, 'invalid_grant']);
  });
});

describe('an ID token', () => {
  const verified = async (idToken: string) => {
    const jwks = await started.send('GET', '/.well-known/jwks.json');
    expect(jwks.headers.get('cache-control')).toContain('max-age');
    expect(jwks.body.keys[0]).not.toHaveProperty('d');
    expect(decodeProtectedHeader(idToken)).toMatchObject({ alg: 'RS256', kid: jwks.body.keys[0].kid });
    const { payload } = await jwtVerify(idToken, createLocalJWKSet(jwks.body), {
      issuer: 'http://localhost:3000',
      audience: client.clientId,
      currentDate: started.stack.clock.now(),
    });
    return payload;
  };

  it('says who has allowed it, as far as they have', async () => {
    const as = fresh();
    const code = await codeOf(as, { scope: 'openid profile email', nonce: 'n-1' });
    const { body } = await redeem(started, client, code);
    expect(await verified(body.id_token)).toMatchObject({
      sub: as.userId,
      name: as.name,
      email: as.email,
      email_verified: false,
      nonce: 'n-1',
    });
    const bare = await redeem(started, client, await codeOf(as, { scope: 'openid' }));
    const claims = Object.keys(await verified(bare.body.id_token)).toSorted((a, b) => a.localeCompare(b));
    expect(claims).toEqual(['at_hash', 'aud', 'exp', 'iat', 'iss', 'sub']);
  });

  it('of a code says when they had signed in', async () => {
    const as = signIn(started.identity, { signedInAt: started.stack.clock.now().getTime() - 4_500 });
    const { body } = await redeem(started, client, await codeOf(as, { scope: 'openid' }));
    const { auth_time: authTime } = await verified(body.id_token);
    expect(authTime).toBe(Math.floor((as.signedInAt ?? 0) / 1000));
    const again = await refresh(body.refresh_token);
    expect(await verified(again.body.id_token)).not.toHaveProperty('auth_time');
    const { claims_supported } = (await started.send('GET', '/.well-known/openid-configuration')).body;
    expect(claims_supported).toContain('auth_time');
  });

  it('is described where clients look for it', async () => {
    for (const path of ['openid-configuration', 'oauth-authorization-server'])
      expect((await started.send('GET', `/.well-known/${path}`)).body).toMatchObject({
        issuer: 'http://localhost:3000',
        authorization_endpoint: 'http://localhost:3000/oauth2/authorize',
        token_endpoint: `http://localhost:3000${oauthBase}/token`,
        jwks_uri: 'http://localhost:3000/.well-known/jwks.json',
        code_challenge_methods_supported: ['S256'],
        request_uri_parameter_supported: false,
      });
  });
});

describe('whom a token acts for', () => {
  const info = (as: Parameters<typeof started.send>[2]) => started.send('GET', `${oauthBase}/userinfo`, as);

  it('is told as far as its scopes go', async () => {
    const as = fresh();
    const token = (...scopes: string[]) => ({
      as: { kind: 'user-token' as const, tokenId: as.sessionId, clientId: 'x', userId: as.userId, scopes },
    });
    expect((await info(token())).body).toEqual({ sub: as.userId });
    expect((await info(token('profile', 'email'))).body).toEqual({
      sub: as.userId,
      name: as.name,
      email: as.email,
      email_verified: false,
    });
    const posted = await started.send('POST', `${oauthBase}/userinfo`, token('profile'));
    expect(posted.body).toEqual({ sub: as.userId, name: as.name });
  });

  it('is an organization, a user by their session, or nobody', async () => {
    const { as, organizationId } = await makeSeller(started);
    expect((await info({ as: withToken(organizationId, 'profile') })).body).toEqual({
      sub: organizationId,
      name: 'Shop',
    });
    expect((await info({ as: withToken(organizationId, 'products:read') })).body).toEqual({
      sub: organizationId,
    });
    expect((await info({ as })).body).toMatchObject({ sub: as.userId, email: as.email });
    expect((await info({})).status).toBe(401);
    started.identity.users.delete(as.userId);
    expect((await info({ as })).status).toBe(401);
  });
});

describe('what a client is told of its tokens', () => {
  const nothing = {
    active: false,
    client_id: '',
    token_type: 'access_token',
    scope: '',
    sub_type: 'user',
    sub: '',
    aud: '',
    iss: 'http://localhost:3000',
    exp: 0,
    iat: 0,
  };
  const look = (token: string, by = client) => post(started, 'introspect', by, { token });

  it('is what they are good for, and until when', async () => {
    const as = fresh();
    const { access, refresh: refreshToken } = await connect(started, as, client, { scope: 'openid' });
    const iat = Math.floor(started.stack.clock.now().getTime() / 1000);
    const shared = {
      active: true,
      client_id: client.clientId,
      scope: 'openid',
      sub_type: 'user',
      sub: as.userId,
      aud: client.clientId,
      iss: 'http://localhost:3000',
      iat,
    };
    expect((await look(access)).body).toEqual({ ...shared, token_type: 'access_token', exp: iat + 3_600 });
    expect((await look(refreshToken)).body).toEqual({
      ...shared,
      token_type: 'refresh_token',
      exp: iat + 7_776_000,
    });
    started.stack.clock.advance(3_600);
    expect((await look(access)).body).toEqual(nothing);
  });

  it('is nothing of those of others, and nothing to a client that anybody could pass for', async () => {
    const { access } = await connect(started, fresh(), client);
    expect((await look(access, await register({}))).body).toEqual(nothing);
    expect((await look('tessera_at_u_unknown')).body).toEqual(nothing);
    expect(refusal(await post(started, 'introspect', client, {}))).toEqual([400, 'invalid_request']);
    const open = await register({ token_endpoint_auth_method: 'none' });
    expect(refusal(await look(access, open))).toEqual([401, 'invalid_client']);
  });
});

describe('revoking a token', () => {
  const revoke = (token: string, fields: Record<string, string> = {}, by = client) =>
    post(started, 'revoke', by, { token, ...fields });

  it('ends it at once, and what came with it', async () => {
    const { access, refresh: refreshToken } = await connect(started, fresh(), client);
    await found(access);
    const reply = await revoke(refreshToken);
    expect([reply.status, reply.body]).toEqual([200, {}]);
    expect(await redis.get(accessTokenKey(sha256(access)))).toBeNull();
    expect(await found(access)).toBeNull();
    expect((await refresh(refreshToken)).status).toBe(400);
  });

  it('ends an access token alone where that is what is meant', async () => {
    const { access, refresh: refreshToken } = await connect(started, fresh(), client);
    await found(access);
    await revoke(access, { token_type_hint: 'access_token' });
    expect(await redis.get(accessTokenKey(sha256(access)))).toBeNull();
    expect(await found(access)).toBeNull();
    const next = await refresh(refreshToken);
    expect(next.status).toBe(200);
    await revoke(next.body.access_token);
    expect((await refresh(next.body.refresh_token)).status).toBe(400);
  });

  it('of others, or of none, is answered as if it were done', async () => {
    const { access } = await connect(started, fresh(), client);
    expect((await revoke(access, {}, await register({}))).body).toEqual({});
    expect((await revoke('nonsense')).body).toEqual({});
    expect(await found(access)).not.toBeNull();
  });
});

describe('the use of a token', () => {
  it('is seen on what allowed it', async () => {
    const as = fresh();
    const { access } = await connect(started, as, client);
    const record = await found(access);
    const at = new Date(started.stack.clock.now().getTime() + 5_000).toISOString();
    started.stack.bus.broadcast(accessTokenUsedSubject, { tokenId: record?.id, at });
    await eventually(async () => {
      const { body } = await started.send('GET', `${oauthBase}/consents/`, { as });
      expect(body.items[0].last_used_at).toBe(at);
    });
  });
});
