import { OrganizationPage } from '@tessera/proto/api/billing/organization';
import { AuthOrganizationList } from '@tessera/proto/api/organization/organization';
import { screen } from '@testing-library/react';
import { acme } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { nothing } from '../../test/sales.ts';
import { reply } from '../../test/server.ts';

describe('the page of all components', () => {
  it('is an address like any other where nobody says that this is development', async () => {
    renderRoute('/dev/design', {
      answers: {
        'GET /billing/v1/organizations': reply(OrganizationPage, nothing),
        'GET /auth/organization/list': reply(AuthOrganizationList, [acme]),
      },
    });
    await screen.findByRole('heading', { level: 1, name: 'Page not found' });
    expect(screen.queryByRole('heading', { level: 1, name: 'Design' })).toBeNull();
  });
});
