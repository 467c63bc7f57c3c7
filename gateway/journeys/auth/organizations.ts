/** Organizations, and which one is active (contracts/auth.md, section 10). */
import { cookie, good, invalidBody, refuses } from './expect.ts';
import type { Lab } from './lab.ts';
import { call, colleague, found, freshSlug, methodsOf, type Team } from './team.ts';

const foreign = 'User is not a member of the organization';

export const describeOrganizations = (lab: () => Lab): void => {
  let team: Team;
  beforeAll(async () => {
    team = await found(lab());
  });
  const nobody = () => ({ organization: methodsOf(lab().browser()) });
  const active = async ({ client }: Team['owner']) =>
    (await good(client.getSession())).session.activeOrganizationId;

  describe('organization.create and checkSlug', () => {
    it('found one, which becomes active unless the present one is to stay', async () => {
      const ada = await colleague(lab());
      const slug = freshSlug();
      expect(await good(call(ada, 'checkSlug', { slug }))).toEqual({ status: true });
      const metadata = { plan: 'pro' };
      const first = await good(call(ada, 'create', { name: 'Shop', slug, metadata }));
      expect(first).toEqual({
        id: expect.any(String),
        name: 'Shop',
        slug,
        logo: null,
        createdAt: expect.any(Date),
        metadata,
        members: [
          {
            id: expect.any(String),
            organizationId: first.id,
            userId: ada.id,
            role: 'owner',
            createdAt: expect.any(Date),
            teamId: expect.any(String),
          },
        ],
      });
      // Upstream sends none, and its session cache goes on naming the organization of before.
      expect(ada.cookies()).toEqual([cookie.cache]);
      expect(await active(ada)).toBe(first.id);
      const more = { name: 'Second', slug: freshSlug(), keepCurrentActiveOrganization: true };
      const second = await good(call(ada, 'create', more));
      expect(await active(ada)).toBe(first.id);
      // An object where it is made, and JSON text in lists.
      const listed = { id: first.id, metadata: JSON.stringify(metadata) };
      expect(await good(call(ada, 'list'))).toMatchObject([listed, { id: second.id }]);
    });

    const create = (own: object) =>
      call(team.outsider, 'create', { name: 'Shop', slug: freshSlug(), ...own });
    refuses([
      ['nobody', () => call(nobody(), 'create', { name: 'Shop', slug: freshSlug() }), 401, null],
      ['no slug', () => create({ slug: undefined }), 400, invalidBody],
      ['a used slug', () => create({ slug: team.slug }), 400, 'Organization already exists'],
      [
        'a used slug, when asked',
        () => call(team.owner, 'checkSlug', { slug: team.slug }),
        400,
        'slug is taken',
      ],
      ['no slug, when asked', () => team.owner.post('/organization/check-slug', {}), 400, invalidBody],
      ['nobody, when asked', () => call(nobody(), 'checkSlug', { slug: 'free' }), 401, null],
      [
        'more than the limit',
        async () => {
          for (const _time of [1, 2]) await good(create({}));
          return create({});
        },
        403,
        'You have reached the maximum number of organizations',
      ],
    ]);
  });

  describe('organization.update', () => {
    it('changes what it is given', async () => {
      const data = { name: 'Renamed', logo: 'https://example.com/l.png', metadata: { a: { b: 1 } } };
      const changed = await good(call(team.admin, 'update', { data }));
      expect(changed).toMatchObject({ id: team.id, slug: team.slug, ...data });
      // Upstream fails (500) where there is nothing to change, and where the slug is used (section 16).
      expect(await good(call(team.owner, 'update', { data: {} }))).toEqual(changed);
    });

    const update = (who: Team['owner'], own: object = {}) =>
      call(who, 'update', { organizationId: team.id, data: { name: 'Mine' }, ...own });
    refuses([
      ['nobody', () => call(nobody(), 'update', { data: {} }), 401, 'User not found'],
      ['no data', () => team.owner.post('/organization/update', {}), 400, invalidBody],
      [
        'none',
        async () => call(await colleague(lab()), 'update', { data: {} }),
        400,
        'Organization not found',
      ],
      ['an outsider', () => update(team.outsider), 400, foreign],
      ['a member', () => update(team.member), 403, 'You are not allowed to update this organization'],
      [
        'a used slug',
        async () => {
          const ada = await colleague(lab());
          const { slug } = await good(call(ada, 'create', { name: 'Other', slug: freshSlug() }));
          return update(team.owner, { data: { slug } });
        },
        400,
        'slug is taken',
      ],
    ]);
  });

  describe('organization.setActive and getFullOrganization', () => {
    it('choose one by id or slug, or none', async () => {
      const ada = await colleague(lab());
      const { id, slug } = await good(call(ada, 'create', { name: 'Shop', slug: freshSlug() }));
      const whole = {
        id,
        name: 'Shop',
        slug,
        logo: null,
        metadata: null,
        createdAt: expect.any(Date),
        invitations: [],
        members: [expect.objectContaining({ role: 'owner', user: expect.objectContaining({ id: ada.id }) })],
      };
      const full = { ...whole, teams: [expect.objectContaining({ name: 'Shop' })] };
      expect(await good(call(ada, 'getFullOrganization'))).toEqual(full);
      expect(await good(call(ada, 'setActive', { organizationId: null }))).toBeNull();
      expect(ada.cookies()[0]).toMatch(/^tessera\.session_token=…; Max-Age=604800/);
      expect(await active(ada)).toBeNull();
      expect(await good(call(ada, 'getFullOrganization'))).toBeNull();
      expect(await good(ada.post('/organization/set-active', {}))).toBeNull();
      expect(await good(call(ada, 'setActive', { organizationSlug: slug }))).toEqual({
        ...whole,
        teams: null,
      });
      expect(await active(ada)).toBe(id);
      for (const query of [{ organizationId: id }, { organizationSlug: slug }])
        expect(await good(call(ada, 'getFullOrganization', { query }))).toEqual(full);
    });

    it('leave no foreign one active', async () => {
      const { id } = team;
      const ada = await colleague(lab());
      await good(call(ada, 'create', { name: 'Shop', slug: freshSlug() }));
      expect((await call(ada, 'setActive', { organizationId: id })).error?.message).toBe(foreign);
      expect(await active(ada)).toBeNull();
    });

    refuses([
      ['nobody to choose', () => call(nobody(), 'setActive', { organizationId: 'x' }), 401, null],
      ['a number', () => call(team.owner, 'setActive', { organizationId: 5 }), 400, invalidBody],
      [
        'an outsider to choose',
        () => call(team.outsider, 'setActive', { organizationId: team.id }),
        403,
        foreign,
      ],
      ['nobody to see', () => call(nobody(), 'getFullOrganization'), 401, null],
      ['nobody to list', () => call(nobody(), 'list'), 401, null],
      [
        'an outsider to see',
        () => call(team.outsider, 'getFullOrganization', { query: { organizationId: team.id } }),
        403,
        foreign,
      ],
    ]);
  });

  describe('organization.delete', () => {
    it('takes it from everyone', async () => {
      const { id, owner, admin } = await found(lab());
      expect(await good(call(owner, 'delete', { organizationId: id }))).toMatchObject({ id, name: 'Shop' });
      // Upstream leaves it active in the sessions of others.
      expect([await active(owner), await active(admin)]).toEqual([null, null]);
      expect(await good(call(admin, 'list'))).toEqual([]);
    });

    const remove = (who: Team['owner'], organizationId = team.id) => call(who, 'delete', { organizationId });
    const denied = 'You are not allowed to delete this organization';
    // Upstream: "200 null" for the first four.
    refuses([
      ['nobody', () => call(nobody(), 'delete', { organizationId: team.id }), 401, null],
      ['none', () => remove(team.owner, ''), 400, 'Organization not found'],
      ['an outsider', () => remove(team.outsider), 400, foreign],
      ['an unknown one', () => remove(team.owner, 'unknown'), 400, foreign],
      ['no id', () => team.owner.post('/organization/delete', {}), 400, invalidBody],
      ['an admin', () => remove(team.admin), 403, denied],
    ]);
  });
};
