import { OwnMembership, TeamPage } from '@tessera/proto/api/organization/directory';
import { screen, waitFor } from '@testing-library/react';
import { acme, onlyLooking } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { pageWith } from '../../test/sales.ts';
import { watchFiles } from '../../test/saved-files.ts';
import { reply } from '../../test/server.ts';

describe('the page of teams', () => {
  it('explains that teams are turned off, and asks for none', async () => {
    const { server } = renderRoute('/acme/settings/teams');
    await screen.findByText('Teams are turned off');
    expect(server.sentTo('GET /auth/organization/teams')).toEqual([]);
    expect(screen.queryByRole('link', { name: 'Teams' })).toBeNull();
  });
});

describe('taking teams away as a file', () => {
  it('says how many are in each', async () => {
    const files = watchFiles();
    const createdAt = new Date('2026-06-15T12:00:00Z');
    const team = { id: 't1', name: 'Design', organizationId: acme.id, createdAt, updatedAt: createdAt };
    const { user } = renderRoute('/acme/settings/teams', {
      answers: {
        'GET /auth/organization/own-membership': reply(OwnMembership, { ...onlyLooking, hasTeams: true }),
        'GET /auth/organization/teams': reply(TeamPage, pageWith({ ...team, memberCount: 3 })),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(files.names).toHaveLength(1));
    expect(await files.lines()).toEqual([
      'id,created_at,name,members',
      't1,2026-06-15T12:00:00.000Z,Design,3',
    ]);
  });
});
