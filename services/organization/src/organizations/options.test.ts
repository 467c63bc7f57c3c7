import { createClient } from '@tessera/kit/test/client';
import { membershipCreated } from '@tessera/proto/events/organization';
import { makeOrganization, type OrganizationStack, signIn, startOrganization } from '../../test/factories.ts';
import { createOrganizationApp } from '../app.ts';

let started: OrganizationStack;
beforeAll(async () => {
  started = await startOrganization({
    creatorRole: 'founder',
    roles: { founder: { organization: ['delete'] } },
    teams: { enabled: true },
  });
});
afterAll(() => started.stack.stop());

describe('an organization under custom roles and with teams', () => {
  it('gives its creator the configured role, and only what that role grants', async () => {
    const seller = signIn(started.identity);
    const { id, members } = await makeOrganization(started, seller);
    expect(members[0].role).toBe('founder');
    const { membership } = await started.stack.events.next(
      membershipCreated,
      (event) => event.membership?.organizationId === id,
    );
    expect(membership).toMatchObject({ role: 'founder', canManage: false });
    const reply = await started.send('PATCH', `/api/billing/v1/organizations/${id}`, {
      as: seller,
      body: { name: 'Other' },
    });
    expect([reply.status, reply.body.error]).toEqual([403, 'NotPermitted']);
  });

  it('starts with a team of its own name, to which its creator belongs', async () => {
    const seller = signIn(started.identity);
    const { id, members } = await makeOrganization(started, seller, { name: 'Team studio' });
    const full = await started.send(
      'GET',
      `/api/auth/organization/get-full-organization?organizationId=${id}`,
      {
        as: seller,
      },
    );
    expect(full.body.teams).toEqual([
      {
        id: members[0].teamId,
        name: 'Team studio',
        organizationId: id,
        createdAt: '2026-01-15T12:00:00.000Z',
        updatedAt: null,
      },
    ]);
    expect(full.body.members[0].teamId).toBe(members[0].teamId);
  });
});

describe('identity.advanced.database.defaultFindManyLimit', () => {
  it('ends lists of organizations and teams', async () => {
    const app = createOrganizationApp({ ...started.parts, maxListed: 2 }, started.stack);
    const send = createClient(started.stack, await started.stack.serve(app));
    const as = signIn(started.identity);
    const base = '/api/auth/organization';
    const organizations = [];
    for (let count = 0; count < 3; count += 1) organizations.push(await makeOrganization(started, as));
    expect((await send('GET', `${base}/list`, { as })).body).toHaveLength(2);
    expect((await send('GET', `${base}/list?limit=3`, { as })).body).toHaveLength(3);
    const { id: organizationId } = organizations[0];
    for (const name of ['a', 'b'])
      await started.stack.db.query(
        `INSERT INTO teams (id, organization_id, name, created_at) VALUES (gen_random_uuid(), $1, $2, now())`,
        [organizationId, name],
      );
    const query = `?organizationId=${organizationId}`;
    expect((await send('GET', `${base}/get-full-organization${query}`, { as })).body.teams).toHaveLength(2);
  });
});
