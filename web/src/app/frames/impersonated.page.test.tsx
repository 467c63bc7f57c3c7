/** What an administrator acting as a user finds refused in the user's organization, with the reason. */
import { SessionAndUser } from '@tessera/proto/api/identity/session';
import { OrganizationAccessTokenPage } from '@tessera/proto/api/organization/access-token';
import { InvitationPage, MemberPage, OwnMembership } from '@tessera/proto/api/organization/directory';
import { WebhookEndpointPage } from '@tessera/proto/api/webhook/endpoint';
import { screen } from '@testing-library/react';
import { acme, ada, onlyLooking } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { nothing, pageWith } from '../../test/sales.ts';
import { reply } from '../../test/server.ts';

const everything = {
  organization: ['update'],
  member: ['update', 'delete'],
  invitation: ['create', 'cancel'],
};
const own: MemberPage['items'][number] = {
  id: '0197a000-0000-7000-8000-00000000000c',
  organizationId: acme.id,
  userId: ada.user.id,
  role: 'owner',
  createdAt: new Date('2026-06-15T12:00:00Z'),
  user: { id: ada.user.id, name: 'Ada', email: 'ada@example.com', image: null },
};

const openAs = (path: string, impersonatedBy: string | null) =>
  renderRoute(path, {
    answers: {
      'GET /auth/get-session': reply(SessionAndUser.nullable(), {
        ...ada,
        session: { ...ada.session, impersonatedBy },
      }),
      'GET /auth/organization/own-membership': reply(OwnMembership, { ...onlyLooking, allowed: everything }),
      'GET /auth/organization/members': reply(MemberPage, pageWith(own)),
      'GET /auth/organization/invitations': reply(InvitationPage, nothing),
      'GET /billing/v1/organization-access-tokens': reply(OrganizationAccessTokenPage, nothing),
      'GET /billing/v1/webhooks/endpoints': reply(WebhookEndpointPage, nothing),
    },
  });
const buttonsNamed = async (name: string): Promise<HTMLElement[]> => [
  ...(await screen.findAllByText(name)).flatMap((text) => text.closest<HTMLElement>('button, a') ?? []),
];

describe.each([
  ['/acme/settings/members', 'Invite someone'],
  ['/acme/settings/members', 'Leave'],
  ['/acme/settings/members', 'Change role'],
  ['/acme/settings/invitations', 'Invite someone'],
  ['/acme/settings/tokens', 'New token'],
  ['/acme/webhooks', 'New endpoint'],
])('at %s', (path, name) => {
  it(`${name} is for the user in person, and says so`, async () => {
    const { user } = openAs(path, 'the administrator');
    const [button] = await buttonsNamed(name);
    expect(button?.getAttribute('aria-disabled')).toBe('true');
    if (button) await user.hover(button);
    await screen.findByText('Only the user in person can do this, not an administrator acting as them.');
  });

  it(`${name} is not refused to the user with these words`, async () => {
    const { user } = openAs(path, null);
    const [button] = await buttonsNamed(name);
    if (button) await user.hover(button);
    expect(screen.queryByText(/Only the user in person/)).toBeNull();
  });
});
