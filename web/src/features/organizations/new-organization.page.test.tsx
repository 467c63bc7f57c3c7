import { OrganizationPage } from '@tessera/proto/api/billing/organization';
import { AuthOrganizationCreated, CheckSlugReply } from '@tessera/proto/api/organization/organization';
import { screen } from '@testing-library/react';
import { acme, acmeProfile } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { pageWith } from '../../test/sales.ts';
import { refusal, reply } from '../../test/server.ts';

beforeEach(() => localStorage.clear());

describe('a new organization', () => {
  it('leads to its overview, which keeps a place for the way to the first sale at once', async () => {
    const unanswered = () => new Promise<never>(() => undefined);
    const { user } = renderRoute('/organizations/new', {
      answers: {
        'GET /billing/v1/organizations': reply(OrganizationPage, pageWith(acmeProfile)),
        'POST /auth/organization/check-slug': reply(CheckSlugReply, { status: true }),
        'POST /auth/organization/create': reply(AuthOrganizationCreated, {
          ...acme,
          metadata: undefined,
          members: [],
        }),
        'GET /billing/v1/orders': unanswered,
        'GET /billing/v1/metrics/overview': refusal(503),
      },
    });
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Acme');
    await user.click(screen.getByRole('button', { name: /Create/ }));
    await screen.findByRole('heading', { name: 'Overview' });
    expect(screen.getByText('Get to your first sale').closest('[inert]')).not.toBeNull();
  });
});
