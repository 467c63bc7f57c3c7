/** Who is in which team, by the unmodified client's own reach: the verbs are those of better-auth 1.3. */
import { uuidv7 } from 'uuidv7';
import { organizationOf } from './client.ts';
import { addMember, type OrganizationStack, signIn, startOrganization, withOptions } from './factories.ts';
import { saidBy, type Team, team } from './team.ts';

let started: OrganizationStack;
beforeAll(async () => {
  started = await startOrganization({ teams: { enabled: true } });
});
afterAll(() => started.stack.stop());

/** An organization with the team that it starts with, which its owner is in, and a second one, which nobody is in. */
const scene = async (at = started) => {
  const inside = await team(at);
  const { data: red } = await inside.as('owner')('createTeam', { name: 'Red' });
  const { data: teams } = await inside.as('owner')('listTeams');
  const [first] = teams as { id: string }[];
  return { ...inside, first: first?.id ?? '', red: red.id as string };
};

const teamOf = async ({ as, people }: Team, name: 'owner' | 'admin' | 'member'): Promise<unknown> => {
  const { data } = await as('admin')('getFullOrganization');
  const members = data.members as { userId: string; teamId: string | null }[];
  return members.find(({ userId }) => userId === people[name].userId)?.teamId;
};

describe('addTeamMember', () => {
  it('puts a member into a team, and out of the one before', async () => {
    const at = await scene();
    const { userId } = at.people.member;
    const added = await at.as('admin')('addTeamMember', { teamId: at.first, userId });
    expect(added.data).toEqual({
      id: at.ids.member,
      teamId: at.first,
      userId,
      createdAt: started.stack.clock.now(),
    });
    expect((await at.as('member')('getActiveMember')).data).toMatchObject({ teamId: at.first });
    const moved = await at.as('owner')('addTeamMember', { teamId: at.red.toUpperCase(), userId });
    expect(moved.data).toMatchObject({ id: at.ids.member, teamId: at.red });
    expect(await teamOf(at, 'member')).toBe(at.red);
    const again = await at.as('owner')('addTeamMember', { teamId: at.red, userId });
    expect(again.data).toEqual(moved.data);
  });

  it('lets an admin change an owner’s team, and anyone allowed their own', async () => {
    const at = await scene();
    const { owner, admin } = at.people;
    for (const { userId } of [owner, admin])
      expect((await at.as('admin')('addTeamMember', { teamId: at.red, userId })).error).toBeNull();
    expect([await teamOf(at, 'owner'), await teamOf(at, 'admin')]).toEqual([at.red, at.red]);
    // Whose own team it no longer is may remove it.
    expect((await at.as('owner')('removeTeam', { teamId: at.first })).error).toBeNull();
  });

  it('takes the organization that is named before the active one', async () => {
    const [at, other] = [await scene(), await scene()];
    const { organizationId, red: teamId } = other;
    const { userId } = other.people.member;
    await addMember(started, organizationId, { userId: at.people.owner.userId, role: 'admin' });
    const body = { teamId, userId };
    expect(saidBy(await at.as('owner')('addTeamMember', body))).toBe(
      '400 User is not a member of the organization',
    );
    expect((await at.as('owner')('addTeamMember', { ...body, organizationId })).error).toBeNull();
    expect(await teamOf(other, 'member')).toBe(teamId);
  });

  it('refuses nobody, none active, those who may not, strangers and teams of others', async () => {
    const [at, other] = [await scene(), await scene()];
    const { as, organizationId } = at;
    const body = { teamId: at.red, userId: at.people.member.userId, organizationId };
    expect(saidBy(await as('anonymous')('addTeamMember', body))).toBe('401');
    const nowhere = { teamId: body.teamId, userId: body.userId };
    expect(saidBy(await as('outsider')('addTeamMember', nowhere))).toBe('400 No active organization');
    const unknown = '400 User is not a member of the organization';
    for (const named of [organizationId, uuidv7(), 'nonsense'])
      expect(saidBy(await as('outsider')('addTeamMember', { ...body, organizationId: named }))).toBe(unknown);
    expect(saidBy(await as('member')('addTeamMember', body))).toBe(
      '403 You are not allowed to create a new member',
    );
    for (const userId of [at.people.outsider.userId, other.people.member.userId, uuidv7(), 'nonsense'])
      expect(saidBy(await as('owner')('addTeamMember', { ...body, userId }))).toBe(unknown);
    for (const teamId of [other.red, uuidv7(), 'nonsense'])
      expect(saidBy(await as('owner')('addTeamMember', { ...body, teamId }))).toBe('400 Team not found');
    expect(saidBy(await as('owner')('addTeamMember', { teamId: at.red }))).toBe(
      '400 Invalid body parameters',
    );
    expect(await teamOf(at, 'member')).toBeNull();
  });
});

describe('a team that is removed at the same time', () => {
  it('lets nobody in any more, and fails nobody', async () => {
    for (let round = 0; round < 8; round += 1) {
      const at = await scene();
      const body = { teamId: at.red, userId: at.people.member.userId };
      const [added] = await Promise.all([
        at.as('admin')('addTeamMember', body),
        at.as('owner')('removeTeam', { teamId: at.red }),
      ]);
      expect(['no error', '400 Team not found']).toContain(saidBy(added));
      expect(await teamOf(at, 'member')).toBeNull();
    }
  });
});

describe('removeTeamMember', () => {
  it('takes a member out of their team; they stay in the organization', async () => {
    const at = await scene();
    const body = { teamId: at.red, userId: at.people.member.userId };
    await at.as('owner')('addTeamMember', body);
    const removed = await at.as('admin')('removeTeamMember', body);
    expect(removed.data).toEqual({ message: 'Team member removed successfully.' });
    expect((await at.as('member')('getActiveMember')).data).toMatchObject({ role: 'member', teamId: null });
    expect(saidBy(await at.as('admin')('removeTeamMember', body))).toBe(
      '400 User is not a member of the team',
    );
  });

  it('refuses nobody, none active, those who may not, strangers, other teams and teams of others', async () => {
    const [at, other] = [await scene(), await scene()];
    const { as, organizationId } = at;
    const body = { teamId: at.first, userId: at.people.owner.userId, organizationId };
    expect(saidBy(await as('anonymous')('removeTeamMember', body))).toBe('401');
    const nowhere = { teamId: body.teamId, userId: body.userId };
    expect(saidBy(await as('outsider')('removeTeamMember', nowhere))).toBe('400 No active organization');
    const unknown = '400 User is not a member of the organization';
    expect(saidBy(await as('outsider')('removeTeamMember', body))).toBe(unknown);
    expect(saidBy(await as('member')('removeTeamMember', body))).toBe(
      '403 You are not allowed to remove a team member',
    );
    expect(saidBy(await as('owner')('removeTeamMember', { ...body, userId: uuidv7() }))).toBe(unknown);
    expect(saidBy(await as('owner')('removeTeamMember', { ...body, teamId: other.first }))).toBe(
      '400 Team not found',
    );
    expect(saidBy(await as('owner')('removeTeamMember', { ...body, teamId: at.red }))).toBe(
      '400 User is not a member of the team',
    );
    expect(await teamOf(at, 'owner')).toBe(at.first);
  });
});

describe('the right to change teams', () => {
  it('is the right to update members, whatever the roles are called', async () => {
    const roles = { owner: { member: ['update'], team: ['create'] }, mate: { member: ['create', 'delete'] } };
    const ac = { member: ['create', 'update', 'delete'], team: ['create'] };
    const at = await scene(await withOptions(started, { teams: { enabled: true }, ac, roles }));
    const mate = signIn(started.identity);
    const { organizationId } = at;
    await addMember(started, organizationId, { userId: mate.userId, role: 'mate' });
    const body = { teamId: at.red, userId: mate.userId, organizationId };
    const asMate = organizationOf(at.at, mate);
    expect(saidBy(await asMate.call('addTeamMember', body))).toMatch(/^403/);
    expect((await at.as('owner')('addTeamMember', body)).error).toBeNull();
    expect(saidBy(await asMate.call('removeTeamMember', body))).toMatch(/^403/);
    expect((await at.as('owner')('removeTeamMember', body)).error).toBeNull();
  });
});

describe('listTeamMembers', () => {
  it('shows any member who is in a team, those who joined first before others', async () => {
    const at = await scene();
    const { owner, member } = at.people;
    const listed = async (teamId: string) =>
      (await at.as('member')('listTeamMembers', { query: { teamId } })).data as { userId: string }[];
    expect(await listed(at.red)).toEqual([]);
    started.stack.clock.advance(1);
    const late = signIn(started.identity);
    const id = await addMember(started, at.organizationId, { userId: late.userId });
    for (const { userId } of [late, member])
      await at.as('owner')('addTeamMember', { teamId: at.red, userId });
    const seen = await listed(at.red);
    expect(seen.map(({ userId }) => userId)).toEqual([member.userId, late.userId]);
    const place = { id, teamId: at.red, userId: late.userId, createdAt: started.stack.clock.now() };
    expect(seen.at(-1)).toEqual(place);
    expect((await listed(at.first)).map(({ userId }) => userId)).toEqual([owner.userId]);
  });

  it('has everybody who may be in the organization, also where lists end before', async () => {
    const at = await scene();
    for (const { userId } of [at.people.member, at.people.admin])
      await at.as('owner')('addTeamMember', { teamId: at.red, userId });
    const short = await withOptions(
      { ...started, parts: { ...started.parts, maxListed: 1 } },
      { teams: { enabled: true } },
    );
    const { data } = await organizationOf(short, at.people.owner).call('listTeamMembers', {
      query: { teamId: at.red, organizationId: at.organizationId },
    });
    expect(data).toHaveLength(2);
  });

  it('refuses nobody, none active, outsiders and unknown teams', async () => {
    const [at, other] = [await scene(), await scene()];
    const { organizationId } = at;
    const query = { teamId: at.red, organizationId };
    const said = async (name: 'owner' | 'outsider' | 'anonymous', asked: object) =>
      saidBy(await at.as(name)('listTeamMembers', { query: asked }));
    expect(await said('anonymous', query)).toBe('401');
    expect(await said('outsider', { teamId: at.red })).toBe('400 No active organization');
    expect(await said('outsider', query)).toBe('403 You are not a member of this organization');
    for (const teamId of [other.red, uuidv7(), 'nonsense'])
      expect(await said('owner', { ...query, teamId })).toBe('400 Team not found');
    expect(await said('owner', { organizationId })).toBe('400 Invalid query parameters');
  });
});

describe('the pages of members and of teams', () => {
  it('show a change at once: who is in a team, and how many', async () => {
    const at = await scene();
    const { organizationId } = at;
    const found = async (more: object) => {
      const { data } = await at.as('member')('members', { query: { organizationId, ...more } });
      const items = data.items as { userId: string; teamName: string | null }[];
      expect(data.pagination.totalCount).toBe(items.length);
      return items.map(({ userId, teamName }) => [userId, teamName]);
    };
    const { owner, member } = at.people;
    expect(await found({ teamId: at.red })).toEqual([]);
    await at.as('owner')('addTeamMember', { teamId: at.red, userId: member.userId });
    expect(await found({ teamId: at.red.toUpperCase() })).toEqual([[member.userId, 'Red']]);
    expect(await found({ teamId: at.red, search: owner.email })).toEqual([]);
    expect(await found({ teamId: at.first })).toEqual([[owner.userId, 'Shop']]);
    const { data: teams } = await at.as('member')('teams', { query: { organizationId } });
    expect(teams.items.map(({ memberCount }: { memberCount: number }) => memberCount)).toEqual([1, 1]);
  });
});

describe('where teams are off', () => {
  it('there are no such routes, and a team narrows nothing', async () => {
    const at = await scene();
    const { owner } = at.people;
    const { organizationId, red: teamId } = at;
    const off = organizationOf(await withOptions(started, {}), owner);
    const body = { teamId, userId: owner.userId, organizationId };
    for (const method of ['addTeamMember', 'removeTeamMember'])
      expect(saidBy(await off.call(method, body))).toBe('404');
    expect(saidBy(await off.call('listTeamMembers', { query: { teamId, organizationId } }))).toBe('404');
    const { data } = await off.call('members', { query: { teamId, organizationId } });
    expect(data.items).toHaveLength(3);
  });
});
