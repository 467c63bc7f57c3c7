/** Organizations, permissions and teams that are off, as the unmodified client sees them: success and every error (contracts/auth.md, section 10). */
import { uuidv7 } from 'uuidv7';
import { organizationOf } from './client.ts';
import { freshSlug, type OrganizationStack, startOrganization, withOptions } from './factories.ts';
import { invite, saidBy, team } from './team.ts';

let started: OrganizationStack;
beforeAll(async () => {
  started = await startOrganization();
});
afterAll(() => started.stack.stop());

describe('create', () => {
  it('answers 401 to nobody, and refuses beyond what options allow', async () => {
    const { as, people } = await team(started);
    const body = () => ({ name: 'Shop', slug: freshSlug() });
    expect(saidBy(await as('anonymous')('create', body()))).toBe('401');
    const closed = await withOptions(started, { allowUserToCreateOrganization: false });
    expect(saidBy(await organizationOf(closed, people.owner).call('create', body()))).toBe(
      '403 You are not allowed to create a new organization',
    );
    const limited = await withOptions(started, { organizationLimit: 1 });
    expect(saidBy(await organizationOf(limited, people.owner).call('create', body()))).toBe(
      '403 You have reached the maximum number of organizations',
    );
    expect((await organizationOf(limited, people.outsider).call('create', body())).error).toBeNull();
  });
});

describe('a slug', () => {
  it('that is an address of the product itself is in use', async () => {
    const { as, organizationId } = await team(started);
    for (const slug of ['sign-in', 'admin', 'checkout']) {
      expect(saidBy(await as('owner')('checkSlug', { slug }))).toBe('400 slug is taken');
      expect(saidBy(await as('owner')('create', { name: 'Shop', slug }))).toBe(
        '400 Organization already exists',
      );
      expect(saidBy(await as('owner')('update', { organizationId, data: { slug } }))).toBe(
        '400 slug is taken',
      );
    }
  });

  it.each([
    'a/b',
    '..',
    '.',
    ' ',
    'a b',
    'a?b',
    'a#b',
    '%2e',
    'favicon.ico',
    'admin ',
    '\u0430dmin',
    'n\u043erthwind',
    'ad\u200bmin',
  ])('that is no part of an address, or looks like another (%j), is refused', async (slug) => {
    const { as, organizationId } = await team(started);
    const refused = '400 Invalid body parameters';
    expect(saidBy(await as('owner')('checkSlug', { slug }))).toBe(refused);
    expect(saidBy(await as('owner')('create', { name: 'Shop', slug }))).toBe(refused);
    expect(saidBy(await as('owner')('update', { organizationId, data: { slug } }))).toBe(refused);
  });

  it('is in use in any case, also for two who want it at once, and its owner may spell it anew', async () => {
    const { as, organizationId, slug } = await team(started);
    const shouted = slug.toUpperCase();
    const stranger = as('outsider');
    expect(saidBy(await stranger('checkSlug', { slug: shouted }))).toBe('400 slug is taken');
    expect(saidBy(await stranger('create', { name: 'Shop', slug: shouted }))).toBe(
      '400 Organization already exists',
    );
    expect((await as('owner')('update', { organizationId, data: { slug: shouted } })).data.slug).toBe(
      shouted,
    );
    const wanted = freshSlug();
    const both = await Promise.all(
      [wanted, wanted.toUpperCase()].map((spelt) => stranger('create', { name: 'Shop', slug: spelt })),
    );
    expect(both.map(saidBy).toSorted()).toEqual(['400 Organization already exists', 'no error']);
    const other = await stranger('update', {
      organizationId: both.find(({ data }) => data)?.data.id,
      data: { slug },
    });
    expect(saidBy(other)).toBe('400 slug is taken');
  });

  it.each(['a-b_c', '-x-', '7', 'My-Shop'])('may be %j', async (start) => {
    const slug = `${start}${freshSlug()}`;
    const { as } = await team(started);
    expect((await as('owner')('create', { name: 'Shop', slug })).data.slug).toBe(slug);
  });
});

describe('update', () => {
  it('changes what is given, metadata being an object', async () => {
    const { as, organizationId, slug } = await team(started);
    const { data } = await as('admin')('update', { data: { name: 'Renamed', metadata: { a: { b_c: 1 } } } });
    expect(data).toMatchObject({ id: organizationId, name: 'Renamed', slug, metadata: { a: { b_c: 1 } } });
    expect(data).not.toHaveProperty('members');
    const moved = freshSlug();
    const second = await as('owner')('update', {
      organizationId,
      data: { slug: moved, logo: 'https://x.test/l.png' },
    });
    expect(second.data).toMatchObject({ slug: moved, logo: 'https://x.test/l.png', name: 'Renamed' });
    expect((await as('owner')('update', { data: {} })).data).toEqual(second.data);
  });

  it('leaves metadata out where there are none, changed or not', async () => {
    const { as } = await team(started);
    for (const data of [{ metadata: null }, {}, { name: 'Bare' }])
      expect((await as('owner')('update', { data })).data).not.toHaveProperty('metadata');
  });

  it('refuses nobody, outsiders, members, slugs in use and no organization', async () => {
    const { as, organizationId } = await team(started);
    const other = await team(started);
    const body = { organizationId, data: { name: 'Mine' } };
    expect(saidBy(await as('anonymous')('update', body))).toBe('401 User not found');
    expect(saidBy(await as('outsider')('update', { data: {} }))).toBe('400 Organization not found');
    const outside = '400 User is not a member of the organization';
    expect(saidBy(await as('outsider')('update', body))).toBe(outside);
    expect(saidBy(await as('owner')('update', { ...body, organizationId: 'nonsense' }))).toBe(outside);
    const denied = '403 You are not allowed to update this organization';
    expect(saidBy(await as('member')('update', body))).toBe(denied);
    const taken = { organizationId, data: { slug: other.slug } };
    expect(saidBy(await as('owner')('update', taken))).toBe('400 slug is taken');
  });
});

describe('delete', () => {
  it('takes everything with it and leaves nobody active there', async () => {
    const at = await team(started);
    const { as, organizationId, slug, people } = at;
    await invite(at, people.outsider);
    const { data } = await as('owner')('delete', { organizationId });
    expect(data).toMatchObject({ id: organizationId, slug, metadata: '{"plan":"pro"}' });
    for (const table of ['members', 'invitations', 'teams', 'access_tokens'])
      expect(
        await started.stack.db.query(`SELECT 1 FROM ${table} WHERE organization_id = $1`, [organizationId]),
      ).toEqual([]);
    for (const { sessionId } of [people.owner, people.admin, people.member])
      expect(started.identity.active.get(sessionId)).toBeNull();
    expect((await as('admin')('list')).data).toEqual([]);
    expect((await as('owner')('checkSlug', { slug })).data).toEqual({ status: true });
  });

  it('refuses nobody, no name, outsiders, those without the right, and all where it is disabled', async () => {
    const { as, organizationId, people } = await team(started);
    const body = { organizationId };
    expect(saidBy(await as('anonymous')('delete', body))).toBe('401');
    expect(saidBy(await as('owner')('delete', { organizationId: '' }))).toBe('400 Organization not found');
    const outside = '400 User is not a member of the organization';
    expect(saidBy(await as('outsider')('delete', body))).toBe(outside);
    expect(saidBy(await as('owner')('delete', { organizationId: uuidv7() }))).toBe(outside);
    const denied = '403 You are not allowed to delete this organization';
    expect(saidBy(await as('admin')('delete', body))).toBe(denied);
    expect(saidBy(await as('member')('delete', body))).toBe(denied);
    const off = await withOptions(started, { organizationDeletion: { disabled: true } });
    expect(saidBy(await organizationOf(off, people.owner).call('delete', body))).toBe('403');
  });
});

describe('hasPermission', () => {
  it('answers by the roles of the caller, in either spelling', async () => {
    const { as, organizationId } = await team(started);
    const ask = async (name: 'owner' | 'admin' | 'member', wanted: object) =>
      (await as(name)('hasPermission', wanted)).data;
    const no = { error: null, success: false };
    const yes = { error: null, success: true };
    expect(await ask('owner', { permissions: { organization: ['delete'] } })).toEqual(yes);
    expect(await ask('admin', { permission: { organization: ['delete'] } })).toEqual(no);
    expect(
      await ask('admin', { permission: { member: ['create'], team: ['delete'] }, organizationId }),
    ).toEqual(yes);
    expect(await ask('member', { permissions: { member: ['create'] } })).toEqual(no);
    expect(await ask('member', { permissions: { member: [] } })).toEqual(yes);
    expect(await ask('owner', { permissions: {} })).toEqual(no);
    expect(await ask('owner', { permissions: { unicorn: ['ride'] } })).toEqual(no);
  });

  it('refuses nobody, none active, outsiders, and anything but one of the two', async () => {
    const { as, organizationId } = await team(started);
    const wanted = { permissions: { member: ['create'] } };
    expect(saidBy(await as('anonymous')('hasPermission', wanted))).toBe('401');
    expect(saidBy(await as('outsider')('hasPermission', wanted))).toBe('400 No active organization');
    expect(saidBy(await as('outsider')('hasPermission', { ...wanted, organizationId }))).toBe(
      '401 User is not a member of the organization',
    );
    for (const bad of [
      {},
      { ...wanted, permission: { member: ['create'] } },
      { permissions: { member: 'x' } },
    ])
      expect(saidBy(await as('owner')('hasPermission', { organizationId, ...bad }))).toBe(
        '400 Invalid body parameters',
      );
  });
});

describe('teams, where they are off', () => {
  it('have no routes and leave no trace in answers', async () => {
    const { as } = await team(started);
    expect(saidBy(await as('owner')('createTeam', { name: 'Red' }))).toBe('404');
    expect(saidBy(await as('owner')('updateTeam', { teamId: uuidv7(), data: { name: 'Red' } }))).toBe('404');
    expect(saidBy(await as('owner')('removeTeam', { teamId: uuidv7() }))).toBe('404');
    expect(saidBy(await as('owner')('listTeams'))).toBe('404');
    expect((await as('owner')('getActiveMember')).data).not.toHaveProperty('teamId');
  });
});
