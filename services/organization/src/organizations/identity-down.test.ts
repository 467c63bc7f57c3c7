import {
  freshSlug,
  makeOrganization,
  type OrganizationStack,
  signIn,
  startOrganization,
} from '../../test/factories.ts';

let house: OrganizationStack;
beforeAll(async () => {
  house = await startOrganization({}, { withIdentity: false });
});
afterAll(() => house.stack.stop());

const base = '/api/auth/organization';

describe('while identity is down', () => {
  it('an organization is created and says so; the session keeps what was active', async () => {
    const reply = await house.send('POST', `${base}/create`, {
      as: signIn(house.identity),
      body: { name: 'Shop', slug: freshSlug() },
    });
    expect(reply.status).toBe(200);
    expect(reply.body.members).toHaveLength(1);
    const warned = house.stack.log.lines().find(({ msg }) => msg === 'an organization was not made active');
    expect(warned).toMatchObject({ organizationId: reply.body.id });
  });

  it('what needs identity is unavailable, and what does not goes on', async () => {
    const seller = signIn(house.identity);
    const { id } = await makeOrganization(house, seller, { keepCurrentActiveOrganization: true });
    const full = await house.send('GET', `${base}/get-full-organization?organizationId=${id}`, {
      as: seller,
    });
    expect([full.status, full.body.code]).toEqual([503, 'THE_SERVICE_IS_TEMPORARILY_UNAVAILABLE']);
    const active = await house.send('POST', `${base}/set-active`, {
      as: seller,
      body: { organizationId: null },
    });
    expect([active.status, active.text]).toEqual([200, 'null']);
    const list = await house.send('GET', `${base}/list`, { as: seller });
    expect(list.body).toHaveLength(1);
  });
});
