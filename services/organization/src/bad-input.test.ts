import { uuidv7 } from 'uuidv7';
import { makeOrganization, type OrganizationStack, signIn, startOrganization } from '../test/factories.ts';

let started: OrganizationStack;
beforeAll(async () => {
  started = await startOrganization({ teams: { enabled: true } });
});
afterAll(() => started.stack.stop());

const auth = '/api/auth/organization';
const billing = '/api/billing/v1';
const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
const nasty = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '{}',
  '{"__proto__":{"name":"x"},"constructor":1}',
  '{"name":"a\\u0000bc","slug":"a\\u0000bc"}',
  '{"name":"\\ud800abc","slug":"lone-surrogate"}',
  '{"name":{},"slug":[]}',
  '{"name":null,"slug":null,"organizationId":5,"organizationSlug":false}',
  '{"name":"Shop","slug":"shop","metadata":"text"}',
  '{"organizationId":"nonsense","memberId":"x","memberIdOrEmail":"x@","teamId":"x","invitationId":"x","role":"a","email":"a@example.com","data":{},"userId":"x","permissions":{}}',
  '{"organizationId":null,"memberId":{},"memberIdOrEmail":[],"teamId":0,"invitationId":[],"role":[[]],"email":{},"data":[],"userId":[],"permission":[]}',
  '{"organizationId":"\\u0000","memberId":"\\u0000","memberIdOrEmail":"\\u0000@","teamId":"\\ud800","invitationId":"\\u0000","role":["\\u0000"],"email":"a@example.com","data":{"name":"\\u0000"},"userId":"\\u0000","permissions":{"\\u0000":["\\ud800"]}}',
  `{"name":"Shop","slug":"deep","metadata":{"a":${deep}}}`,
  '{"name":"Shop","slug":"surrogate","metadata":{"a":"\\ud800"}}',
  '{"name":"Shop","slug":"key","metadata":{"\\ud800":1}}',
  `{"name":"${'x'.repeat(300)}","slug":"${'x'.repeat(300)}"}`,
  '{"organization_id":1,"scopes":{},"comment":[],"expires_at":1}',
  '{"organization_id":"0198a000-0000-7000-8000-000000000000","scopes":["products:read"],"comment":"x","expires_at":"9999-12-31T23:59:59Z"}',
  '{"name":"Shop","socials":{},"details":[],"feature_settings":1,"subscription_settings":"x","email":{},"avatar_url":0}',
];
const posts = [
  ['POST', `${auth}/create`],
  ['POST', `${auth}/check-slug`],
  ['POST', `${auth}/set-active`],
  ...[
    'update',
    'delete',
    'leave',
    'remove-member',
    'update-member-role',
    'has-permission',
    'invite-member',
    'accept-invitation',
    'reject-invitation',
    'cancel-invitation',
    'create-team',
    'update-team',
    'remove-team',
    'add-team-member',
    'remove-team-member',
  ].map((route) => ['POST', `${auth}/${route}`] as const),
  ['POST', `${billing}/organizations/`],
  ['POST', `${billing}/organization-access-tokens/`],
  ...['register', 'consent', 'authorization', 'token', 'revoke', 'introspect'].map(
    (route) => ['POST', `${billing}/oauth2/${route}`] as const,
  ),
] as const;

const expectContractError = (reply: Awaited<ReturnType<OrganizationStack['send']>>, path: string): void => {
  expect(reply.status).toBeLessThan(500);
  if (reply.status < 400) return;
  if (path.startsWith(auth))
    expect(reply.body).toEqual({ code: expect.any(String), message: expect.any(String) });
  else expect(reply.body).toMatchObject({ error: expect.any(String), detail: expect.anything() });
};

describe('whatever a body holds', () => {
  it.each(posts)('%s %s answers in the contract’s words', async (method, path) => {
    for (const body of nasty) {
      const reply = await started.send(method, path, { as: signIn(started.identity), body });
      expectContractError(reply, path);
    }
  });

  it('PATCH of an organization answers in the contract’s words', async () => {
    const seller = signIn(started.identity);
    const { id } = await makeOrganization(started, seller);
    const path = `${billing}/organizations/${id}`;
    for (const body of nasty)
      expectContractError(await started.send('PATCH', path, { as: seller, body }), path);
  });

  it('broken JSON is refused with the dialect’s own shape', async () => {
    const as = signIn(started.identity);
    const one = await started.send('POST', `${auth}/create`, { as, body: '{' });
    expect([one.status, one.body]).toEqual([
      400,
      { code: 'VALIDATION_ERROR', message: 'Invalid body parameters' },
    ]);
    const two = await started.send('POST', `${billing}/organizations/`, { as, body: '{' });
    expect([two.status, two.body.error, two.body.detail[0].type]).toEqual([
      422,
      'RequestValidationError',
      'json_invalid',
    ]);
  });

  it('an oversized body is refused', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(1_100_000), slug: 'big' });
    for (const [method, path] of posts)
      expect((await started.send(method, path, { as: signIn(started.identity), body })).status).toBe(413);
  });

  it('a form is as good as JSON in the auth API', async () => {
    const reply = await started.send('POST', `${auth}/check-slug`, {
      as: signIn(started.identity),
      body: 'slug=free-slug',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([reply.status, reply.body]).toEqual([200, { status: true }]);
  });
});

describe('a name that shows nothing', () => {
  it.each(['', '   ', '\u200b\u200b\u200b', '\u3164\u3164\u3164'])('names nothing: %j', async (name) => {
    const as = signIn(started.identity);
    const { id: organizationId } = await makeOrganization(started, as);
    const team = await started.send('POST', `${auth}/create-team`, {
      as,
      body: { name: 'Support', organizationId },
    });
    const slug = `nothing-${uuidv7()}`;
    const asked = [
      ['create', { name, slug }],
      ['update', { organizationId, data: { name } }],
      ['create-team', { name, organizationId }],
      ['update-team', { teamId: team.body.id, data: { name, organizationId } }],
    ] as const;
    for (const [route, body] of asked) {
      const { status, body: reply } = await started.send('POST', `${auth}/${route}`, { as, body });
      expect([route, status, reply.code]).toEqual([route, 400, 'VALIDATION_ERROR']);
    }
    const path = `${billing}/organizations`;
    for (const [method, at] of [
      ['POST', `${path}/`],
      ['PATCH', `${path}/${organizationId}`],
    ] as const) {
      const reply = await started.send(method, at, { as, body: { name, slug } });
      expect([reply.status, reply.body.detail]).toEqual([
        422,
        [{ loc: ['body', 'name'], msg: expect.any(String), type: 'too_short' }],
      ]);
    }
  });
});

describe('whatever a path or query holds', () => {
  it.each([
    `${auth}/get-full-organization?organizationId=${'x'.repeat(300)}`,
    `${auth}/get-full-organization?organizationSlug=a&organizationSlug=b`,
    `${auth}/get-full-organization?organizationId[a]=b`,
    `${auth}/get-full-organization?organizationSlug=%00`,
    `${auth}/get-invitation`,
    `${auth}/get-invitation?id=%00`,
    `${auth}/get-invitation?id[]=a`,
    `${auth}/list-invitations?organizationId=${'x'.repeat(300)}`,
    `${auth}/list-teams?organizationId[]=a`,
    `${auth}/list-team-members`,
    `${auth}/list-team-members?teamId=%00`,
    `${auth}/list-team-members?teamId[]=a`,
    `${auth}/list?limit=1001`,
    `${auth}/list?offset=x`,
    `${auth}/members?page=0`,
    `${auth}/members?search=%00`,
    `${auth}/members?teamId=nonsense`,
    `${auth}/invitations?state=lost`,
    `${auth}/invitations?limit=ten`,
    `${auth}/teams?page=99999999999999999999`,
    `${auth}/invitation-state`,
    `${auth}/own-membership?organizationId=${'x'.repeat(300)}`,
    `${auth}/get-active-member`,
    `${billing}/organizations/?page=-1`,
    `${billing}/organizations/?page=99999999999999999999`,
    `${billing}/organizations/?limit=1e9`,
    `${billing}/organizations/?slug=%ED%A0%80`,
    `${billing}/organizations/?slug[]=a`,
    `${billing}/organizations/nonsense`,
    `${billing}/organizations/%00`,
    `${billing}/organizations/%E0%A4%A`,
    `${billing}/organizations/${uuidv7()}`,
    `${billing}/organization-access-tokens/?organization_id=nonsense`,
    `${billing}/organization-access-tokens/?sorting=scopes`,
    `${billing}/oauth2/?page=x`,
    `${billing}/oauth2/register/%00`,
    `${billing}/oauth2/register/${'x'.repeat(300)}`,
    `${billing}/oauth2/authorize?client_id=%00&redirect_uri=%ff`,
    `${billing}/oauth2/authorize?client_id=a&client_id=b`,
    `${billing}/oauth2/consents/?organization_id=nonsense`,
  ])('GET %s answers in the contract’s words', async (path) => {
    expectContractError(await started.send('GET', path, { as: signIn(started.identity) }), path);
  });

  it.each(['nonsense', '%00', uuidv7()])('DELETE of the token %s finds nothing', async (id) => {
    const path = `${billing}/organization-access-tokens/${id}`;
    const reply = await started.send('DELETE', path, { as: signIn(started.identity) });
    expectContractError(reply, path);
    expect([404, 422]).toContain(reply.status);
  });

  it('an unknown route is the contract’s 404', async () => {
    const one = await started.send('GET', `${auth}/create`);
    expect([one.status, one.text]).toEqual([404, '']);
    const two = await started.send('GET', `${billing}/organizations-of-nobody`);
    expect([two.status, two.body.error]).toEqual([404, 'ResourceNotFound']);
    const three = await started.send('PUT', `${billing}/organizations/`);
    expect([three.status, three.body.detail]).toEqual([405, 'Method Not Allowed']);
  });
});
