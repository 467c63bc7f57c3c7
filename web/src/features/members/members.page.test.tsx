import { InvitationPage, MemberPage, OwnMembership } from '@tessera/proto/api/organization/directory';
import { screen, waitFor, within } from '@testing-library/react';
import { z } from 'zod';
import { acme, ada, onlyLooking } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { nothing, pageWith } from '../../test/sales.ts';
import { watchFiles } from '../../test/saved-files.ts';
import { refusal, reply } from '../../test/server.ts';

const memberOf = (name: string, role: string): MemberPage['items'][number] => ({
  id: `0197a000-0000-7000-8000-00000000000${name === 'Ada' ? 'c' : 'd'}`,
  organizationId: acme.id,
  userId: name === 'Ada' ? ada.user.id : '0197a000-0000-7000-8000-0000000000e1',
  role,
  createdAt: new Date('2026-06-15T12:00:00Z'),
  user: { id: `id of ${name}`, name, email: `${name.toLowerCase()}@example.com`, image: null },
});

const mayInvite: OwnMembership = { ...onlyLooking, allowed: { invitation: ['create'] } };
const members = 'GET /auth/organization/members';
const invite = 'POST /auth/organization/invite-member';
const roleNames = ['owner', 'admin', 'member'];
const withRoles = { ...mayInvite, roles: roleNames.map((name) => ({ name, grants: {} })) };
const remove = 'POST /auth/organization/remove-member';

describe('removing a member', () => {
  it('asks first; then looks again at the members and at one’s own membership, and at nothing else', async () => {
    const { user, server } = renderRoute('/acme/settings/members', {
      answers: {
        [members]: reply(MemberPage, pageWith(memberOf('Ada', 'owner'), memberOf('Grace', 'member'))),
        [remove]: reply(z.object({}), {}),
      },
    });
    const row = within(await screen.findByRole('row', { name: /Grace/ }));
    await user.click(row.getByRole('button', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Grace?' }));
    server.answer(members, MemberPage, pageWith(memberOf('Ada', 'owner')));
    const counts = () =>
      [
        members,
        'GET /auth/organization/own-membership',
        'GET /billing/v1/organizations',
        'GET /auth/get-session',
      ].map((route) => server.sentTo(route).length);
    const before = counts();
    await user.click(dialog.getByRole('button', { name: 'Remove member' }));
    await screen.findByText('Grace was removed.');
    await waitFor(() => expect(screen.queryByRole('row', { name: /Grace/ })).toBeNull());
    expect(server.sentTo(remove)[0]?.body).toEqual({
      organizationId: acme.id,
      memberIdOrEmail: memberOf('Grace', 'member').id,
    });
    expect(counts().map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1, 0, 0]);
  });
});

describe('inviting somebody from the page of members', () => {
  it('opens the dialog at once', async () => {
    const { user } = renderRoute('/acme/settings/members', {
      answers: {
        [members]: reply(MemberPage, pageWith(memberOf('Ada', 'owner'))),
        'GET /auth/organization/invitations': reply(InvitationPage, nothing),
        'GET /auth/organization/own-membership': reply(OwnMembership, mayInvite),
      },
    });
    await user.click(await screen.findByRole('link', { name: 'Invite someone' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(location.search).toBe(''));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('has the lowest role chosen, also when the address is opened before it is known who one is', async () => {
    const known = Promise.withResolvers<void>();
    const { user, server } = renderRoute('/acme/settings/invitations?invite=true', {
      answers: {
        'GET /auth/organization/invitations': reply(InvitationPage, nothing),
        'GET /auth/organization/own-membership': async (sent) => {
          await known.promise;
          return reply(OwnMembership, withRoles)(sent);
        },
        [invite]: reply(z.object({}), {}),
      },
    });
    await screen.findByRole('heading', { name: 'Invitations' });
    known.resolve();
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: 'E-mail' }), 'grace@example.com{Enter}');
    await screen.findByText('An invitation was sent to grace@example.com.');
    expect(server.sentTo(invite)[0]?.body).toMatchObject({ email: 'grace@example.com', role: 'member' });
  });

  it('says at the address that it was invited before', async () => {
    const message = 'User is already invited to this organization';
    const { user } = renderRoute('/acme/settings/invitations?invite=true', {
      answers: {
        'GET /auth/organization/invitations': reply(InvitationPage, nothing),
        'GET /auth/organization/own-membership': reply(OwnMembership, withRoles),
        [invite]: refusal(400, { code: 'USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION', message }),
      },
    });
    const email = await screen.findByRole('textbox', { name: 'E-mail' });
    await user.type(email, 'grace@example.com{Enter}');
    await screen.findByText(message);
    expect(email.getAttribute('aria-invalid')).toBe('true');
  });
});

describe('taking members away as a file', () => {
  it('goes through all pages of those who fit the search, and calculates nothing', async () => {
    const files = watchFiles();
    const pages = [memberOf('Ada', 'owner'), memberOf('=1+1', 'admin,member')];
    const { user, server } = renderRoute('/acme/settings/members?search=a', {
      answers: {
        [members]: reply(MemberPage, ({ query }) => ({
          items: pages.slice(Number(query.get('page')) - 1).slice(0, 1),
          pagination: { totalCount: 2, maxPage: 2 },
        })),
      },
    });
    await screen.findByRole('row', { name: /Ada/ });
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() =>
      expect(files.names).toEqual([expect.stringMatching(/^members-\d{4}-\d\d-\d\d\.csv$/)]),
    );
    const [head, first, second, ...more] = await files.lines();
    expect(head).toBe('id,created_at,user_id,name,email,role');
    expect(first).toContain(',Ada,ada@example.com,owner');
    expect(second).toContain(',\'=1+1,\'=1+1@example.com,"admin,member"');
    expect(more).toEqual([]);
    const asked = server.sentTo(members).filter(({ query }) => query.get('limit') === '100');
    expect(asked.map(({ query }) => [query.get('page'), query.get('search')])).toEqual([
      ['1', 'a'],
      ['2', 'a'],
    ]);
  });

  it('says why there is none', async () => {
    const files = watchFiles();
    const { user, server } = renderRoute('/acme/settings/members', {
      answers: { [members]: reply(MemberPage, pageWith(memberOf('Ada', 'owner'))) },
    });
    await screen.findByRole('row', { name: /Ada/ });
    server.on(members, refusal(403, { code: 'NO', message: 'You are not a member of this organization' }));
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await screen.findByText('You are not a member of this organization');
    expect(files.names).toEqual([]);
  });
});
