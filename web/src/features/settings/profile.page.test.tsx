import { OwnMembership } from '@tessera/proto/api/organization/directory';
import { screen } from '@testing-library/react';
import { onlyLooking } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { reply } from '../../test/server.ts';

describe('the links of a profile', () => {
  it('are said to be none to whoever may only look', async () => {
    renderRoute('/acme/settings', {
      answers: { 'GET /auth/organization/own-membership': reply(OwnMembership, onlyLooking) },
    });
    await screen.findByText('No links.');
    expect(screen.queryByRole('button', { name: 'Add a link' })).toBeNull();
  });

  it('can be added by whoever manages the organization', async () => {
    renderRoute('/acme/settings');
    await screen.findByRole('button', { name: 'Add a link' });
    expect(screen.queryByText('No links.')).toBeNull();
  });
});
