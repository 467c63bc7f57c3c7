/** Teams of organizations (contracts/auth.md, section 10). */
import { good, invalidBody, refusal, refuses } from './expect.ts';
import type { Lab } from './lab.ts';
import { call, found, methodsOf, type Team } from './team.ts';

export const describeTeams = (lab: () => Lab): void => {
  let team: Team;
  let first: string;
  beforeAll(async () => {
    team = await found(lab());
    [{ id: first }] = await good(call(team.owner, 'listTeams'));
  });
  const nobody = () => ({ organization: methodsOf(lab().browser()) });
  const none = 'No active organization';
  const unknown = 'Team not found';

  describe('teams', () => {
    it('are made, renamed and removed, but for the last one and beyond the maximum', async () => {
      const { id, owner, admin } = await found(lab());
      const made = await good(call(admin, 'createTeam', { name: 'Blue' }));
      expect(made).toMatchObject({ name: 'Blue', organizationId: id, createdAt: expect.any(Date) });
      const more = await call(admin, 'createTeam', { name: 'Red' });
      expect(more.error).toEqual(refusal(400, 'You have reached the maximum number of teams'));
      const renamed = await good(call(owner, 'updateTeam', { teamId: made.id, data: { name: 'Green' } }));
      expect(renamed).toMatchObject({ id: made.id, name: 'Green' });
      const teams = await good(call(owner, 'listTeams'));
      // The default team, which has the organization's name.
      expect(teams.map(({ name }: { name: string }) => name)).toEqual(['Shop', 'Green']);
      const message = 'Team removed successfully.';
      expect(await good(call(admin, 'removeTeam', { teamId: made.id }))).toEqual({ message });
      const last = await call(admin, 'removeTeam', { teamId: teams[0].id });
      expect(last.error).toEqual(refusal(400, 'Unable to remove last team'));
    });

    const inside = (own: object = {}) => ({ organizationId: team.id, ...own });
    const rename = (own: object = {}) => ({ teamId: first, data: { name: 'New', ...own } });
    const removal = 'You are not allowed to delete this team';
    refuses([
      ['nobody to make one', () => call(nobody(), 'createTeam', { name: 'T' }), 401, null],
      ['one without a name', () => team.owner.post('/organization/create-team', {}), 400, invalidBody],
      ['to make one nowhere', () => call(team.outsider, 'createTeam', { name: 'T' }), 400, none],
      [
        'an outsider to make one',
        () => call(team.outsider, 'createTeam', inside({ name: 'T' })),
        403,
        'You are not allowed to invite users to this organization',
      ],
      [
        'a member to make one',
        () => call(team.member, 'createTeam', { name: 'T' }),
        403,
        'You are not allowed to create teams in this organization',
      ],
      ['nobody to rename one', () => call(nobody(), 'updateTeam', rename()), 401, null],
      ['an empty name', () => call(team.owner, 'updateTeam', rename({ name: '' })), 400, invalidBody],
      // Upstream: "200 null" for this one and the next two of nowhere.
      ['to rename one nowhere', () => call(team.outsider, 'updateTeam', rename()), 400, none],
      [
        'a member to rename one',
        () => call(team.member, 'updateTeam', rename()),
        403,
        'You are not allowed to update this team',
      ],
      [
        'to rename an unknown one',
        () => call(team.owner, 'updateTeam', { ...rename(), teamId: 'unknown' }),
        400,
        unknown,
      ],
      ['nobody to remove one', () => call(nobody(), 'removeTeam', { teamId: first }), 401, null],
      ['to remove which', () => team.owner.post('/organization/remove-team', {}), 400, invalidBody],
      ['to remove one from nowhere', () => call(team.outsider, 'removeTeam', { teamId: first }), 400, none],
      [
        'an outsider to remove one',
        () => call(team.outsider, 'removeTeam', inside({ teamId: first })),
        403,
        removal,
      ],
      ['the own team', () => call(team.owner, 'removeTeam', { teamId: first }), 403, removal],
      [
        'a member to remove one',
        () => call(team.member, 'removeTeam', { teamId: first }),
        403,
        'You are not allowed to delete teams in this organization',
      ],
      ['to remove an unknown one', () => call(team.owner, 'removeTeam', { teamId: 'unknown' }), 400, unknown],
      ['nobody to list', () => call(nobody(), 'listTeams'), 401, null],
      ['to list of nowhere', () => call(team.outsider, 'listTeams'), 400, none],
      ['an outsider to list', () => call(team.outsider, 'listTeams', { query: inside() }), 403, null],
    ]);
  });
};
