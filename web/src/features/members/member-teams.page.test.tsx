import { MemberPage, OwnMembership, TeamPage } from '@tessera/proto/api/organization/directory';
import {
  AuthTeamMember,
  RemoveTeamMemberReply,
  TeamMemberChange,
} from '@tessera/proto/api/organization/team';
import { screen, waitFor, within } from '@testing-library/react';
import { acme, ada, adasMembership, onlyLooking } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { nothing, pageWith } from '../../test/sales.ts';
import { watchFiles } from '../../test/saved-files.ts';
import { refusal, reply } from '../../test/server.ts';

const createdAt = new Date('2026-06-15T12:00:00Z');
const teamOf = (name: string, end: string): TeamPage['items'][number] => ({
  id: `0197a000-0000-7000-8000-0000000003${end}`,
  name,
  organizationId: acme.id,
  createdAt,
  updatedAt: null,
  memberCount: 1,
});
const red = teamOf('Red', '01');
const violet = teamOf('Violet', '02');

const grace = (team: typeof red | null): MemberPage['items'][number] => ({
  id: '0197a000-0000-7000-8000-00000000000d',
  organizationId: acme.id,
  userId: '0197a000-0000-7000-8000-0000000000e1',
  role: 'member',
  createdAt,
  teamId: team?.id ?? null,
  teamName: team?.name ?? null,
  user: { id: 'grace', name: 'Grace', email: 'grace@example.com', image: null },
});
const self: MemberPage['items'][number] = {
  ...grace(red),
  ...adasMembership.member,
  teamId: red.id,
  user: { id: ada.user.id, name: 'Ada', email: 'ada@example.com', image: null },
};

const page = '/acme/settings/members';
const members = 'GET /auth/organization/members';
const ownMembership = 'GET /auth/organization/own-membership';
const teams = 'GET /auth/organization/teams';
const add = 'POST /auth/organization/add-team-member';
const takeOut = 'POST /auth/organization/remove-team-member';

const open = (path: string, more: Parameters<typeof renderRoute>[1] = {}) =>
  renderRoute(path, {
    answers: {
      [ownMembership]: reply(OwnMembership, { ...adasMembership, hasTeams: true }),
      [members]: reply(MemberPage, pageWith(self, grace(red))),
      [teams]: reply(TeamPage, pageWith(red, violet)),
      ...more.answers,
    },
  });

/** Opens the dialog at Grace's name. */
const ask = async ({ user }: ReturnType<typeof renderRoute>) => {
  const row = within(await screen.findByRole('row', { name: /Grace/ }));
  await user.click(await row.findByRole('button', { name: 'Change team' }));
  return within(await screen.findByRole('dialog', { name: 'Team of Grace' }));
};

/** What the field shows. */
const field = (dialog: { queryByRole: typeof screen.queryByRole }) =>
  dialog.queryByRole<HTMLInputElement>('combobox', { name: 'Team' })?.value;

describe('changing a member’s team', () => {
  it('puts them into another one, and looks again at members and at one’s own membership', async () => {
    const opened = open(page);
    const { user, server } = opened;
    const dialog = await ask(opened);
    const { id, userId } = grace(violet);
    server.on(
      add,
      reply(AuthTeamMember, { id, teamId: violet.id, userId, createdAt }, { takes: TeamMemberChange }),
    );
    server.answer(members, MemberPage, pageWith(self, grace(violet)));
    await waitFor(() => expect(field(dialog)).toBe('Red'));
    await user.click(dialog.getByRole('combobox', { name: 'Team' }));
    await user.click(await screen.findByRole('option', { name: 'Violet' }));
    const asked = server.sentTo(ownMembership).length;
    await user.click(dialog.getByRole('button', { name: 'Save team' }));
    await screen.findByText('Grace is now in Violet.');
    expect(server.sentTo(add)[0]?.body).toEqual({ organizationId: acme.id, userId, teamId: violet.id });
    await screen.findByRole('row', { name: /Grace.*Violet/ });
    expect(server.sentTo(ownMembership).length).toBe(asked + 1);
    expect(server.sentTo(takeOut)).toEqual([]);
  });

  it('takes them out of it', async () => {
    const opened = open(page);
    const { user, server } = opened;
    const dialog = await ask(opened);
    server.on(takeOut, reply(RemoveTeamMemberReply, { message: 'done' }, { takes: TeamMemberChange }));
    server.answer(members, MemberPage, pageWith(self, grace(null)));
    await user.click(await dialog.findByRole('combobox', { name: 'Team' }));
    await user.click(await screen.findByRole('option', { name: 'No team' }));
    await waitFor(() => expect(field(dialog)).toBe(''));
    await user.click(dialog.getByRole('button', { name: 'Save team' }));
    await screen.findByText('Grace is no longer in a team.');
    expect(server.sentTo(takeOut)[0]?.body).toMatchObject({ userId: grace(red).userId, teamId: red.id });
    await screen.findByRole('row', { name: /Grace.*No team/ });
  });

  it('says why it was refused, and sends nothing where nothing was changed', async () => {
    const opened = open(page);
    const { user, server } = opened;
    const dialog = await ask(opened);
    await user.click(await dialog.findByRole('combobox', { name: 'Team' }));
    await user.click(await screen.findByRole('option', { name: 'Violet' }));
    server.on(add, refusal(400, { code: 'TEAM_NOT_FOUND', message: 'Team not found' }));
    await user.click(dialog.getByRole('button', { name: 'Save team' }));
    await within(await dialog.findByRole('alert')).findByText('Team not found');
    await user.click(dialog.getByRole('combobox', { name: 'Team' }));
    await user.click(await screen.findByRole('option', { name: 'Red' }));
    await user.click(dialog.getByRole('button', { name: 'Save team' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.sentTo(add)).toHaveLength(1);
  });

  it('leads to where teams are made while there are none', async () => {
    const none = { [teams]: reply(TeamPage, nothing), [members]: reply(MemberPage, pageWith(grace(null))) };
    const dialog = await ask(open(page, { answers: none }));
    const link = await dialog.findByRole('link', { name: 'Create one' });
    expect(link.getAttribute('href')).toBe('/acme/settings/teams');
  });

  it('is not offered to those who may not update members: they see the team alone', async () => {
    const looking = { [ownMembership]: reply(OwnMembership, { ...onlyLooking, hasTeams: true }) };
    open(page, { answers: looking });
    await screen.findByRole('row', { name: /Grace.*Red/ });
    expect(screen.queryByRole('button', { name: 'Change team' })).toBeNull();
  });

  it('is not offered where there are no teams', async () => {
    open(page, { answers: { [ownMembership]: reply(OwnMembership, adasMembership) } });
    await screen.findAllByRole('button', { name: 'Change role' });
    expect(screen.queryByRole('button', { name: 'Change team' })).toBeNull();
  });
});

describe('the members of a team', () => {
  const inTeam = reply(MemberPage, ({ query }) => {
    const wanted = query.get('teamId');
    if (wanted === violet.id) return nothing;
    return wanted === red.id ? pageWith(grace(red)) : pageWith(self, grace(red));
  });

  it('are where the page of teams leads, by an address that names the team', async () => {
    const { user } = open('/acme/settings/teams', { answers: { [members]: inTeam } });
    await user.click(await screen.findByRole('link', { name: 'Red' }));
    await screen.findByRole('row', { name: /Grace/ });
    expect(location.pathname + location.search).toBe(`${page}?team=${red.id}`);
    expect(screen.queryByRole('row', { name: /Ada/ })).toBeNull();
    await screen.findByRole('button', { name: 'Team: Red' });
    await user.click(screen.getByRole('button', { name: 'Remove the filter Team' }));
    await screen.findByRole('row', { name: /Ada/ });
    expect(location.search).toBe('');
  });

  it('are none of a new one, which is named all the same', async () => {
    const { user } = open(`${page}?team=${violet.id}`, { answers: { [members]: inTeam } });
    await screen.findByText('Nobody is in this team');
    await user.click(await screen.findByRole('button', { name: 'Team: Violet' }));
    await user.click(await screen.findByRole('button', { name: 'Red' }));
    await screen.findByRole('row', { name: /Grace/ });
    expect(location.search).toBe(`?team=${red.id}`);
  });

  it('are what the file has', async () => {
    const files = watchFiles();
    const { user } = open(`${page}?team=${red.id}`, { answers: { [members]: inTeam } });
    await screen.findByRole('row', { name: /Grace/ });
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(files.names).toHaveLength(1));
    const [head, ...rows] = await files.lines();
    expect(head).toBe('id,created_at,user_id,name,email,role,team');
    expect(rows).toEqual([expect.stringMatching(/,Grace,grace@example.com,member,Red$/)]);
  });
});
