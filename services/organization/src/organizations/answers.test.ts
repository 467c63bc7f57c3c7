import { askMembership, askMemberships, askOrganization } from '@tessera/proto/api/asks';
import {
  addMember,
  makeOrganization,
  type OrganizationStack,
  signIn,
  startOrganization,
} from '../../test/factories.ts';

let started: OrganizationStack;
beforeAll(async () => {
  started = await startOrganization();
});
afterAll(() => started.stack.stop());

describe('what other services may ask', () => {
  it('is who belongs where, and whether they manage it', async () => {
    const { bus } = started.stack;
    const [seller, member] = [signIn(started.identity), signIn(started.identity)];
    const { id, members } = await makeOrganization(started, seller);
    await addMember(started, id, { userId: member.userId });
    const own = {
      id: members[0].id,
      organizationId: id,
      userId: seller.userId,
      role: 'owner',
      canManage: true,
    };
    expect(await bus.ask(askMembership, { userId: seller.userId, organizationId: id })).toEqual(own);
    expect(await bus.ask(askMemberships, { userId: seller.userId })).toEqual([own]);
    expect(await bus.ask(askMembership, { userId: member.userId, organizationId: id })).toMatchObject({
      role: 'member',
      canManage: false,
    });
  });

  it('is what an organization is called', async () => {
    const { id, slug } = await makeOrganization(started, signIn(started.identity), {
      logo: 'https://x.test/l.png',
    });
    expect(await started.stack.bus.ask(askOrganization, { organizationId: id })).toEqual({
      id,
      name: 'Shop',
      slug,
      avatarUrl: 'https://x.test/l.png',
      email: null,
      website: null,
      accentColor: null,
      allowMultipleSubscriptions: false,
      snapshot: expect.objectContaining({ id, slug, avatar_url: 'https://x.test/l.png', socials: [] }),
    });
  });

  it('is answered with nothing for ids that are nobody’s', async () => {
    const { bus } = started.stack;
    const { id } = await makeOrganization(started, signIn(started.identity));
    for (const unknown of ['', 'nonsense', '0198a000-0000-7000-8000-000000000000']) {
      expect(await bus.ask(askOrganization, { organizationId: unknown })).toBeNull();
      expect(await bus.ask(askMembership, { userId: unknown, organizationId: id })).toBeNull();
      expect(await bus.ask(askMemberships, { userId: unknown })).toEqual([]);
    }
  });
});
