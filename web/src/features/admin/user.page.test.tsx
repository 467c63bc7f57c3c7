import {
  HasPermissionReply,
  ListRolesReply,
  ListUsersReply,
  OfUser,
  UserReply,
  UserSessionsReply,
} from '@tessera/proto/api/identity/admin';
import type { AuthSession } from '@tessera/proto/api/identity/session';
import { type SessionPlace, SessionPlacesReply } from '@tessera/proto/api/identity/sessions';
import { screen, within } from '@testing-library/react';
import { ada } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { reply } from '../../test/server.ts';

const grace = {
  ...ada.user,
  id: '0197a000-0000-7000-8000-0000000000e1',
  name: 'Grace',
  email: 'grace@example.com',
  banned: true,
  banReason: 'Spam',
};

const open = (banExpires: Date, sessions: AuthSession[] = [], places: SessionPlace[] = []) =>
  renderRoute(`/admin/users/${grace.id}`, {
    answers: {
      'POST /auth/admin/has-permission': reply(HasPermissionReply, { error: null, success: true }),
      'GET /auth/admin/list-users': reply(ListUsersReply, {
        users: [{ ...grace, banExpires }],
        total: 1,
        limit: 1,
      }),
      'GET /auth/admin/list-roles': reply(ListRolesReply, {
        roles: [
          { role: 'user', grants: {} },
          { role: 'support', grants: {} },
        ],
        defaultRole: 'user',
      }),
      'POST /auth/admin/list-user-sessions': reply(UserSessionsReply, { sessions }),
      'POST /auth/admin/user-session-places': reply(SessionPlacesReply, places, { takes: OfUser }),
    },
  });

const day = 86_400_000;

describe('a ban with an end', () => {
  it('stands there until then', async () => {
    open(new Date(Date.now() + day));
    await screen.findByText('Banned');
    screen.getByText(/^Banned until .*: Spam$/);
    screen.getByRole('button', { name: 'Lift the ban' });
  });

  it('is none any more afterwards', async () => {
    open(new Date(Date.now() - day));
    await screen.findByRole('heading', { name: 'Grace' });
    await screen.findByLabelText('Reason');
    expect(screen.queryByText('Banned')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Lift the ban' })).toBeNull();
  });
});

describe('a user whom somebody else has deleted meanwhile', () => {
  it.each([
    ['banned', ['Ban', 'Ban user'], 'POST /auth/admin/ban-user'],
    ['given roles', ['Change roles'], 'POST /auth/admin/set-role'],
  ])('is not said to have been %s', async (_what, buttons, route) => {
    const { user, server } = open(new Date(0));
    server.answer(route, UserReply, { user: null });
    await user.click(await screen.findByLabelText('support'));
    for (const name of buttons) await user.click(await screen.findByRole('button', { name }));
    await within(await screen.findByRole('alert')).findByText('User not found');
  });
});

describe('the sessions of a user', () => {
  it('stand there with the countries that they are from', async () => {
    const session = { ...ada.session, id: 'of-grace', userId: grace.id, ipAddress: '193.99.144.80' };
    open(new Date(0), [session], [{ sessionId: session.id, country: 'DE', network: 'public' }]);
    const row = within(await screen.findByRole('row', { name: /193\.99\.144\.80/ }));
    await row.findByText('Germany');
  });
});

describe('what was chosen and not sent', () => {
  it.each([
    ['a role', () => screen.findByLabelText('support')],
    ['the reason of a ban', () => screen.findByLabelText('Reason')],
  ])('is not lost without a word: %s', async (_what, find) => {
    const { user } = open(new Date(0));
    const field = await find();
    await (field.getAttribute('type') === 'checkbox' ? user.click(field) : user.type(field, 'Spam'));
    await user.click(screen.getByRole('link', { name: 'Users' }));
    await screen.findByRole('dialog', { name: 'Leave without saving?' });
  });
});
