import { InvitationFate, InvitationPage } from '@tessera/proto/api/organization/directory';
import { AuthInvitationDetails } from '@tessera/proto/api/organization/invitation';
import { screen, waitFor } from '@testing-library/react';
import { acme, ada } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { pageWith } from '../../test/sales.ts';
import { watchFiles } from '../../test/saved-files.ts';
import { refusal, reply } from '../../test/server.ts';

const id = '0197a000-0000-7000-8000-0000000000f1';
const expiresAt = new Date('2026-06-17T12:00:00Z');
const look = 'GET /auth/organization/get-invitation';
const notFound = { code: 'INVITATION_NOT_FOUND', message: 'Invitation not found' };

const invitation: AuthInvitationDetails = {
  id,
  organizationId: acme.id,
  email: ada.user.email,
  role: 'member',
  status: 'pending',
  expiresAt,
  inviterId: '0197a000-0000-7000-8000-0000000000f2',
  teamId: null,
  organizationName: acme.name,
  organizationSlug: acme.slug,
  inviterEmail: 'grace@example.com',
};

const fate = { expiresAt, organizationName: acme.name, organizationSlug: acme.slug };

/** The invitation is on the screen; the server has something else to say of it since. */
const openBefore = async (state: Pick<InvitationFate, 'state' | 'isMember'>) => {
  const { user, server } = renderRoute(`/accept-invitation?id=${id}&proof=of-the-mail`, {
    answers: {
      [look]: reply(AuthInvitationDetails, invitation),
      'POST /auth/organization/accept-invitation': refusal(400, notFound),
      'POST /auth/organization/reject-invitation': refusal(400, notFound),
      'GET /auth/organization/invitation-state': reply(InvitationFate, { ...fate, ...state }),
    },
  });
  await screen.findByText('Join Acme');
  server.refuse(look, 400, notFound);
  return user;
};

describe('answering an invitation that is no longer open', () => {
  it('says that it was canceled meanwhile', async () => {
    const user = await openBefore({ state: 'canceled', isMember: false });
    await user.click(screen.getByRole('button', { name: 'Accept invitation' }));
    await screen.findByText('This invitation was canceled');
    expect(screen.queryByRole('button', { name: 'Accept invitation' })).toBeNull();
  });

  it('says that one has joined in another window', async () => {
    const user = await openBefore({ state: 'accepted', isMember: true });
    await user.click(screen.getByRole('button', { name: 'Decline' }));
    await screen.findByText('You have already joined');
    screen.getByRole('link', { name: 'Go to Acme' });
  });
});

describe('an invitation whose inviter has changed', () => {
  it.each([
    [
      'INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION',
      /^The person who sent it has left the organization/,
    ],
    [
      'INVITER_MAY_NO_LONGER_INVITE_WITH_THIS_ROLE',
      /^The person who sent it can no longer invite you with this role/,
    ],
  ])('says why it is closed: %s', async (code, lead) => {
    renderRoute(`/accept-invitation?id=${id}`, {
      answers: { [look]: refusal(400, { code, message: 'Inviter …' }) },
    });
    await screen.findByText(lead);
    expect(screen.queryByRole('button', { name: 'Accept invitation' })).toBeNull();
  });
});

describe('taking invitations away as a file', () => {
  it('takes those of the state that is chosen', async () => {
    const files = watchFiles();
    const list = 'GET /auth/organization/invitations';
    const { organizationName: _n, organizationSlug: _s, inviterEmail: _e, ...sent } = invitation;
    const { user, server } = renderRoute('/acme/settings/invitations?state=expired', {
      answers: { [list]: reply(InvitationPage, pageWith({ ...sent, state: 'expired' as const })) },
    });
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(files.names).toHaveLength(1));
    expect(await files.lines()).toEqual([
      'id,email,role,state,expires_at,team_id,inviter_id',
      `${id},${ada.user.email},member,expired,${expiresAt.toISOString()},,${sent.inviterId}`,
    ]);
    expect(server.sentTo(list).map(({ query }) => query.get('state'))).toEqual(['expired', 'expired']);
  });
});

describe('the list of invitations', () => {
  it('shows all to an address that asks for a state there is not', async () => {
    const list = 'GET /auth/organization/invitations';
    const { organizationName: _n, organizationSlug: _s, inviterEmail: _e, ...sent } = invitation;
    const { server } = renderRoute('/acme/settings/invitations?state=lost', {
      answers: { [list]: reply(InvitationPage, pageWith({ ...sent, state: 'open' as const })) },
    });
    await screen.findByRole('cell', { name: 'Pending' });
    const choice = screen.getByRole<HTMLInputElement>('combobox', { name: 'Which invitations' });
    expect(choice.value).toBe('All invitations');
    expect(server.sentTo(list).map(({ query }) => query.get('state'))).toEqual([null]);
  });
});
