import { jest } from '@jest/globals';
import { SuccessReply } from '@tessera/proto/api/identity/account';
import {
  HasPermissionReply,
  ListRolesReply,
  ListUsersReply,
  UserSessionsReply,
} from '@tessera/proto/api/identity/admin';
import { ListDeviceSessionsReply, SessionPlacesReply } from '@tessera/proto/api/identity/sessions';
import { screen, waitFor, within } from '@testing-library/react';
import { announceSession } from '../api/account/session-broadcast.ts';
import { browser } from '../sign-in/go.ts';
import { ada, signIn } from '../test/people.ts';
import { renderRoute } from '../test/render-route.tsx';
import { reply } from '../test/server.ts';

const grace = {
  session: { ...ada.session, id: 'of-grace', token: 'token-of-grace' },
  user: {
    ...ada.user,
    id: '0197a000-0000-7000-8000-0000000000e1',
    name: 'Grace',
    email: 'grace@example.com',
  },
};
const signOut = 'POST /auth/sign-out';
const change = 'POST /auth/multi-session/set-active';
const remove = 'POST /auth/admin/remove-user';

const went: string[] = [];
beforeEach(() => {
  went.length = 0;
  jest.spyOn(browser, 'go').mockImplementation((address) => void went.push(address));
});

const openProfile = async () => {
  const page = renderRoute('/account/profile', {
    answers: {
      'GET /auth/multi-session/list-device-sessions': reply(ListDeviceSessionsReply, [ada, grace]),
      [signOut]: reply(SuccessReply, { success: true }),
      [change]: () => ({ status: 403, body: { code: 'X', message: 'No way' } }),
    },
  });
  const name = await screen.findByLabelText<HTMLInputElement>('Name');
  await page.user.type(name, ' Lovelace');
  const choose = async (item: string) => {
    await page.user.click(screen.getByRole('button', { name: /^Account of/ }));
    await page.user.click(await screen.findByRole('menuitem', { name: item }));
  };
  return { ...page, name, choose };
};
const answer = async (user: { click: (element: Element) => Promise<void> }, name: string) => {
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  await user.click(dialog.getByRole('button', { name }));
};

describe('what is typed and not saved', () => {
  it('is asked about before somebody signs out, not afterwards', async () => {
    const { server, user, name, choose } = await openProfile();
    await choose('Sign out');
    await answer(user, 'Stay');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.sentTo(signOut)).toEqual([]);
    expect(name.value).toBe('Ada Lovelace');
    await choose('Sign out');
    await answer(user, 'Leave');
    await waitFor(() => expect(went).toEqual(['/sign-in']));
    expect(server.sentTo(signOut)).toHaveLength(1);
  });

  it('is not saved as somebody else: they are not changed to before it is given up', async () => {
    const { server, user, choose } = await openProfile();
    await choose('Grace');
    await answer(user, 'Stay');
    expect(server.sentTo(change)).toEqual([]);
    await choose('Grace');
    await answer(user, 'Leave');
    await screen.findByText('No way');
    expect(server.sentTo(change)).toHaveLength(1);
    // It failed: what was typed is there, and is asked about again.
    await user.click(screen.getByRole('link', { name: 'Security' }));
    await answer(user, 'Stay');
  });

  it('stays, out of sight, while another window makes somebody else of them', async () => {
    const { server, name } = await openProfile();
    signIn(server, grace);
    announceSession('another window');
    await screen.findByLabelText('Password');
    expect(name.closest('[style*="none"]')).not.toBeNull();
    const asked = server.sentTo('GET /auth/get-session').length;
    announceSession('another window');
    await waitFor(() => expect(server.sentTo('GET /auth/get-session').length).toBeGreaterThan(asked));
    expect(name.value).toBe('Ada Lovelace');
    expect(went).toEqual([]);
  });

  it('is not asked about once the thing it was typed about is deleted', async () => {
    const { server, user } = renderRoute(`/admin/users/${grace.user.id}`, {
      answers: {
        'POST /auth/admin/has-permission': reply(HasPermissionReply, { error: null, success: true }),
        'GET /auth/admin/list-users': reply(ListUsersReply, { users: [grace.user], total: 1 }),
        'GET /auth/admin/list-roles': reply(ListRolesReply, { roles: [], defaultRole: 'user' }),
        'POST /auth/admin/list-user-sessions': reply(UserSessionsReply, { sessions: [] }),
        'POST /auth/admin/user-session-places': reply(SessionPlacesReply, []),
        [remove]: reply(SuccessReply, { success: true }),
      },
    });
    await user.type(await screen.findByLabelText('New password'), 'a much better battery');
    await user.click(screen.getByRole('button', { name: 'Delete user' }));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete permanently' }),
    );
    await screen.findByRole('heading', { name: 'Users' });
    expect(server.sentTo(remove)).toHaveLength(1);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
