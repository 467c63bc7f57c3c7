import { screen } from '@testing-library/react';
import { renderRoute } from '../../test/render-route.tsx';

describe('the page of teams', () => {
  it('explains that teams are turned off, and asks for none', async () => {
    const { server } = renderRoute('/acme/settings/teams');
    await screen.findByText('Teams are turned off');
    expect(server.sentTo('GET /auth/organization/teams')).toEqual([]);
    expect(screen.queryByRole('link', { name: 'Teams' })).toBeNull();
  });
});
