import { membershipCreated } from '@tessera/proto/events/organization';
import { type House, makeOrganization, signIn, startHouse } from '../../test/factories.ts';

let house: House;
beforeAll(async () => {
  house = await startHouse({
    creatorRole: 'founder',
    roles: { founder: { organization: ['delete'] } },
    teams: { enabled: true },
  });
});
afterAll(() => house.stack.stop());

describe('an organization under custom roles and with teams', () => {
  it('gives its creator the configured role, and only what that role grants', async () => {
    const seller = signIn(house.identity);
    const { id, members } = await makeOrganization(house, seller);
    expect(members[0].role).toBe('founder');
    const { membership } = await house.stack.events.next(
      membershipCreated,
      (event) => event.membership?.organizationId === id,
    );
    expect(membership).toMatchObject({ role: 'founder', canManage: false });
    const reply = await house.send('PATCH', `/api/billing/v1/organizations/${id}`, {
      as: seller,
      body: { name: 'Other' },
    });
    expect([reply.status, reply.body.error]).toEqual([403, 'NotPermitted']);
  });

  it('starts with a team of its own name, to which its creator belongs', async () => {
    const seller = signIn(house.identity);
    const { id, members } = await makeOrganization(house, seller, { name: 'Team house' });
    const full = await house.send(
      'GET',
      `/api/auth/organization/get-full-organization?organizationId=${id}`,
      {
        as: seller,
      },
    );
    expect(full.body.teams).toEqual([
      {
        id: members[0].teamId,
        name: 'Team house',
        organizationId: id,
        createdAt: '2026-01-15T12:00:00.000Z',
        updatedAt: null,
      },
    ]);
    expect(full.body.members[0].teamId).toBe(members[0].teamId);
  });
});
