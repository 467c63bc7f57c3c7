import { insist } from '@tessera/kit/test/client';
import { oauthClientOf } from '@tessera/kit/test/oauth-clients';
import type { PassportClaims } from '@tessera/proto/api/passport';
import {
  addMember,
  makeSeller,
  type OrganizationStack,
  signIn,
  startOrganization,
  withToken,
} from '../../../test/factories.ts';
import { callback, oauthBase, post, registerClient } from '../../../test/oauth.ts';

let started: OrganizationStack;
beforeAll(async () => {
  started = await startOrganization();
});
afterAll(() => started.stack.stop());

const send: OrganizationStack['send'] = (...request) => started.send(...request);
const fresh = () => signIn(started.identity);
const body = { client_name: 'Ledger', redirect_uris: [callback] };
const register = (changes: Record<string, unknown> = {}, as: PassportClaims | null = fresh()) =>
  send('POST', `${oauthBase}/register`, { ...(as && { as }), body: { ...body, ...changes } });
const list = (as: Parameters<typeof send>[2]) => send('GET', `${oauthBase}/`, as);
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

describe('registering a client', () => {
  it('answers everything that it needs, and nothing that is null', async () => {
    const reply = await register({ client_uri: 'https://app.example', scope: 'openid email' });
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        client_name: 'Ledger',
        redirect_uris: [callback],
        token_endpoint_auth_method: 'client_secret_post',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        scope: 'openid email',
        default_sub_type: 'user',
        client_uri: 'https://app.example',
        client_id: expect.stringMatching(/^tessera_ci_\w{43}$/),
        client_secret: expect.stringMatching(/^tessera_cs_\w{43}$/),
        client_secret_expires_at: 0,
        client_id_issued_at: Math.floor(started.stack.clock.now().getTime() / 1000),
        registration_client_uri: `http://localhost:3000${oauthBase}/register/${reply.body.client_id}`,
        registration_access_token: expect.stringMatching(/^tessera_crt_\w{43}$/),
      },
    ]);
  });

  it('is created where nobody is known to register it, as libraries want of open registration', async () => {
    const reply = await register({}, null);
    expect([reply.status, reply.body.client_name]).toEqual([201, 'Ledger']);
  });

  it('gives a public one no secret', async () => {
    const { body: made } = await register({ token_endpoint_auth_method: 'none' });
    expect(made).not.toHaveProperty('client_secret');
    expect(made).not.toHaveProperty('client_secret_expires_at');
  });

  it.each([
    ['https://app.example/callback?tenant=1'],
    ['http://localhost:8000/callback'],
    ['http://foo.localhost:8000/callback'],
    ['http://127.0.0.1:8000/callback'],
    ['http://[::1]/callback'],
    ['com.example.app:/callback'],
    ['cursor://anysphere/callback'],
  ])('takes the address %s', async (uri) =>
    expect((await register({ redirect_uris: [uri] })).status).toBe(200),
  );

  it.each([
    ['http://example.com'],
    ['foobar'],
    ['http://localhost.evil/callback'],
    ['http://localhostevil/callback'],
    ['http://localhost./callback'],
    ['https://app.example/callback#fragment'],
    ['https://user:secret@app.example/'],
    ['https://app.example/a b'],
    ['https://app.example\\@evil.example/'],
    [' https://app.example/'],
    ['javascript:alert(1)'],
    ['JavaScript:alert(1)'],
    ['data:text/html,x'],
    ['file:///etc/passwd'],
    ['ms-msdt:/id'],
    ['shell:startup'],
    ['tel:+15550100'],
    [`http://${'a'.repeat(3_000)}localhost/callback`],
    [''],
  ])('refuses the address %j', async (uri) => {
    const { status, body: refused } = await register({ redirect_uris: [uri] });
    expect([status, refused.detail[0].loc]).toEqual([422, ['body', 'redirect_uris', 0]]);
  });

  it.each([
    [{ client_name: ' ' }, 'client_name'],
    [{ client_name: 'Ledger\u202Emoc.live@' }, 'client_name'],
    [{ client_name: 'Ledger\nby us' }, 'client_name'],
    [{ client_name: '\u200B\u200D' }, 'client_name'],
    [{ redirect_uris: [] }, 'redirect_uris'],
    [{ scope: 'openid everything' }, 'scope'],
    [{ scope: 'admin' }, 'scope'],
    [{ logo_uri: 'javascript:alert(1)' }, 'logo_uri'],
    [{ token_endpoint_auth_method: 'private_key_jwt' }, 'token_endpoint_auth_method'],
    [{ grant_types: [] }, 'grant_types'],
  ])('refuses %j', async (changes, field) => {
    const { status, body: refused } = await register(changes);
    expect([status, refused.detail[0].loc[1]]).toEqual([422, field]);
  });

  it('is for an account itself, not for an administrator who acts as it, nor for clients', async () => {
    const as = fresh();
    expect((await register({}, { ...as, isImpersonated: true })).status).toBe(403);
    expect((await list({ as: { ...as, isImpersonated: true } })).status).toBe(403);
    const { organizationId } = await makeSeller(started);
    const { userId } = as;
    const ofUser = oauthClientOf(userId, 'organizations:write');
    const ofOrganization = { ...withToken(organizationId, 'organizations:write'), clientId: 'x' };
    for (const client of [ofUser, ofOrganization])
      for (const [method, path] of [
        ['POST', '/register'],
        ['GET', '/'],
        ['GET', '/register/x'],
      ] as const) {
        const sent = method === 'POST' && { body };
        expect((await send(method, oauthBase + path, { as: client, ...sent })).status).toBe(403);
      }
    const gone = withToken(userId, 'organizations:write');
    expect((await send('POST', `${oauthBase}/register`, { as: gone, body })).status).toBe(404);
    const reader = withToken(organizationId, 'organizations:read');
    expect((await send('POST', `${oauthBase}/register`, { as: reader, body })).status).toBe(403);
  });

  it('ends at a hundred of one owner, a user or an organization, also when many are registered at once', async () => {
    const as = fresh();
    const { organizationId } = await makeSeller(started);
    for (const owner of [as, withToken(organizationId, 'organizations:write')]) {
      const replies = await Promise.all(Array.from({ length: 120 }, () => insist(() => register({}, owner))));
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(100);
    }
    expect((await register({}, as)).status).toBe(403);
    expect((await register()).status).toBe(200);
  });
});

describe('the clients of an owner', () => {
  it('are listed with their secrets, newest first', async () => {
    const as = fresh();
    const first = await registerClient(started, as);
    started.stack.clock.advance(1);
    const second = await registerClient(started, as, { token_endpoint_auth_method: 'none' });
    const { body: page } = await list({ as });
    expect(page.pagination).toEqual({ total_count: 2, max_page: 1 });
    expect(page.items).toMatchObject([
      { client_id: second.clientId, client_secret: '', logo_uri: null },
      { client_id: first.clientId, client_secret: first.clientSecret, organization_id: null },
    ]);
    expect((await list({ as: fresh() })).body.items).toEqual([]);
    expect((await list({})).status).toBe(401);
  });

  it('may be an organization’s, by its access token: whoever manages it sees them', async () => {
    const { as, organizationId } = await makeSeller(started);
    const member = fresh();
    await addMember(started, organizationId, { userId: member.userId });
    const token = withToken(organizationId, 'organizations:write');
    const { clientId } = await registerClient(started, token);
    for (const [caller, expected] of [
      [as, 1],
      [member, 0],
      [token, 1],
      [withToken((await makeSeller(started)).organizationId, 'organizations:write'), 0],
    ] as const)
      expect((await list({ as: caller })).body.items).toHaveLength(expected);
    const path = `${oauthBase}/register/${clientId}`;
    expect((await send('GET', path, { as })).status).toBe(200);
    expect((await send('GET', path, { as: token })).status).toBe(200);
    expect((await send('GET', path, { as: member })).status).toBe(404);
    // Their secrets are in what is shown: whoever may only look would be able to change them.
    const reader = withToken(organizationId, 'organizations:read');
    expect((await list({ as: reader })).status).toBe(403);
    expect((await send('GET', path, { as: reader })).status).toBe(403);
  });
});

describe('a registered client', () => {
  it('is managed by whoever holds its registration access token', async () => {
    const client = await registerClient(started, null);
    const path = `${oauthBase}/register/${client.clientId}`;
    const auth = bearer(client.registrationToken);
    expect((await send('GET', path, auth)).body).toMatchObject({
      client_id: client.clientId,
      client_secret: client.clientSecret,
      registration_access_token: client.registrationToken,
    });
    const changed = await send('PUT', path, {
      ...auth,
      body: { ...body, client_id: client.clientId, client_name: 'New' },
    });
    expect([changed.status, changed.body.client_name]).toEqual([200, 'New']);
    const other = await registerClient(started, null);
    for (const wrong of [
      {},
      bearer(other.registrationToken),
      bearer('nonsense'),
      { headers: { authorization: 'Bearer' } },
    ])
      expect((await send('GET', path, wrong)).status).toBe(401);
    expect((await send('GET', `${oauthBase}/register/unknown`, auth)).status).toBe(401);
    const gone = await send('DELETE', path, auth);
    expect([gone.status, gone.body]).toEqual([200, {}]);
    expect((await send('GET', path, auth)).status).toBe(401);
  });

  it('keeps what a change does not name, and loses what it says is null', async () => {
    const as = fresh();
    const { clientId, clientSecret } = await registerClient(started, as, {
      ...{
        client_uri: 'https://app.example',
        tos_uri: 'https://app.example/terms',
        default_sub_type: 'organization',
      },
    });
    const change = (changes: Record<string, unknown>) =>
      send('PUT', `${oauthBase}/register/${clientId}`, {
        as,
        body: { ...body, client_id: clientId, ...changes },
      });
    const changed = await change({ tos_uri: null, redirect_uris: ['https://new.example/cb'] });
    expect(changed.body).toMatchObject({
      redirect_uris: ['https://new.example/cb'],
      scope: 'openid profile email organizations:read products:read products:write',
      default_sub_type: 'organization',
      client_uri: 'https://app.example',
      client_secret: clientSecret,
    });
    expect(changed.body).not.toHaveProperty('tos_uri');
    for (const wrong of [
      { client_id: 'other' },
      { client_secret: 'other' },
      { redirect_uris: ['http://example.com'] },
    ])
      expect((await change(wrong)).status).toBe(422);
    const modifiedAt = async () => (await list({ as })).body.items[0].modified_at;
    const before = await modifiedAt();
    started.stack.clock.set(new Date(started.stack.clock.now().getTime() + 60_000));
    const same = { redirect_uris: ['https://new.example/cb'], client_secret: clientSecret };
    expect((await change(same)).status).toBe(200);
    expect(await modifiedAt()).toBe(before);
  });

  it('that becomes public has no secret, and a new one when it is confidential again', async () => {
    const as = fresh();
    const { clientId, clientSecret } = await registerClient(started, as);
    const become = (token_endpoint_auth_method: string) =>
      send('PUT', `${oauthBase}/register/${clientId}`, {
        as,
        body: { ...body, client_id: clientId, token_endpoint_auth_method },
      });
    expect((await become('none')).body).not.toHaveProperty('client_secret');
    const { client_secret } = (await become('client_secret_basic')).body;
    expect(client_secret).toMatch(/^tessera_cs_/);
    expect(client_secret).not.toBe(clientSecret);
  });

  it('is given another secret, and the one before ends', async () => {
    const as = fresh();
    const client = await registerClient(started, as);
    const renewed = await send('POST', `${oauthBase}/register/${client.clientId}/client-secret`, { as });
    const clientSecret = renewed.body.client_secret as string;
    const look = (secret: string) =>
      post(started, 'introspect', { ...client, clientSecret: secret }, { token: 'x' });
    expect((await look(client.clientSecret)).status).toBe(401);
    expect((await look(clientSecret)).status).toBe(200);
    const open = await registerClient(started, as, { token_endpoint_auth_method: 'none' });
    expect((await send('POST', `${oauthBase}/register/${open.clientId}/client-secret`, { as })).status).toBe(
      400,
    );
  });
});
