/** Custom roles replace the default ones: every route asks the same table (contracts/auth.md, section 10). */
import { membershipUpdated } from '@tessera/proto/events/organization';
import { organizationOf } from './client.ts';
import { addMember, freshSlug, type OrganizationStack, signIn, startOrganization } from './factories.ts';
import { saidBy } from './team.ts';

let started: OrganizationStack;
beforeAll(async () => {
  started = await startOrganization({
    creatorRole: 'captain',
    ac: {
      organization: ['update', 'delete'],
      member: ['create', 'update', 'delete'],
      invitation: ['create', 'cancel'],
      team: ['create', 'update', 'delete'],
      ship: ['sail', 'sink'],
    },
    roles: {
      captain: { organization: ['update', 'delete'], member: ['update', 'delete'], ship: ['sail', 'sink'] },
      recruiter: { invitation: ['create', 'cancel'] },
      mate: { ship: ['sail'], member: ['delete'] },
    },
  });
});
afterAll(() => started.stack.stop());

const crew = async () => {
  const captain = signIn(started.identity);
  const as = organizationOf(started, captain);
  const { data } = await as.call('create', { name: 'Ship', slug: freshSlug() });
  const organizationId = data.id as string;
  const join = async (role: string) => {
    const person = signIn(started.identity, { activeOrganizationId: organizationId });
    const memberId = await addMember(started, organizationId, { userId: person.userId, role });
    return { person, memberId, ...organizationOf(started, person) };
  };
  return { captain, as, organizationId, data, join };
};

describe('custom roles', () => {
  it('make the creator what the options say', async () => {
    const { data, as, organizationId } = await crew();
    expect(data.members[0].role).toBe('captain');
    expect(saidBy(await as.call('leave', { organizationId }))).toBe(
      '400 You cannot leave the organization as the only owner',
    );
  });

  it('grant what they say on every route, and the default roles grant nothing', async () => {
    const { as, organizationId, join } = await crew();
    const recruiter = await join('recruiter');
    const mate = await join('mate');
    const owner = await join('owner');
    const body = (email: string, role = 'mate') => ({ email, role, organizationId });
    const made = await recruiter.call('inviteMember', body('one@example.com'));
    expect(made.error).toBeNull();
    const denied = '403 You are not allowed to invite users to this organization';
    for (const { call } of [mate, owner, as])
      expect(saidBy(await call('inviteMember', body('two@example.com')))).toBe(denied);
    expect(saidBy(await recruiter.call('inviteMember', body('two@example.com', 'captain')))).toBe(
      '403 you are not allowed to invite user with this role',
    );
    expect(saidBy(await as.call('cancelInvitation', { invitationId: made.data.id }))).toBe(
      '403 You are not allowed to cancel this invitation',
    );
    expect(saidBy(await owner.call('update', { organizationId, data: { name: 'Mine' } }))).toBe(
      '403 You are not allowed to update this organization',
    );
    expect((await mate.call('removeMember', { memberIdOrEmail: owner.memberId })).error).toBeNull();
    expect(saidBy(await recruiter.call('removeMember', { memberIdOrEmail: mate.memberId }))).toBe(
      '401 You are not allowed to delete this member',
    );
  });

  it('are not added up, and tell other services whether they manage', async () => {
    const { as, organizationId, join } = await crew();
    const both = await join('mate,recruiter');
    const may = async (permissions: object) =>
      (await both.call('hasPermission', { permissions, organizationId })).data.success as boolean;
    expect(await may({ ship: ['sail'] })).toBe(true);
    expect(await may({ invitation: ['cancel'] })).toBe(true);
    expect(await may({ ship: ['sail'], invitation: ['cancel'] })).toBe(false);
    await as.call('updateMemberRole', { memberId: both.memberId, role: ['captain', 'mate'], organizationId });
    const emitted = await started.stack.events.next(
      membershipUpdated,
      ({ membership }) => membership?.id === both.memberId,
    );
    expect(emitted.membership).toMatchObject({ role: 'captain,mate', canManage: true });
    expect(await may({ ship: ['sink'] })).toBe(true);
  });
});
