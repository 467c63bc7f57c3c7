import { InvitationPage, OwnMembership, TeamPage } from '@tessera/proto/api/organization/directory';
import { InviteMember } from '@tessera/proto/api/organization/invitation';
import { AuthInvitation, type AuthTeam } from '@tessera/proto/api/organization/organization';
import { RemoveTeam, RemoveTeamReply } from '@tessera/proto/api/organization/team';
import { screen, waitFor, within } from '@testing-library/react';
import { acme, adasMembership, onlyLooking } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { nothing, pageWith } from '../../test/sales.ts';
import { watchFiles } from '../../test/saved-files.ts';
import { refusal, reply } from '../../test/server.ts';

const list = 'GET /auth/organization/teams';
const team = (end: number, name: string): AuthTeam & { memberCount: number } => ({
  id: `0197a000-0000-7000-8000-0000000003${String(end).padStart(2, '0')}`,
  name,
  organizationId: acme.id,
  createdAt: new Date('2026-06-15T12:00:00Z'),
  updatedAt: null,
  memberCount: 2,
});
const withTeams = reply(OwnMembership, {
  ...adasMembership,
  hasTeams: true,
  roles: [{ name: 'member', grants: {} }],
  allowed: { team: ['create', 'update', 'delete'], invitation: ['create', 'cancel'] },
});
/** Of more than a hundred the first, and the one that is looked for. */
const many = reply(TeamPage, ({ query }) => {
  const sought = query.get('search');
  if (!sought) return { items: [team(1, 'Red')], pagination: { totalCount: 101, maxPage: 6 } };
  return sought === 'violet'
    ? { items: [team(2, 'Violet')], pagination: { totalCount: 1, maxPage: 1 } }
    : nothing;
});

describe('the page of teams', () => {
  it('explains that teams are turned off, and asks for none', async () => {
    const { server } = renderRoute('/acme/settings/teams');
    await screen.findByText('Teams are turned off');
    expect(server.sentTo(list)).toEqual([]);
    expect(screen.queryByRole('link', { name: 'Teams' })).toBeNull();
  });

  it('finds a team by its name, however many there are', async () => {
    const { user } = renderRoute('/acme/settings/teams', {
      answers: { 'GET /auth/organization/own-membership': withTeams, [list]: many },
    });
    await screen.findByText('Red');
    const search = screen.getByRole('searchbox', { name: 'Search by name' });
    await user.type(search, 'violet');
    await screen.findByText('Violet');
    await user.clear(search);
    await user.type(search, 'zebra');
    await screen.findByText('No teams found');
    expect(screen.getAllByRole('button', { name: 'New team' })).toHaveLength(1);
  });

  it('begins a team at its head and in the empty list', async () => {
    const { user } = renderRoute('/acme/settings/teams', {
      answers: { 'GET /auth/organization/own-membership': withTeams, [list]: reply(TeamPage, nothing) },
    });
    await screen.findByText('No teams yet');
    for (const start of screen.getAllByRole('button', { name: 'New team' })) {
      await user.click(start);
      const dialog = within(await screen.findByRole('dialog', { name: 'New team' }));
      await user.click(dialog.getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  });

  it('says why the last team stays', async () => {
    const remove = 'POST /auth/organization/remove-team';
    const only = { items: [team(1, 'Red')], pagination: { totalCount: 1, maxPage: 1 } };
    const { user, server } = renderRoute('/acme/settings/teams', {
      answers: {
        'GET /auth/organization/own-membership': withTeams,
        [list]: reply(TeamPage, only),
        [remove]: refusal(400, {
          code: 'UNABLE_TO_REMOVE_LAST_TEAM',
          message: 'Unable to remove last team',
        }),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Red?' }));
    await user.click(dialog.getByRole('button', { name: 'Remove team' }));
    await dialog.findByRole('alert');
    server.on(remove, reply(RemoveTeamReply, { message: 'done' }, { takes: RemoveTeam }));
    await user.click(dialog.getByRole('button', { name: 'Remove team' }));
    await screen.findByText('Red was removed.');
  });
});

describe('inviting into a team', () => {
  it('is seen in the list of invitations', async () => {
    const waiting = {
      id: '0197a000-0000-7000-8000-0000000003f1',
      organizationId: acme.id,
      email: 'grace@example.com',
      role: 'member',
      status: 'pending' as const,
      state: 'open' as const,
      expiresAt: new Date('2026-06-17T12:00:00Z'),
      inviterId: adasMembership.member.userId,
      teamId: team(2, 'Violet').id,
      teamName: 'Violet',
    };
    renderRoute('/acme/settings/invitations', {
      answers: {
        'GET /auth/organization/own-membership': withTeams,
        'GET /auth/organization/invitations': reply(InvitationPage, {
          items: [waiting],
          pagination: { totalCount: 1, maxPage: 1 },
        }),
      },
    });
    await screen.findByRole('cell', { name: 'grace@example.com Member · Violet' });
  });

  it('finds the team by its name, however many there are', async () => {
    const invite = 'POST /auth/organization/invite-member';
    const invitation: AuthInvitation = {
      id: '0197a000-0000-7000-8000-0000000003f1',
      organizationId: acme.id,
      email: 'grace@example.com',
      role: 'member',
      status: 'pending',
      expiresAt: new Date('2026-06-17T12:00:00Z'),
      inviterId: adasMembership.member.userId,
      teamId: team(2, 'Violet').id,
    };
    const { user, server } = renderRoute('/acme/settings/invitations?invite=true', {
      answers: {
        'GET /auth/organization/own-membership': withTeams,
        'GET /auth/organization/invitations': reply(InvitationPage, nothing),
        [list]: many,
        [invite]: reply(AuthInvitation, invitation, { takes: InviteMember }),
      },
    });
    await user.type(await screen.findByLabelText('E-mail'), 'grace@example.com');
    await user.type(await screen.findByRole('combobox', { name: 'Team' }), 'violet');
    await screen.findByRole('option', { name: 'Violet' });
    await user.keyboard('{Enter}');
    await screen.findByDisplayValue('Violet');
    await user.click(screen.getByRole('button', { name: 'Send invitation' }));
    await waitFor(() => expect(server.sentTo(invite)[0]?.body).toMatchObject({ teamId: invitation.teamId }));
  });
});

describe('taking teams away as a file', () => {
  it('says how many are in each', async () => {
    const files = watchFiles();
    const createdAt = new Date('2026-06-15T12:00:00Z');
    const team = { id: 't1', name: 'Design', organizationId: acme.id, createdAt, updatedAt: createdAt };
    const { user } = renderRoute('/acme/settings/teams', {
      answers: {
        'GET /auth/organization/own-membership': reply(OwnMembership, { ...onlyLooking, hasTeams: true }),
        'GET /auth/organization/teams': reply(TeamPage, pageWith({ ...team, memberCount: 3 })),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(files.names).toHaveLength(1));
    expect(await files.lines()).toEqual([
      'id,created_at,name,members',
      't1,2026-06-15T12:00:00.000Z,Design,3',
    ]);
  });
});
