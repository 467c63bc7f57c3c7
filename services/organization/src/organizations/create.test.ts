import { membershipCreated, organizationCreated } from '@tessera/proto/events/organization';
import { freshSlug, type House, signIn, startHouse } from '../../test/factories.ts';

let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stack.stop());

const create = (as: ReturnType<typeof signIn> | undefined, body: unknown) =>
  house.send('POST', '/api/auth/organization/create', { ...(as && { as }), body });

describe('creating an organization', () => {
  it('answers the organization with its creator as owner, and makes it active', async () => {
    const seller = signIn(house.identity);
    const slug = freshSlug();
    const reply = await create(seller, {
      name: 'Shop',
      slug,
      logo: 'https://x.test/l.png',
      metadata: { tier: 'gold', Nested_key: { a: 1 } },
    });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('application/json');
    expect(reply.headers.get('set-cookie')).toBeNull();
    const id = reply.body.id as string;
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Shop',
      slug,
      logo: 'https://x.test/l.png',
      createdAt: '2026-01-15T12:00:00.000Z',
      metadata: { tier: 'gold', Nested_key: { a: 1 } },
      members: [
        {
          id: expect.any(String),
          organizationId: id,
          userId: seller.userId,
          role: 'owner',
          createdAt: '2026-01-15T12:00:00.000Z',
        },
      ],
    });
    expect(house.identity.active.get(seller.sessionId)).toBe(id);
  });

  it('tells the other services of the organization and of the membership', async () => {
    const seller = signIn(house.identity);
    const { body } = await create(seller, { name: 'Shop', slug: freshSlug() });
    const { organization } = await house.stack.events.next(
      organizationCreated,
      (event) => event.organization?.id === body.id,
    );
    expect(organization).toMatchObject({ name: 'Shop', slug: body.slug, allowMultipleSubscriptions: false });
    expect(organization?.avatarUrl).toBeUndefined();
    const { membership } = await house.stack.events.next(
      membershipCreated,
      (event) => event.membership?.organizationId === body.id,
    );
    expect(membership).toMatchObject({ userId: seller.userId, role: 'owner', canManage: true });
    expect(membership?.revision).toBeGreaterThan(organization?.revision ?? 0n);
  });
});
