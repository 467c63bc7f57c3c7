import type { UserCaller } from '@tessera/proto/api/passport';
import { membershipCreated, organizationCreated } from '@tessera/proto/events/organization';
import {
  freshSlug,
  makeOrganization,
  type OrganizationStack,
  signIn,
  startOrganization,
  withToken,
} from '../../test/factories.ts';

let started: OrganizationStack;
beforeAll(async () => {
  started = await startOrganization();
});
afterAll(() => started.stack.stop());

const path = '/api/auth/organization/create';
const create = (as: UserCaller, body: unknown) => started.send('POST', path, { as, body });
const countSlug = async (slug: string): Promise<number> => {
  const rows = (await started.stack.db.query('SELECT 1 FROM organizations WHERE slug = $1', [
    slug,
  ])) as unknown[];
  return rows.length;
};

describe('creating an organization', () => {
  it('answers the organization with its creator as owner, makes it active and sends no cookie but the copy of the session', async () => {
    const seller = signIn(started.identity);
    const slug = freshSlug();
    const metadata = { tier: 'gold', Nested_key: { a_b: 1 } };
    const reply = await create(seller, { name: 'Shop', slug, logo: 'https://x.test/l.png', metadata });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('application/json');
    expect(reply.headers.getSetCookie()).toEqual([expect.stringMatching(/^tessera\.session_data=/)]);
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Shop',
      slug,
      logo: 'https://x.test/l.png',
      createdAt: '2026-01-15T12:00:00.000Z',
      metadata,
      members: [
        {
          id: expect.any(String),
          organizationId: reply.body.id,
          userId: seller.userId,
          role: 'owner',
          createdAt: '2026-01-15T12:00:00.000Z',
        },
      ],
    });
    expect(started.identity.active.get(seller.sessionId)).toBe(reply.body.id);
  });

  it('leaves metadata out and the logo null when none are given', async () => {
    const { body } = await create(signIn(started.identity), { name: 'Shop', slug: freshSlug() });
    expect(body.logo).toBeNull();
    expect(body).not.toHaveProperty('metadata');
  });

  it('leaves the active organization alone when asked to', async () => {
    const seller = signIn(started.identity);
    await makeOrganization(started, seller, { keepCurrentActiveOrganization: true });
    expect(started.identity.active.has(seller.sessionId)).toBe(false);
  });

  it('makes the caller the owner, whoever else is named', async () => {
    const seller = signIn(started.identity);
    const { body } = await create(
      { ...seller, role: 'admin' },
      {
        name: 'S',
        slug: freshSlug(),
        userId: signIn(started.identity).userId,
      },
    );
    expect(body.members[0].userId).toBe(seller.userId);
    const numbered = await create(seller, { name: 'S', slug: freshSlug(), userId: 7 });
    expect([numbered.status, numbered.body.members?.[0].userId]).toEqual([200, seller.userId]);
  });

  it('makes the one owner whom an administrator names, and refuses one who does not exist', async () => {
    const administrator = signIn(started.identity);
    started.identity.admins.add(administrator.userId);
    const seller = signIn(started.identity);
    const created = await create(administrator, { name: 'Shop', slug: freshSlug(), userId: seller.userId });
    expect(created.body.members).toEqual([expect.objectContaining({ userId: seller.userId, role: 'owner' })]);
    expect(created.headers.getSetCookie()).toEqual([]);
    const shouted = { name: 'Shop', slug: freshSlug(), userId: seller.userId.toUpperCase() };
    expect((await create(administrator, shouted)).body.members[0].userId).toBe(seller.userId);
    const nobody = await create(administrator, { name: 'Shop', slug: freshSlug(), userId: 'nobody' });
    expect([nobody.status, nobody.body]).toEqual([
      401,
      { code: 'USER_NOT_FOUND', message: 'User not found' },
    ]);
  });

  it('hears no name from whoever is an administrator for a while', async () => {
    const administrator = signIn(started.identity);
    started.identity.admins.add(administrator.userId);
    const { userId } = signIn(started.identity);
    const impersonated = { ...administrator, isImpersonated: true };
    const { body } = await create(impersonated, { name: 'Shop', slug: freshSlug(), userId });
    expect(body.members[0].userId).toBe(administrator.userId);
  });

  it('tells the other services of the organization and of the membership', async () => {
    const seller = signIn(started.identity);
    const { id, slug } = await makeOrganization(started, seller);
    const { events } = started.stack;
    const { organization } = await events.next(organizationCreated, (event) => event.organization?.id === id);
    expect(organization).toMatchObject({ name: 'Shop', slug, allowMultipleSubscriptions: false });
    expect(organization?.avatarUrl).toBeUndefined();
    const { membership } = await events.next(
      membershipCreated,
      (event) => event.membership?.organizationId === id,
    );
    expect(membership).toMatchObject({ userId: seller.userId, role: 'owner', canManage: true });
    expect(membership?.revision).toBeGreaterThan(organization?.revision ?? 0n);
  });

  it('refuses a slug in use with the contract’s words', async () => {
    const { slug } = await makeOrganization(started, signIn(started.identity));
    const reply = await create(signIn(started.identity), { name: 'Other', slug });
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({
      code: 'ORGANIZATION_ALREADY_EXISTS',
      message: 'Organization already exists',
    });
  });

  it('lets one of many win who ask for the same slug at once, and leaves nothing of the others', async () => {
    const slug = freshSlug();
    const people = Array.from({ length: 8 }, () => signIn(started.identity));
    const replies = await Promise.all(people.map((as) => create(as, { name: 'Shop', slug })));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 400, 400, 400, 400, 400, 400, 400,
    ]);
    expect(await countSlug(slug)).toBe(1);
    const memberships = (await started.stack.db.query('SELECT 1 FROM members WHERE user_id = ANY($1)', [
      people.map(({ userId }) => userId),
    ])) as unknown[];
    expect(memberships).toHaveLength(1);
  });

  it('is for people who are signed in, and looks at the body first', async () => {
    const body = { name: 'Shop', slug: freshSlug() };
    const anonymous = await started.send('POST', path, { body });
    expect([anonymous.status, anonymous.text]).toEqual([401, '']);
    const token = await started.send('POST', path, { as: withToken(body.slug, 'organizations:write'), body });
    expect([token.status, token.text]).toEqual([401, '']);
    const invalid = await started.send('POST', path, { body: { name: 1 } });
    expect([invalid.status, invalid.body.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(await countSlug(body.slug)).toBe(0);
  });
});

describe('creating an organization under other options', () => {
  it('is left to administrators, through either API, also for somebody else', async () => {
    started.parts.options.allowUserToCreateOrganization = false;
    try {
      const [boss, seller] = [signIn(started.identity), signIn(started.identity)];
      started.identity.admins.add(boss.userId);
      const own = await create(boss, { name: 'Shop', slug: freshSlug() });
      expect([own.status, own.body.members?.[0].userId]).toEqual([200, boss.userId]);
      const given = await create(boss, { name: 'Shop', slug: freshSlug(), userId: seller.userId });
      expect([given.status, given.body.members?.[0].userId]).toEqual([200, seller.userId]);
      const asSeller = (as: UserCaller) =>
        started.send('POST', '/api/billing/v1/organizations/', {
          as,
          body: { name: 'Shop', slug: freshSlug() },
        });
      expect((await asSeller(boss)).status).toBe(201);
      expect((await asSeller(seller)).status).toBe(403);
      const impersonated = { ...boss, isImpersonated: true };
      expect((await asSeller(impersonated)).status).toBe(403);
      expect((await create(impersonated, { name: 'Shop', slug: freshSlug() })).status).toBe(403);
    } finally {
      started.parts.options.allowUserToCreateOrganization = true;
    }
  });

  it('can be forbidden', async () => {
    started.parts.options.allowUserToCreateOrganization = false;
    try {
      const reply = await create(signIn(started.identity), { name: 'Shop', slug: freshSlug() });
      expect(reply.status).toBe(403);
      expect(reply.body).toEqual({
        code: 'YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION',
        message: 'You are not allowed to create a new organization',
      });
    } finally {
      started.parts.options.allowUserToCreateOrganization = true;
    }
  });

  it('stops at the limit, however many are asked for at once', async () => {
    const seller = signIn(started.identity);
    started.parts.options.organizationLimit = 2;
    try {
      const replies = await Promise.all(
        Array.from({ length: 6 }, () => create(seller, { name: 'Shop', slug: freshSlug() })),
      );
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        200, 200, 403, 403, 403, 403,
      ]);
      expect(replies.find(({ status }) => status === 403)?.body).toEqual({
        code: 'YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS',
        message: 'You have reached the maximum number of organizations',
      });
    } finally {
      delete started.parts.options.organizationLimit;
    }
  });
});
