import { eventually } from '@tessera/kit/test/eventually';
import { addTomorrowsColumns } from '@tessera/kit/test/tomorrow';
import {
  makeOrganization,
  mintToken,
  type OrganizationStack,
  signIn,
  startOrganization,
} from '../../test/factories.ts';

let started: OrganizationStack;
beforeAll(async () => {
  started = await startOrganization({ teams: { enabled: true } });
});
afterAll(() => started.stack.stop());

describe('while a newer version has added columns to every table', () => {
  it('this one goes on making organizations, inviting, and minting tokens', async () => {
    expect(await addTomorrowsColumns(started.stack.db)).toEqual(
      expect.arrayContaining(['access_tokens', 'invitations', 'members', 'organizations']),
    );
    const as = signIn(started.identity);
    const { id: organizationId } = await makeOrganization(started, as);
    const invited = await started.send('POST', '/api/auth/organization/invite-member', {
      as,
      body: { organizationId, email: 'tomorrow@example.com', role: 'member' },
    });
    expect(invited.status).toBe(200);
    await eventually(() => expect(started.mails.map(({ to }) => to)).toEqual(['tomorrow@example.com']));
    expect((await mintToken(started, as, { organizationId, scopes: ['orders:read'] })).status).toBe(201);
    const team = await started.send('POST', '/api/auth/organization/create-team', {
      as,
      body: { organizationId, name: 'Sales' },
    });
    expect(team.status).toBe(200);
  });
});
