/** Teams, as the unmodified client sees them where they are on: success and every error (contracts/auth.md, 10). */
import type { UserCaller } from '@tessera/proto/api/passport';
import { teamCreated, teamDeleted, teamUpdated } from '@tessera/proto/events/organization';
import { uuidv7 } from 'uuidv7';
import { organizationOf } from './client.ts';
import { type OrganizationStack, startOrganization, withOptions } from './factories.ts';
import { invite, saidBy, team } from './team.ts';

let started: OrganizationStack;
beforeAll(async () => {
  started = await startOrganization({ teams: { enabled: true, maximumTeams: 3 } });
});
afterAll(() => started.stack.stop());

const listed = async (at: OrganizationStack, as: UserCaller): Promise<{ id: string; name: string }[]> =>
  (await organizationOf(at, as).call('listTeams')).data;

describe('an organization with teams', () => {
  it('starts with one named like it, with its creator in it', async () => {
    const { as, people } = await team(started);
    const [first] = await listed(started, people.owner);
    expect(first).toMatchObject({ name: 'Shop', updatedAt: null });
    expect((await as('owner')('getActiveMember')).data).toMatchObject({ teamId: first?.id });
    expect((await as('owner')('getFullOrganization')).data.teams).toEqual([first]);
    const bare = await withOptions(started, { teams: { enabled: true, defaultTeam: { enabled: false } } });
    const other = await team(bare);
    expect(await listed(bare, other.people.owner)).toEqual([]);
  });

  it('puts whom it invites into the team of the invitation', async () => {
    const at = await team(started);
    const [first] = await listed(started, at.people.owner);
    const made = await invite(at, at.people.outsider, { teamId: first?.id });
    expect(made).toMatchObject({ teamId: first?.id });
    const { data } = await at.as('outsider')('acceptInvitation', { invitationId: made.id });
    expect(data.member).toMatchObject({ teamId: first?.id });
    const elsewhere = await team(started);
    const [foreign] = await listed(started, elsewhere.people.owner);
    for (const teamId of [foreign?.id, uuidv7(), 'nonsense'])
      expect(
        saidBy(
          await at.as('owner')('inviteMember', { email: `${uuidv7()}@example.com`, role: 'member', teamId }),
        ),
      ).toBe('400 Team not found');
  });
});

describe('createTeam', () => {
  it('creates, up to the maximum, and says so', async () => {
    const { as, organizationId } = await team(started);
    const { data } = await as('admin')('createTeam', { name: 'Red' });
    expect(data).toMatchObject({ name: 'Red', organizationId, updatedAt: expect.any(Date) });
    await started.stack.events.next(teamCreated, ({ team }) => team?.id === data.id);
    const spelt = { name: 'Blue', organizationId: organizationId.toUpperCase() };
    expect((await as('owner')('createTeam', spelt)).data.organizationId).toBe(organizationId);
    expect(saidBy(await as('owner')('createTeam', { name: 'Green' }))).toBe(
      '400 You have reached the maximum number of teams',
    );
  });

  it('holds the maximum when many create at once', async () => {
    const { as, people } = await team(started);
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => as('owner')('createTeam', { name })));
    expect(await listed(started, people.owner)).toHaveLength(3);
  });

  it('refuses nobody, none active, outsiders, members and no name', async () => {
    const { as, organizationId } = await team(started);
    const body = { name: 'Red', organizationId };
    expect(saidBy(await as('anonymous')('createTeam', body))).toBe('401');
    expect(saidBy(await as('outsider')('createTeam', { name: 'Red' }))).toBe('400 No active organization');
    expect(saidBy(await as('outsider')('createTeam', body))).toBe(
      '403 You are not allowed to invite users to this organization',
    );
    expect(saidBy(await as('member')('createTeam', body))).toBe(
      '403 You are not allowed to create teams in this organization',
    );
    expect(saidBy(await as('owner')('createTeam', { name: '' }))).toBe('400 Invalid body parameters');
  });
});

describe('updateTeam', () => {
  it('changes the name and nothing else', async () => {
    const { as, people } = await team(started);
    const [first] = await listed(started, people.owner);
    const data = { name: 'Renamed', id: uuidv7() };
    const renamed = await as('admin')('updateTeam', { teamId: first?.id, data });
    expect(renamed.data).toEqual({ ...first, name: 'Renamed' });
    await started.stack.events.next(teamUpdated, ({ team }) => team?.id === first?.id);
    expect((await as('admin')('updateTeam', { teamId: first?.id, data: {} })).data).toEqual(renamed.data);
  });

  it('refuses nobody, none active, those who may not, teams of others and bad data', async () => {
    const { as, people } = await team(started);
    const other = await team(started);
    const [first] = await listed(started, people.owner);
    const [foreign] = await listed(started, other.people.owner);
    const body = { teamId: first?.id, data: { name: 'Mine' } };
    expect(saidBy(await as('anonymous')('updateTeam', body))).toBe('401');
    expect(saidBy(await as('outsider')('updateTeam', body))).toBe('400 No active organization');
    const denied = '403 You are not allowed to update this team';
    expect(saidBy(await as('member')('updateTeam', body))).toBe(denied);
    const { organizationId } = other;
    expect(saidBy(await as('owner')('updateTeam', { ...body, data: { name: 'x', organizationId } }))).toBe(
      denied,
    );
    expect(saidBy(await as('owner')('updateTeam', { ...body, teamId: foreign?.id }))).toBe(
      '400 Team not found',
    );
    for (const data of [{ name: '' }, { name: 'x', updatedAt: '2026-01-01T00:00:00.000Z' }])
      expect(saidBy(await as('owner')('updateTeam', { ...body, data }))).toBe('400 Invalid body parameters');
  });
});

describe('removeTeam', () => {
  it('removes a team; its invitations go on without it', async () => {
    const at = await team(started);
    const { data: red } = await at.as('owner')('createTeam', { name: 'Red' });
    const made = await invite(at, at.people.outsider, { teamId: red.id });
    const removed = await at.as('admin')('removeTeam', { teamId: red.id });
    expect(removed.data).toEqual({ message: 'Team removed successfully.' });
    await started.stack.events.next(teamDeleted, ({ team }) => team?.id === red.id);
    const { data } = await at.as('outsider')('acceptInvitation', { invitationId: made.id });
    expect(data.member).toMatchObject({ teamId: null });
  });

  it('refuses nobody, none active, those who may not, the own, unknown and last team', async () => {
    const { as, people, organizationId } = await team(started);
    const [first] = await listed(started, people.owner);
    const body = { teamId: first?.id, organizationId };
    expect(saidBy(await as('anonymous')('removeTeam', body))).toBe('401');
    expect(saidBy(await as('outsider')('removeTeam', { teamId: first?.id }))).toBe(
      '400 No active organization',
    );
    const denied = '403 You are not allowed to delete this team';
    expect(saidBy(await as('outsider')('removeTeam', body))).toBe(denied);
    for (const teamId of [first?.id, first?.id.toUpperCase()])
      expect(saidBy(await as('owner')('removeTeam', { ...body, teamId }))).toBe(denied);
    expect(saidBy(await as('member')('removeTeam', body))).toBe(
      '403 You are not allowed to delete teams in this organization',
    );
    expect(saidBy(await as('admin')('removeTeam', { ...body, teamId: uuidv7() }))).toBe('400 Team not found');
    expect(saidBy(await as('admin')('removeTeam', body))).toBe('400 Unable to remove last team');
    const free = await withOptions(started, { teams: { enabled: true, allowRemovingAllTeams: true } });
    expect((await organizationOf(free, people.admin).call('removeTeam', body)).error).toBeNull();
    expect((await as('owner')('getActiveMember')).data).toMatchObject({ teamId: null });
  });
});

describe('listTeams', () => {
  it('shows those of the active organization, and of the one named only when none is active', async () => {
    const { as, people, organizationId } = await team(started);
    const other = await team(started);
    const query = { query: { organizationId: other.organizationId } };
    expect((await as('member')('listTeams', query)).data).toEqual(await listed(started, people.owner));
    expect(saidBy(await as('anonymous')('listTeams'))).toBe('401');
    expect(saidBy(await as('outsider')('listTeams'))).toBe('400 No active organization');
    expect(saidBy(await as('outsider')('listTeams', { query: { organizationId } }))).toBe('403');
    expect(saidBy(await as('outsider')('listTeams', { query: { organizationId: 'nonsense' } }))).toBe('403');
  });
});
