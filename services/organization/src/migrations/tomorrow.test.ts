import { eventually } from '@tessera/kit/test/eventually';
import { addTomorrowsColumns } from '@tessera/kit/test/tomorrow';
import {
  makeOrganization,
  mintToken,
  type OrganizationStack,
  signIn,
  startOrganization,
} from '../../test/factories.ts';

let house: OrganizationStack;
beforeAll(async () => {
  house = await startOrganization({ teams: { enabled: true } });
});
afterAll(() => house.stack.stop());

describe('while a newer version has added columns to every table', () => {
  it('this one goes on making organizations, inviting, and minting tokens', async () => {
    expect(await addTomorrowsColumns(house.stack.db)).toEqual(
      expect.arrayContaining(['access_tokens', 'invitations', 'members', 'organizations']),
    );
    const as = signIn(house.identity);
    const { id: organizationId } = await makeOrganization(house, as);
    const invited = await house.send('POST', '/api/auth/organization/invite-member', {
      as,
      body: { organizationId, email: 'tomorrow@example.com', role: 'member' },
    });
    expect(invited.status).toBe(200);
    await eventually(() => expect(house.mails.map(({ to }) => to)).toEqual(['tomorrow@example.com']));
    expect((await mintToken(house, as, { organizationId, scopes: ['orders:read'] })).status).toBe(201);
    const team = await house.send('POST', '/api/auth/organization/create-team', {
      as,
      body: { organizationId, name: 'Sales' },
    });
    expect(team.status).toBe(200);
  });
});
