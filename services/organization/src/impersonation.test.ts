/** What an administrator who impersonates a user may do in the user's name, and what only the user in person. */
import { uuidv7 } from 'uuidv7';
import {
  addMember,
  makeSeller,
  type OrganizationStack,
  signIn,
  startOrganization,
} from '../test/factories.ts';

let started: OrganizationStack;
beforeAll(async () => {
  started = await startOrganization();
});
afterAll(() => started.stack.stop());

const auth = '/api/auth/organization';
const billing = '/api/billing/v1';
const refused = 'Not allowed while impersonating a user';

/** A seller with another member; `as`: the seller, impersonated. */
const impersonate = async () => {
  const { as, organizationId } = await makeSeller(started);
  const memberId = await addMember(started, organizationId, { userId: signIn(started.identity).userId });
  return { as: { ...as, isImpersonated: true, impersonatedBy: uuidv7() }, own: as, organizationId, memberId };
};

describe('an impersonated session', () => {
  it('gives nobody access to an organization, takes none away, and joins none', async () => {
    const { as, own, organizationId, memberId } = await impersonate();
    const before = await started.send('GET', `${auth}/get-full-organization`, { as: own });
    for (const [path, body] of [
      ['invite-member', { organizationId, email: 'eve@example.com', role: 'owner' }],
      ['update-member-role', { organizationId, memberId, role: 'owner' }],
      ['remove-member', { organizationId, memberIdOrEmail: memberId }],
      ['leave', { organizationId }],
      ['accept-invitation', { invitationId: uuidv7() }],
    ] as const) {
      const { status, body: reply } = await started.send('POST', `${auth}/${path}`, { as, body });
      expect([path, status, reply]).toEqual([
        path,
        403,
        { code: 'NOT_ALLOWED_WHILE_IMPERSONATING_A_USER', message: refused },
      ]);
    }
    const after = await started.send('GET', `${auth}/get-full-organization`, { as: own });
    expect([after.status, after.body]).toEqual([before.status, before.body]);
  });

  it('makes no credentials, and reads no secrets of clients', async () => {
    const { as, own, organizationId } = await impersonate();
    const client = { client_name: 'Ledger', redirect_uris: ['https://ledger.example/back'] };
    const made = await started.send('POST', `${billing}/oauth2/register`, { as: own, body: client });
    const one = `/oauth2/register/${made.body.client_id}`;
    const token = { comment: 'Mine', scopes: ['orders:read'], organization_id: organizationId };
    for (const [method, path, body] of [
      ['POST', '/organization-access-tokens/', token],
      ['POST', '/oauth2/register', client],
      ['GET', '/oauth2/'],
      ['GET', one],
      ['PUT', one, { ...client, client_id: made.body.client_id }],
      ['POST', `${one}/client-secret`],
      ['DELETE', one],
    ] as const) {
      const { status, body: reply } = await started.send(method, billing + path, { as, body });
      expect([method, path, status, reply]).toEqual([
        method,
        path,
        403,
        { error: 'NotPermitted', detail: refused },
      ]);
    }
    expect((await started.send('GET', billing + one, { as: own })).status).toBe(200);
  });

  it('reads and helps: lists members and tokens, changes settings, withdraws an invitation', async () => {
    const { as, own, organizationId } = await impersonate();
    const wanted = { organizationId, email: 'eve@example.com', role: 'member' };
    const invited = await started.send('POST', `${auth}/invite-member`, { as: own, body: wanted });
    const invitationId = invited.body.id;
    for (const [method, path, body] of [
      ['GET', `${auth}/members?organizationId=${organizationId}`],
      ['GET', `${auth}/list-invitations?organizationId=${organizationId}`],
      ['POST', `${auth}/cancel-invitation`, { invitationId }],
      ['POST', `${auth}/update`, { organizationId, data: { name: 'Acme' } }],
      ['PATCH', `${billing}/organizations/${organizationId}`, { name: 'Acme' }],
      ['GET', `${billing}/organization-access-tokens/`],
    ] as const) {
      const { status } = await started.send(method, path, { as, body });
      expect([method, path, status]).toEqual([method, path, 200]);
    }
  });
});
