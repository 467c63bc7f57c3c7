/** Who gets through where: one table, every route, six callers. */
import { oauthClientOf } from '@tessera/kit/test/oauth-clients';
import { foundInOtherCase } from '@tessera/kit/test/paths';
import type { UserCaller, UserTokenCaller } from '@tessera/proto/api/passport';
import { uuidv7 } from 'uuidv7';
import {
  addMember,
  freshSlug,
  makeOrganization,
  mintToken,
  type OrganizationStack,
  signIn,
  startOrganization,
} from './factories.ts';
import { allowed, oauthBase, registerClient, requestOf } from './oauth.ts';

let started: OrganizationStack;
beforeAll(async () => {
  started = await startOrganization({ teams: { enabled: true } });
});
afterAll(() => started.stack.stop());

const callers = ['owner', 'admin', 'member', 'outsider', 'stranger', 'anonymous'] as const;
type Name = (typeof callers)[number];

/** An organization with all that routes ask for; the stranger owns another one. */
const scene = async () => {
  const people = Object.fromEntries(
    callers.filter((name) => name !== 'anonymous').map((name) => [name, signIn(started.identity)]),
  ) as Record<Exclude<Name, 'anonymous'>, UserCaller>;
  const made = await makeOrganization(started, people.owner);
  const id = made.id as string;
  await makeOrganization(started, people.stranger);
  for (const role of ['admin', 'member'] as const)
    await addMember(started, id, { userId: people[role].userId, role });
  const targetUserId = signIn(started.identity).userId;
  const target = await addMember(started, id, { userId: targetUserId });
  const invite = async (email: string) => {
    const reply = await started.send('POST', '/api/auth/organization/invite-member', {
      as: people.owner,
      body: { email, role: 'member', organizationId: id },
    });
    return reply.body.id as string;
  };
  const invitation = await invite(`${uuidv7()}@example.com`);
  const team = await started.send('POST', '/api/auth/organization/create-team', {
    as: people.owner,
    body: { name: 'Red', organizationId: id },
  });
  const teamId = team.body.id as string;
  await started.send('POST', '/api/auth/organization/add-team-member', {
    as: people.owner,
    body: { teamId, userId: targetUserId, organizationId: id },
  });
  const token = await mintToken(started, people.owner, { organizationId: id });
  const client = await registerClient(started, people.owner);
  await allowed(started, people.owner, requestOf(client, { sub_type: 'organization', sub: id }));
  const consents = await started.send('GET', `${oauthBase}/consents/?organization_id=${id}`, {
    as: people.owner,
  });
  return {
    people,
    id,
    slug: made.slug as string,
    target,
    targetUserId,
    invitation,
    teamId,
    token: token.id,
    client: client.clientId,
    consent: consents.body.items[0].id as string,
  };
};
type Scene = Awaited<ReturnType<typeof scene>>;

type Row = [
  route: string,
  body: ((scene: Scene) => Record<string, unknown>) | null,
  /** Statuses of owner, admin, member, outsider, owner of another organization, anonymous. */
  statuses: [number, number, number, number, number, number],
];

const auth = '/api/auth/organization';
const billing = '/api/billing/v1';
const client = { client_name: 'Ledger', redirect_uris: ['https://app.example/callback'] };
const inId = ({ id }: Scene) => ({ organizationId: id });
const table: Row[] = [
  [`POST ${auth}/create`, () => ({ name: 'New', slug: freshSlug() }), [200, 200, 200, 200, 200, 401]],
  [`POST ${auth}/check-slug`, () => ({ slug: freshSlug() }), [200, 200, 200, 200, 200, 401]],
  [`GET ${auth}/list`, null, [200, 200, 200, 200, 200, 401]],
  [`POST ${auth}/set-active`, inId, [200, 200, 200, 403, 403, 401]],
  [`GET ${auth}/get-full-organization?organizationId=:id`, null, [200, 200, 200, 403, 403, 401]],
  [`GET ${auth}/get-full-organization?organizationSlug=:slug`, null, [200, 200, 200, 403, 403, 401]],
  [`GET ${auth}/get-active-member`, null, [200, 200, 200, 400, 400, 401]],
  [`POST ${auth}/update`, (s) => ({ ...inId(s), data: { name: 'x' } }), [200, 200, 403, 400, 400, 401]],
  [
    `POST ${auth}/has-permission`,
    (s) => ({ ...inId(s), permissions: { team: [] } }),
    [200, 200, 200, 401, 401, 401],
  ],
  [
    `POST ${auth}/invite-member`,
    (s) => ({ ...inId(s), email: `${uuidv7()}@example.com`, role: 'member' }),
    [200, 200, 403, 400, 400, 401],
  ],
  [`GET ${auth}/list-invitations?organizationId=:id`, null, [200, 200, 200, 403, 403, 401]],
  [`GET ${auth}/invitations?organizationId=:id`, null, [200, 200, 200, 403, 403, 401]],
  [`GET ${auth}/members?organizationId=:id`, null, [200, 200, 200, 403, 403, 401]],
  [`GET ${auth}/teams?organizationId=:id`, null, [200, 200, 200, 403, 403, 401]],
  [`GET ${auth}/own-membership?organizationId=:id`, null, [200, 200, 200, 403, 403, 401]],
  [`GET ${auth}/get-invitation?id=:invitation`, null, [403, 403, 403, 403, 403, 401]],
  [`GET ${auth}/invitation-state?id=:invitation`, null, [403, 403, 403, 403, 403, 401]],
  [`POST ${auth}/accept-invitation`, (s) => ({ invitationId: s.invitation }), [403, 403, 403, 403, 403, 401]],
  [`POST ${auth}/reject-invitation`, (s) => ({ invitationId: s.invitation }), [403, 403, 403, 403, 403, 401]],
  [`POST ${auth}/cancel-invitation`, (s) => ({ invitationId: s.invitation }), [200, 200, 403, 400, 400, 401]],
  [
    `POST ${auth}/update-member-role`,
    (s) => ({ ...inId(s), memberId: s.target, role: 'member' }),
    [200, 200, 403, 400, 400, 401],
  ],
  [`POST ${auth}/create-team`, (s) => ({ ...inId(s), name: 'x' }), [200, 200, 403, 403, 403, 401]],
  [
    `POST ${auth}/update-team`,
    (s) => ({ teamId: s.teamId, data: { name: 'x', organizationId: s.id } }),
    [200, 200, 403, 403, 403, 401],
  ],
  [`GET ${auth}/list-teams?organizationId=:id`, null, [200, 200, 200, 403, 403, 401]],
  [
    `POST ${auth}/add-team-member`,
    (s) => ({ ...inId(s), teamId: s.teamId, userId: s.targetUserId }),
    [200, 200, 403, 400, 400, 401],
  ],
  [`GET ${auth}/list-team-members?organizationId=:id&teamId=:teamId`, null, [200, 200, 200, 403, 403, 401]],
  [`GET ${billing}/organizations/`, null, [200, 200, 200, 200, 200, 401]],
  [
    `POST ${billing}/organizations/`,
    () => ({ name: 'New', slug: freshSlug() }),
    [201, 201, 201, 201, 201, 401],
  ],
  [`GET ${billing}/organizations/:id`, null, [200, 200, 200, 404, 404, 401]],
  [`PATCH ${billing}/organizations/:id`, () => ({ name: 'Renamed' }), [200, 200, 403, 404, 404, 401]],
  [
    `POST ${billing}/organization-access-tokens/`,
    (s) => ({ organization_id: s.id, comment: 'x', scopes: ['products:read'] }),
    [201, 201, 403, 422, 422, 401],
  ],
  [
    `PATCH ${billing}/organization-access-tokens/:token`,
    () => ({ comment: 'x' }),
    [200, 200, 403, 404, 404, 401],
  ],
  [`GET ${billing}/organization-access-tokens/?organization_id=:id`, null, [200, 200, 403, 200, 200, 401]],
  [`GET ${oauthBase}/`, null, [200, 200, 200, 200, 200, 401]],
  [`POST ${oauthBase}/register`, () => client, [200, 200, 200, 200, 200, 201]],
  // Its owner is a user: nobody else of the organization.
  [`GET ${oauthBase}/register/:client`, null, [200, 404, 404, 404, 404, 401]],
  [
    `PUT ${oauthBase}/register/:client`,
    (s) => ({ ...client, client_id: s.client }),
    [200, 404, 404, 404, 404, 401],
  ],
  [`POST ${oauthBase}/register/:client/client-secret`, null, [200, 404, 404, 404, 404, 401]],
  [`GET ${oauthBase}/authorize?client_id=:client&response_type=code`, null, [200, 200, 200, 200, 200, 401]],
  [
    `GET ${oauthBase}/authorize?client_id=:client&response_type=code&sub_type=organization&sub=:id`,
    null,
    [302, 302, 400, 400, 400, 401],
  ],
  [
    `POST ${oauthBase}/consent?client_id=:client&response_type=code&sub_type=organization&sub=:id`,
    () => ({ action: 'allow' }),
    [302, 302, 400, 400, 400, 401],
  ],
  [
    `POST ${oauthBase}/authorization`,
    (s) => ({
      request: { client_id: s.client, response_type: 'code', sub_type: 'organization' },
      action: 'allow',
      organization_id: s.id,
    }),
    [200, 200, 400, 400, 400, 401],
  ],
  [`GET ${oauthBase}/consents/?organization_id=:id`, null, [200, 200, 403, 200, 200, 401]],
  // A client shows who it is, whoever is signed in.
  ...['token', 'revoke', 'introspect'].map(
    (endpoint): Row => [
      `POST ${oauthBase}/${endpoint}`,
      (s) => ({ client_id: s.client, client_secret: 'wrong' }),
      [401, 401, 401, 401, 401, 401],
    ],
  ),
  [`GET ${oauthBase}/userinfo`, null, [200, 200, 200, 200, 200, 401]],
  [`POST ${oauthBase}/userinfo`, null, [200, 200, 200, 200, 200, 401]],
];

/** What changes the scene for those who come after: a scene for each caller. */
const destructive: Row[] = [
  [`POST ${auth}/remove-team`, (s) => ({ ...inId(s), teamId: s.teamId }), [200, 200, 403, 403, 403, 401]],
  [
    `POST ${auth}/remove-team-member`,
    (s) => ({ ...inId(s), teamId: s.teamId, userId: s.targetUserId }),
    [200, 200, 403, 400, 400, 401],
  ],
  [
    `POST ${auth}/remove-member`,
    (s) => ({ ...inId(s), memberIdOrEmail: s.target }),
    [200, 200, 401, 400, 400, 401],
  ],
  [`POST ${auth}/leave`, inId, [400, 200, 200, 400, 400, 401]],
  [`POST ${auth}/delete`, inId, [200, 403, 403, 400, 400, 401]],
  [`DELETE ${billing}/organization-access-tokens/:token`, null, [204, 204, 403, 404, 404, 401]],
  [`DELETE ${oauthBase}/consents/:consent`, null, [204, 204, 403, 404, 404, 401]],
  [`DELETE ${oauthBase}/register/:client`, null, [200, 404, 404, 404, 404, 401]],
];

const callAs = async (at: Scene, who: Name | UserTokenCaller, [route, body]: Row): Promise<number> => {
  const [method = '', template = ''] = route.split(' ');
  const path = template.replace(
    /:(id|slug|invitation|teamId|token|client|consent)\b/g,
    (_all, key: 'id') => at[key],
  );
  // The member's session has the organization active; the others' have their own or none.
  const callerNamed = (name: Name) => {
    const isInside = ['owner', 'admin', 'member'].includes(name) && path.endsWith('get-active-member');
    return name === 'anonymous'
      ? null
      : { ...at.people[name], activeOrganizationId: isInside ? at.id : null };
  };
  const as = typeof who === 'string' ? callerNamed(who) : who;
  const reply = await started.send(method, path, {
    ...(as && { as }),
    ...(body && { body: body(at) }),
  });
  return reply.status;
};

/** `GET /a/:id?b=c` and `get /a/{id}` are the same route. */
const routeOf = (route: string): string =>
  route
    .replace(/\?.*/, '')
    .replace(/:\w+|\{\w+\}/g, ':')
    .toLowerCase();

const describedPaths = async () => {
  const description = await (await fetch(`${started.base}/internal/openapi.json`)).json();
  return (description as { paths: Record<string, Record<string, { description?: string }>> }).paths;
};

/** The scopes of the routes that name some. */
const namedScopes = async (): Promise<Map<string, string[]>> =>
  new Map(
    Object.entries(await describedPaths()).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { description = '' }]) => {
        const named = /^Scopes: (.+)$/.exec(description)?.[1]?.split(' or ');
        return named ? [[routeOf(`${method} ${path}`), named] as const] : [];
      }),
    ),
  );

/** Access tokens, and clients with what they are allowed, are managed by people: no client makes another way in for itself. */
const isForPeople = ([route]: Row): boolean =>
  /access-tokens|oauth2\/($|\?|register|authoriz|consent)/.test(route);

/** Where no scope is named. */
const statusOfClients = (row: Row): number => {
  if (row[0].endsWith('/userinfo')) return 200;
  return isForPeople(row) ? 403 : (row[2][callers.indexOf('anonymous')] ?? 0);
};

describe('every route', () => {
  it('is in the table', async () => {
    const paths = await describedPaths();
    const known = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => routeOf(`${method} ${path}`)),
    );
    const checked = new Set([...table, ...destructive].map(([route]) => routeOf(route)));
    expect(known.filter((route) => !checked.has(route))).toEqual([]);
    expect(known.length).toBeGreaterThan(30);
  });

  it('is found by its own spelling only', async () =>
    expect(await foundInOtherCase(started.base)).toEqual([]));

  it('lets through whom it should, and nobody else', async () => {
    const at = await scene();
    const seen: Record<string, number[]> = {};
    for (const row of table) {
      seen[row[0]] = [];
      for (const name of callers) seen[row[0]]?.push(await callAs(at, name, row));
    }
    expect(seen).toEqual(Object.fromEntries(table.map(([route, , statuses]) => [route, statuses])));
  });

  it('lets a client do what its user may where a scope is named, and elsewhere takes it for nobody', async () => {
    const at = await scene();
    const scopes = await namedScopes();
    const every = [...new Set([...scopes.values()].flat())];
    const wrong: string[] = [];
    for (const row of [...table, ...destructive])
      for (const [place, name] of callers.entries()) {
        if (name === 'anonymous') continue;
        const { userId } = at.people[name];
        const named = isForPeople(row) ? [] : (scopes.get(routeOf(row[0])) ?? []);
        const asNobody = statusOfClients(row);
        const asked = (given: string[]) => callAs(at, oauthClientOf(userId, ...given), row);
        const statuses = [await asked(every), await asked(every.filter((scope) => !named.includes(scope)))];
        const isRight =
          named.length > 0
            ? statuses[0] === row[2][place] && statuses[1] === 403
            : statuses.every((status) => status === asNobody);
        if (!isRight) wrong.push(`${name}'s client at ${row[0]}: ${statuses.join()}`);
      }
    expect(wrong).toEqual([]);
    expect(every).toEqual(expect.arrayContaining(['organizations:read', 'organizations:write']));
  });

  it('lets nobody end what is not theirs to end', async () => {
    const seen: Record<string, number[]> = {};
    for (const row of destructive)
      seen[row[0]] = await Promise.all(callers.map(async (name) => callAs(await scene(), name, row)));
    expect(seen).toEqual(Object.fromEntries(destructive.map(([route, , statuses]) => [route, statuses])));
  });
});
