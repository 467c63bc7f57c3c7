/** What a request costs in queries must not grow with what it answers: a page of a hundred is as many as a page of one. */
import { endpointsOf } from '@tessera/kit/http/openapi';
import { Router } from '@tessera/kit/http/router';
import { queryCosts } from '@tessera/kit/test/query-costs';
import type { UserCaller } from '@tessera/proto/api/passport';
import {
  addMember,
  makeOrganization,
  mintToken,
  type OrganizationStack,
  signIn,
  startOrganization,
} from '../test/factories.ts';
import { allowed, callback, registerClient, requestOf } from '../test/oauth.ts';
import { billingApi } from './app.ts';
import { invitationRoutes } from './invitations/routes.ts';
import { memberRoutes } from './members/routes.ts';
import { authRoutes } from './organizations/auth-routes.ts';
import { teamRoutes } from './teams/routes.ts';

let started: OrganizationStack;
let owner: UserCaller;
let guest: UserCaller;
let organizationId: string;
let invitationId: string;
let teamId: string;
let clientId: string;
beforeAll(async () => {
  started = await startOrganization({ teams: { enabled: true }, membershipLimit: 300 });
  owner = signIn(started.identity);
  guest = signIn(started.identity);
  organizationId = (await makeOrganization(started, owner)).id as string;
  invitationId = await invite(guest.email);
  teamId = (await post('create-team', { organizationId, name: 'Sales' })).id;
  ({ clientId } = await registerClient(started, owner));
  await grow();
});
afterAll(() => started.stack.stop());

const post = async (path: string, body: object): Promise<{ id: string }> => {
  const reply = await started.send('POST', `/api/auth/organization/${path}`, { as: owner, body });
  expect([path, reply.status]).toEqual([path, 200]);
  return reply.body as { id: string };
};

const invite = async (email: string): Promise<string> =>
  (await post('invite-member', { organizationId, email, role: 'member' })).id;

/** One more of everything: an organization of the owner's, and in the first one a member, an invitation, a team, a token. */
const grow = async (): Promise<void> => {
  await makeOrganization(started, owner);
  const { userId } = signIn(started.identity);
  await addMember(started, organizationId, { userId });
  await post('add-team-member', { organizationId, teamId, userId });
  await invite(signIn(started.identity).email);
  await post('create-team', { organizationId, name: 'Support' });
  await mintToken(started, owner, { organizationId });
  const client = await registerClient(started, owner);
  await allowed(started, owner, requestOf(client));
};

/** What each way to read is asked for, and by whom where it is not the owner. */
const questions = (): Record<string, { query?: string; as?: UserCaller }> => {
  const own = { query: `?organizationId=${organizationId}` };
  const toGuest = { query: `?id=${invitationId}`, as: guest };
  return {
    '/organization/list': {},
    '/organization/get-full-organization': own,
    '/organization/get-active-member': { as: { ...owner, activeOrganizationId: organizationId } },
    '/organization/own-membership': own,
    '/organization/members': own,
    '/organization/get-invitation': toGuest,
    '/organization/invitation-state': toGuest,
    '/organization/list-invitations': own,
    '/organization/invitations': own,
    '/organization/list-team-members': { query: `${own.query}&teamId=${teamId}` },
    '/organization/list-teams': own,
    '/organization/teams': own,
    '/organizations/': {},
    '/organizations/:id': {},
    '/organization-access-tokens/': {},
    '/oauth2/': {},
    '/oauth2/register/:clientId': {},
    '/oauth2/authorize': {
      query: `?${new URLSearchParams({ client_id: clientId, response_type: 'code', redirect_uri: callback, sub_type: 'organization' }).toString()}`,
    },
    '/oauth2/consents/': {},
    '/oauth2/userinfo': {},
  };
};

/** What the dearest request needs: an organization with its members, who they are, its invitations and its teams. */
const maxQueries = 8;

const costs = (): Promise<Record<string, number>> => {
  const requests = Object.entries(questions()).map(([path, { query = '', as = owner }]) => {
    const base = /^\/(organization(s|-access-tokens)|oauth2)\//.test(path) ? '/api/billing/v1' : '/api/auth';
    const request = async () => {
      const found = path.replace(':id', organizationId).replace(':clientId', clientId);
      const { status, text } = await started.send('GET', base + found + query, { as });
      expect([path, status, status === 200 ? '' : text]).toEqual([path, 200, '']);
    };
    return [path, request] as const;
  });
  return queryCosts(Object.fromEntries(requests));
};

describe('the queries of a request', () => {
  it('are asked for of every way to read', () => {
    const routes = [authRoutes, memberRoutes, invitationRoutes, teamRoutes, billingApi];
    const router = routes.reduce((router, own) => router.use(own(started.parts)), Router());
    const reads = endpointsOf(router).flatMap(({ method, path }) => (method === 'get' ? [path] : []));
    expect(Object.keys(questions()).toSorted()).toEqual(reads.toSorted());
  });

  it('are as many for many rows as for one, and few', async () => {
    const ofFew = await costs();
    for (let count = 0; count < 4; count += 1) await grow();
    expect(await costs()).toEqual(ofFew);
    expect(Object.entries(ofFew).filter(([, count]) => count > maxQueries)).toEqual([]);
    expect(ofFew['/organization/list']).toBeGreaterThan(0);
  });
});
