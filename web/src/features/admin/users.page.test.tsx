import { HasPermissionReply, ListRolesReply, ListUsersReply } from '@tessera/proto/api/identity/admin';
import { screen, waitFor, within } from '@testing-library/react';
import { ada } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { watchFiles } from '../../test/saved-files.ts';
import { refusal, reply } from '../../test/server.ts';

const list = 'GET /auth/admin/list-users';
const users = Array.from({ length: 130 }, (_, index) => ({
  ...ada.user,
  id: `user ${index}`,
  email: `user-${index}@example.com`,
}));

describe('taking users away as a file', () => {
  it('takes all who fit search and filter, in the order of the page', async () => {
    const files = watchFiles();
    const { user, server } = renderRoute('/admin?query=user&show=banned&sort=email', {
      answers: {
        'POST /auth/admin/has-permission': reply(HasPermissionReply, { error: null, success: true }),
        'GET /auth/admin/list-roles': reply(ListRolesReply, { roles: [], defaultRole: 'user' }),
        [list]: reply(ListUsersReply, ({ query }) => {
          const offset = Number(query.get('offset'));
          return { users: users.slice(offset, offset + Number(query.get('limit'))), total: users.length };
        }),
      },
    });
    await screen.findByText('user-0@example.com');
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(files.names).toEqual([expect.stringMatching(/^users-/)]));
    const [head, ...rows] = await files.lines();
    expect(head).toBe('id,created_at,name,email,email_verified,username,role,banned,ban_reason,ban_expires');
    expect(rows.map((row) => row.split(',')[3])).toEqual(users.map(({ email }) => email));
    const asked = server.sentTo(list).filter(({ query }) => query.get('limit') === '100');
    expect(asked.map(({ query }) => query.toString())).toEqual(
      ['0', '100'].map(
        (offset) =>
          `limit=100&offset=${offset}&sortBy=email&sortDirection=asc&searchValue=user&searchField=email&filterField=banned&filterValue=true&filterOperator=eq`,
      ),
    );
  });
});

describe('a search that finds no user', () => {
  it('can be given up in one step', async () => {
    const { user } = renderRoute('/admin?query=nobody&show=banned', {
      answers: {
        'POST /auth/admin/has-permission': reply(HasPermissionReply, { error: null, success: true }),
        'GET /auth/admin/list-roles': reply(ListRolesReply, { roles: [], defaultRole: 'user' }),
        [list]: reply(ListUsersReply, ({ query }) =>
          query.has('searchValue') ? { users: [], total: 0 } : { users: users.slice(0, 1), total: 1 },
        ),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await screen.findByText('user-0@example.com');
    expect(location.search).toBe('');
  });
});

describe('a new user', () => {
  it('can be tried again when the roles cannot be loaded', async () => {
    const { user, server } = renderRoute('/admin', {
      answers: {
        'POST /auth/admin/has-permission': reply(HasPermissionReply, { error: null, success: true }),
        'GET /auth/admin/list-roles': refusal(429),
        [list]: reply(ListUsersReply, { users: users.slice(0, 1), total: 1 }),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'New user' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText(/^Too many attempts/);
    server.answer('GET /auth/admin/list-roles', ListRolesReply, {
      roles: [{ role: 'user', grants: {} }],
      defaultRole: 'user',
    });
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    await dialog.findByLabelText('Name');
  });
});
