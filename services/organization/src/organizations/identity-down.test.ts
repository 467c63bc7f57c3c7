import {
  freshSlug,
  makeOrganization,
  type OrganizationStack,
  signIn,
  startOrganization,
} from '../../test/factories.ts';

let started: OrganizationStack;
beforeAll(async () => {
  started = await startOrganization({}, { withIdentity: false });
});
afterAll(() => started.stack.stop());

const base = '/api/auth/organization';

describe('while identity is down', () => {
  it('an organization is created and says so; the session keeps what was active', async () => {
    const reply = await started.send('POST', `${base}/create`, {
      as: signIn(started.identity),
      body: { name: 'Shop', slug: freshSlug() },
    });
    expect(reply.status).toBe(200);
    expect(reply.body.members).toHaveLength(1);
    const warned = started.stack.log.lines().find(({ msg }) => msg === 'an organization was not made active');
    expect(warned).toMatchObject({ organizationId: reply.body.id });
  });

  it('what needs identity is unavailable, and what does not goes on', async () => {
    const seller = signIn(started.identity);
    const { id } = await makeOrganization(started, seller, { keepCurrentActiveOrganization: true });
    const full = await started.send('GET', `${base}/get-full-organization?organizationId=${id}`, {
      as: seller,
    });
    expect([full.status, full.body.code]).toEqual([503, 'THE_SERVICE_IS_TEMPORARILY_UNAVAILABLE']);
    const active = await started.send('POST', `${base}/set-active`, {
      as: seller,
      body: { organizationId: null },
    });
    expect([active.status, active.text]).toEqual([200, 'null']);
    const list = await started.send('GET', `${base}/list`, { as: seller });
    expect(list.body).toHaveLength(1);
  });
});
