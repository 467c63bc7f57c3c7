import { eventually } from '@tessera/kit/test/eventually';
import { oauthPrefixes } from '@tessera/proto/api/organization/oauth/scopes';
import type { UserCaller } from '@tessera/proto/api/passport';
import {
  addMember,
  makeSeller,
  type OrganizationStack,
  signIn,
  startOrganization,
} from '../../../test/factories.ts';
import {
  allowed,
  authorize,
  callback,
  consent,
  oauthBase,
  parametersOf,
  proofKey,
  type RegisteredClient,
  registerClient,
  requestOf,
} from '../../../test/oauth.ts';
import { endConsents } from '../consents/end.ts';

let started: OrganizationStack;
let ada: UserCaller;
let client: RegisteredClient;
beforeAll(async () => {
  started = await startOrganization();
  ada = signIn(started.identity);
  client = await registerClient(started, ada);
});
afterAll(() => started.stack.stop());

const register = (changes: Record<string, unknown>) => registerClient(started, ada, changes);
const ask = (request: Record<string, string>, as: UserCaller | null = ada) => authorize(started, as, request);
const fresh = () => signIn(started.identity);

describe('what a client asks for', () => {
  it('is told to the user, with the scopes of the client where it names none', async () => {
    const asked = await ask(requestOf(client, { scope: 'openid products:read' }));
    expect([asked.status, asked.body]).toEqual([
      200,
      {
        sub_type: 'user',
        client: {
          client_id: client.clientId,
          client_name: 'Ledger',
          client_uri: null,
          logo_uri: null,
          tos_uri: null,
          policy_uri: null,
          created_at: expect.any(String),
          modified_at: null,
        },
        sub: { id: ada.userId, email: ada.email, avatar_url: null },
        scopes: ['openid', 'products:read'],
      },
    ]);
    expect((await ask(requestOf(client))).body.scopes).toEqual([
      ...['openid', 'profile', 'email', 'organizations:read', 'products:read', 'products:write'],
    ]);
  });

  it.each([
    ['an unknown client', { client_id: 'tessera_ci_unknown' }, 'invalid_client'],
    ['no client', { client_id: '' }, 'invalid_client'],
    ['an address of somebody else', { redirect_uri: 'https://evil.example/callback' }, 'invalid_request'],
    ['a longer address', { redirect_uri: `${callback}/more` }, 'invalid_request'],
    ['an unknown sub_type', { sub_type: 'robot' }, 'invalid_request'],
    ['a sub of a user', { sub: '0198a000-0000-7000-8000-000000000000' }, 'invalid_request'],
  ])('is told to nobody but the user: %s', async (_what, changes, error) => {
    const request = requestOf(client, changes);
    const replies = [await ask(request), await consent(started, ada, request)];
    for (const reply of replies) {
      expect([reply.status, reply.body.error]).toEqual([400, error]);
      expect(reply.body.error_description).toEqual(expect.any(String));
      expect(reply.headers.get('location')).toBeNull();
    }
  });

  it.each([
    ['no response_type', { response_type: '' }, 'invalid_request'],
    ['another response_type', { response_type: 'token' }, 'unsupported_response_type'],
    ['a scope that there is not', { scope: 'openid everything' }, 'invalid_scope'],
    ['a scope that it is not registered for', { scope: 'openid orders:read' }, 'invalid_scope'],
    ['a challenge in plain', { code_challenge: 'x'.repeat(43) }, 'invalid_request'],
    [
      'a challenge in plain by its name',
      { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' },
      'invalid_request',
    ],
    ['a request object', { request: 'e30.e30.' }, 'request_not_supported'],
    ['a request object elsewhere', { request_uri: 'https://app.example/r' }, 'request_uri_not_supported'],
    ['another response_mode', { response_mode: 'fragment' }, 'invalid_request'],
    ['to be asked and not to be asked', { prompt: 'none consent' }, 'invalid_request'],
    ['an age below zero', { max_age: '-1' }, 'invalid_request'],
    ['an age that is no whole number', { max_age: '1e9' }, 'invalid_request'],
    ['an age in words', { max_age: 'abc' }, 'invalid_request'],
    ['no challenge', { code_challenge: 'x', code_challenge_method: 'S256' }, 'invalid_request'],
  ])('is refused at its own address: %s', async (_what, changes, error) => {
    const request = requestOf(client, changes);
    for (const reply of [await ask(request), await consent(started, ada, request)]) {
      expect(reply.status).toBe(302);
      expect(reply.headers.get('location')).toMatch(/^https:\/\/app\.example\/callback\?/);
      expect(parametersOf(reply)).toMatchObject({ error, state: 'st&te', iss: 'http://localhost:3000' });
    }
  });

  it('needs someone who is signed in, or says that nobody is', async () => {
    expect((await ask(requestOf(client), null)).status).toBe(401);
    expect((await consent(started, null, requestOf(client))).status).toBe(401);
    const faulty = await ask(requestOf(client, { scope: 'everything' }), null);
    expect([faulty.status, faulty.headers.get('location')]).toEqual([401, null]);
    const silent = await ask(requestOf(client, { prompt: 'none' }), null);
    expect(parametersOf(silent)).toMatchObject({ error: 'login_required', state: 'st&te' });
  });

  it('may have parameters without a value, which are as if they were left out', async () => {
    const valueless = {
      ...{ scope: '', state: '', nonce: '', prompt: '', sub_type: '', sub: '', response_mode: '' },
      ...{ redirect_uri: '', code_challenge: '', code_challenge_method: '' },
    };
    const asked = await ask(requestOf(client, valueless));
    expect([asked.status, asked.body.scopes?.length]).toEqual([200, 6]);
    const answered = parametersOf(await consent(started, fresh(), requestOf(client, valueless)));
    expect(answered).toEqual({ code: expect.any(String), iss: 'http://localhost:3000' });
  });

  it.each([
    ['http://127.0.0.1:51004/a/../callback'],
    ['http://127.0.0.1:51004/call\tback'],
    ['http://127.0.0.1:51004/call\nback'],
    [' http://127.0.0.1:51004/callback'],
    ['http:\\\\127.0.0.1:51004\\callback'],
    ['http:127.0.0.1:51004/callback'],
    ['http://2130706433:51004/callback'],
    ['http://127.0.0.1:51004@evil.example/callback'],
    ['http://127.0.0.1:51004/callback#'],
  ])('comes to an app on the machine at any port, and in no other spelling: %j', async (redirect_uri) => {
    const app = await register({ redirect_uris: ['http://127.0.0.1/callback'] });
    expect((await ask(requestOf(app, { redirect_uri }))).status).toBe(400);
  });

  it('of a client that nobody answers for leads to its address only as a user has chosen', async () => {
    const unowned = await registerClient(started, null);
    const person = fresh();
    const silent = requestOf(unowned, { prompt: 'none' });
    expect((await ask(silent, null)).status).toBe(401);
    for (const request of [silent, requestOf(unowned, { scope: 'everything' })]) {
      const reply = await ask(request, person);
      expect([reply.status, reply.body.error, reply.body.state]).toEqual([400, 'invalid_request', 'st&te']);
      expect(reply.headers.get('location')).toBeNull();
    }
    const denied = await consent(started, person, requestOf(unowned), 'deny');
    expect(parametersOf(denied)).toMatchObject({ error: 'access_denied' });
    await allowed(started, person, requestOf(unowned));
    expect(parametersOf(await ask(silent, person))).toHaveProperty('code');
  });

  it('comes to a client without a secret only with a challenge', async () => {
    const open = await register({ token_endpoint_auth_method: 'none' });
    const { challenge } = proofKey();
    expect(parametersOf(await consent(started, ada, requestOf(open)))).toMatchObject({
      error: 'invalid_request',
    });
    const request = requestOf(open, { code_challenge: challenge, code_challenge_method: 'S256' });
    expect(parametersOf(await consent(started, ada, request))).toHaveProperty('code');
  });
});

describe('the answer', () => {
  it('is a code that is known as one', async () => {
    const reply = await consent(started, fresh(), requestOf(client));
    expect(reply.status).toBe(302);
    const { code, ...rest } = parametersOf(reply);
    expect(code?.startsWith(oauthPrefixes.code)).toBe(true);
    expect(rest).toEqual({ state: 'st&te', iss: 'http://localhost:3000' });
  });

  it('is that it was denied', async () => {
    const person = fresh();
    const denied = await consent(started, person, requestOf(client), 'deny');
    expect(parametersOf(denied)).toMatchObject({ error: 'access_denied', state: 'st&te' });
    expect((await ask(requestOf(client), person)).status).toBe(200);
  });

  it.each([['allow?'], ['']])('is one of the two (%j)', async (action) =>
    expect((await consent(started, ada, requestOf(client), action)).status).toBe(422),
  );

  it('is not asked for again, unless there is more to allow or the client wants it to be', async () => {
    const person = fresh();
    await allowed(started, person, requestOf(client, { scope: 'openid products:read' }));
    const less = await ask(requestOf(client, { scope: 'products:read' }), person);
    expect([less.status, parametersOf(less)['code']]).toEqual([302, expect.any(String)]);
    expect((await ask(requestOf(client, { scope: 'products:write' }), person)).status).toBe(200);
    const again = { scope: 'openid', prompt: 'consent' };
    expect((await ask(requestOf(client, again), person)).status).toBe(200);
    expect((await ask(requestOf(client, { ...again, prompt: 'login' }), person)).status).toBe(401);
    const silent = await ask(requestOf(client, { scope: 'openid', prompt: 'none' }), person);
    expect(parametersOf(silent)).toHaveProperty('code');
    const more = await ask(requestOf(client, { prompt: 'none' }), person);
    expect(parametersOf(more)).toMatchObject({ error: 'consent_required' });
  });

  it('is asked for each time by a client that anybody on the machine could pass for', async () => {
    const open = await register({
      token_endpoint_auth_method: 'none',
      redirect_uris: ['com.example.ledger:/callback', 'http://127.0.0.1/callback'],
    });
    const person = fresh();
    const { challenge } = proofKey();
    for (const redirect_uri of ['com.example.ledger:/callback', 'http://127.0.0.1:51004/callback']) {
      const request = requestOf(open, {
        redirect_uri,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      });
      const reply = await consent(started, person, request);
      expect(reply.headers.get('location')?.startsWith(`${redirect_uri}?code=`)).toBe(true);
      expect((await ask(request, person)).status).toBe(200);
    }
  });

  it('of an administrator who acts as somebody else is none', async () => {
    const impersonated = { ...fresh(), isImpersonated: true };
    expect((await consent(started, impersonated, requestOf(client))).status).toBe(403);
  });
});

describe('a client that acts for an organization', () => {
  const forOrganization = (changes: Record<string, string> = {}) =>
    requestOf(client, { sub_type: 'organization', scope: 'products:read', ...changes });

  it('is given one that the user chooses of those that they manage', async () => {
    const { as, organizationId } = await makeSeller(started);
    const other = await makeSeller(started);
    await addMember(started, other.organizationId, { userId: as.userId, role: 'member' });
    const asked = await ask(forOrganization(), as);
    expect(asked.body).toMatchObject({ sub_type: 'organization', sub: null, scopes: ['products:read'] });
    expect(asked.body.organizations).toEqual([
      { id: organizationId, name: 'Shop', slug: expect.any(String), avatar_url: null },
    ]);
    const chosen = await ask(forOrganization({ sub: organizationId }), as);
    expect(chosen.body.sub).toEqual(asked.body.organizations[0]);
    for (const sub of [other.organizationId, 'nonsense', 'undefined']) {
      const refused = await consent(started, as, forOrganization({ sub }));
      expect([refused.status, refused.body.error]).toEqual([400, 'invalid_sub']);
    }
    expect((await consent(started, as, forOrganization())).body.error).toBe('invalid_sub');
    expect(parametersOf(await consent(started, as, forOrganization({ sub: organizationId })))).toHaveProperty(
      'code',
    );
  });

  it('has what one of those who manage it has allowed, also with others', async () => {
    const { as, organizationId } = await makeSeller(started);
    const admin = fresh();
    await addMember(started, organizationId, { userId: admin.userId, role: 'admin' });
    await allowed(started, as, forOrganization({ sub: organizationId }));
    expect(parametersOf(await ask(forOrganization({ sub: organizationId }), admin))).toHaveProperty('code');
  });
});

describe('the page that asks', () => {
  const step = (body: Record<string, unknown>, as: UserCaller | null = ada) =>
    started.send('POST', `${oauthBase}/authorization`, { ...(as && { as }), body });

  it('is told what to ask, and where to go afterwards', async () => {
    const { as, organizationId } = await makeSeller(started);
    const request = requestOf(client, { sub_type: 'organization' });
    const asked = await step({ request }, as);
    expect(asked.body).toMatchObject({ location: null, redirect_host: 'app.example' });
    expect(asked.body.ask.organizations).toHaveLength(1);
    const answered = await step({ request, action: 'allow', organization_id: organizationId }, as);
    expect(answered.body.ask).toBeNull();
    expect(answered.body.location).toMatch(
      /^https:\/\/app\.example\/callback\?code=tessera_ac_\w+&state=st%26te&iss=/,
    );
    const denied = await step({ request, action: 'deny' }, as);
    expect(denied.body.location).toContain('error=access_denied');
  });

  it('is told that somebody has to sign in, or that the client waits for no one', async () => {
    expect((await step({ request: requestOf(client) }, null)).status).toBe(401);
    const silent = await step({ request: requestOf(client, { prompt: 'none' }) }, null);
    expect(silent.body.location).toContain('error=login_required');
    expect((await step({ request: { client_id: 'x' } })).body).toMatchObject({
      error: 'invalid_client',
      error_description: expect.any(String),
    });
  });
});

describe('what a user has allowed', () => {
  const list = (as: UserCaller, query = '') => started.send('GET', `${oauthBase}/consents/${query}`, { as });
  const revoke = (as: UserCaller, id: string) =>
    started.send('DELETE', `${oauthBase}/consents/${id}`, { as });

  it('is listed for them, and taken back by nobody else', async () => {
    const person = fresh();
    expect((await list(person)).body).toMatchObject({ items: [], pagination: { total_count: 0 } });
    await allowed(started, person, requestOf(client, { scope: 'openid' }));
    const { items } = (await list(person)).body;
    expect(items).toEqual([
      {
        id: expect.any(String),
        created_at: expect.any(String),
        modified_at: null,
        client: expect.objectContaining({ client_id: client.clientId, client_name: 'Ledger' }),
        sub_type: 'user',
        organization_id: null,
        user: { id: person.userId, name: person.name, email: person.email },
        scopes: ['openid'],
        last_used_at: null,
      },
    ]);
    expect((await revoke(ada, items[0].id)).status).toBe(404);
    expect((await revoke(person, items[0].id)).status).toBe(204);
    expect((await list(person)).body.items).toEqual([]);
    expect((await revoke(person, items[0].id)).status).toBe(404);
  });

  it('is given anew where it is taken back in the same moment', async () => {
    const { db } = started.parts;
    const person = fresh();
    await allowed(started, person, requestOf(client, { scope: 'openid' }));
    const { items } = (await list(person)).body;
    const runner = db.createQueryRunner();
    await runner.startTransaction();
    // Whoever takes it back holds it first.
    await runner.query('SELECT FROM oauth_consents WHERE id = $1 FOR UPDATE', [items[0].id]);
    const again = consent(started, person, requestOf(client, { scope: 'email' }));
    await eventually(async () => {
      const waiting = await db.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(waiting).toHaveLength(1);
    });
    await endConsents(runner.manager, { id: items[0].id });
    await runner.commitTransaction();
    await runner.release();
    expect(parametersOf(await again)).toHaveProperty('code');
    expect((await list(person)).body.items).toMatchObject([{ scopes: ['email'] }]);
  });

  it('for an organization is for those who manage it', async () => {
    const { as, organizationId } = await makeSeller(started);
    const [admin, member] = [fresh(), fresh()];
    await addMember(started, organizationId, { userId: admin.userId, role: 'admin' });
    await addMember(started, organizationId, { userId: member.userId });
    await allowed(started, as, requestOf(client, { sub_type: 'organization', sub: organizationId }));
    const query = `?organization_id=${organizationId}`;
    expect((await list(as)).body.items).toEqual([]);
    const { items } = (await list(admin, query)).body;
    expect(items).toMatchObject([
      { sub_type: 'organization', organization_id: organizationId, user: { id: as.userId } },
    ]);
    expect((await list(member, query)).status).toBe(403);
    expect((await list(ada, query)).body.items).toEqual([]);
    expect((await revoke(member, items[0].id)).status).toBe(403);
    expect((await revoke(ada, items[0].id)).status).toBe(404);
    expect((await revoke(admin, items[0].id)).status).toBe(204);
  });
});
