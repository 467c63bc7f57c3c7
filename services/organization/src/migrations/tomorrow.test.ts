import { eventually } from '@tessera/kit/test/eventually';
import { addTomorrowsColumns, seenInserts, watchInserts } from '@tessera/kit/test/tomorrow';
import {
  makeOrganization,
  mintToken,
  type OrganizationStack,
  signIn,
  startOrganization,
} from '../../test/factories.ts';
import { allowed, redeem, registerClient, requestOf } from '../../test/oauth.ts';

/**
 * Written by nothing that this test does: no token is revoked, nobody banned or gone; of the two tables of published
 * events one has its turn. `inserts.test.ts` of kit reads their statements.
 */
const unwritten = [
  'access_token_revocations',
  'banned_users',
  'departed_users',
  'migrations',
  'outbox_sent_0',
  'outbox_sent_1',
];

let started: OrganizationStack;
beforeAll(async () => {
  started = await startOrganization({ teams: { enabled: true } });
});
afterAll(() => started.stack.stop());

describe('while a newer version has added columns to every table', () => {
  it('this one goes on making organizations, inviting, and minting tokens', async () => {
    const { db } = started.stack;
    const names = await addTomorrowsColumns(db);
    await watchInserts(db, names);
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
    const client = await registerClient(started, as);
    const code = await allowed(started, as, requestOf(client, { scope: 'openid' }));
    expect((await redeem(started, client, code)).status).toBe(200);
    await eventually(async () => {
      const { written, withoutDefault } = await seenInserts(db);
      expect(withoutDefault).toEqual([]);
      expect(names.filter((name) => !written.includes(name) && !unwritten.includes(name))).toEqual([]);
    });
  });
});
