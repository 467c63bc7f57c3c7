/** Every method of the organization plugin, as its unmodified client calls it: success and every error (auth.md, 10). */

import type { UserCaller } from '@tessera/proto/api/passport';
import { uuidv7 } from 'uuidv7';
import { type Answer, organizationOf } from './client.ts';
import { addMember, freshSlug, type House, signIn, startHouse, withOptions } from './factories.ts';

let house: House;
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.stack.stop());

/** `400 "Message"`, or `401` for an answer without a body. */
const saidBy = ({ error }: Answer): string => {
  if (!error) return 'no error';
  if (error.message === undefined) return `${error.status}`;
  const code = error.message
    .toUpperCase()
    .replaceAll(' ', '_')
    .replace(/[^A-Z0-9_]/g, '');
  expect(error.code).toBe(error.status === 400 && error.code === 'VALIDATION_ERROR' ? error.code : code);
  return `${error.status} ${error.message}`;
};

/** An organization with an owner, an admin, a member, an outsider, and their clients. */
const team = async (at: House = house) => {
  const people = Object.fromEntries(
    ['owner', 'admin', 'member', 'outsider'].map((name) => [name, signIn(at.identity)]),
  ) as Record<'owner' | 'admin' | 'member' | 'outsider', UserCaller>;
  const as = (name: keyof typeof people | 'anonymous') => {
    const client = organizationOf(at, name === 'anonymous' ? null : people[name]);
    return (method: string, args?: unknown) => client.call(method, args);
  };
  const { data } = await as('owner')('create', {
    name: 'Shop',
    slug: freshSlug(),
    metadata: { plan: 'pro' },
  });
  const organizationId = data.id as string;
  const ids = { owner: data.members[0].id as string, admin: '', member: '' };
  for (const role of ['admin', 'member'] as const) {
    ids[role] = await addMember(at, organizationId, { userId: people[role].userId, role });
    await as(role)('setActive', { organizationId });
  }
  return { at, people, as, organizationId, slug: data.slug as string, ids };
};
type Team = Awaited<ReturnType<typeof team>>;

const invite = async ({ as, organizationId }: Team, person: UserCaller, more: object = {}) => {
  const { data, error } = await as('owner')('inviteMember', {
    organizationId,
    email: person.email.toUpperCase(),
    role: 'member',
    ...more,
  });
  expect(error).toBeNull();
  return data;
};

describe('create', () => {
  it('answers 401 to nobody, and refuses beyond what options allow', async () => {
    const { as, people } = await team();
    const body = () => ({ name: 'Shop', slug: freshSlug() });
    expect(saidBy(await as('anonymous')('create', body()))).toBe('401');
    const closed = await withOptions(house, { allowUserToCreateOrganization: false });
    expect(saidBy(await organizationOf(closed, people.owner).call('create', body()))).toBe(
      '403 You are not allowed to create a new organization',
    );
    const limited = await withOptions(house, { organizationLimit: 1 });
    expect(saidBy(await organizationOf(limited, people.owner).call('create', body()))).toBe(
      '403 You have reached the maximum number of organizations',
    );
    expect((await organizationOf(limited, people.outsider).call('create', body())).error).toBeNull();
  });
});

describe('update', () => {
  it('changes what is given, metadata being an object', async () => {
    const { as, organizationId, slug } = await team();
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

  it('refuses nobody, outsiders, members, slugs in use and no organization', async () => {
    const { as, organizationId } = await team();
    const other = await team();
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
    const at = await team();
    const { as, organizationId, slug, people } = at;
    await invite(at, people.outsider);
    const { data } = await as('owner')('delete', { organizationId });
    expect(data).toMatchObject({ id: organizationId, slug, metadata: { plan: 'pro' } });
    for (const table of ['members', 'invitations', 'teams', 'access_tokens'])
      expect(
        await house.stack.db.query(`SELECT 1 FROM ${table} WHERE organization_id = $1`, [organizationId]),
      ).toEqual([]);
    for (const { sessionId } of [people.owner, people.admin, people.member])
      expect(house.identity.active.get(sessionId)).toBeNull();
    expect((await as('admin')('list')).data).toEqual([]);
    expect((await as('owner')('checkSlug', { slug })).data).toEqual({ status: true });
  });

  it('refuses nobody, no name, outsiders, those without the right, and all where it is disabled', async () => {
    const { as, organizationId, people } = await team();
    const body = { organizationId };
    expect(saidBy(await as('anonymous')('delete', body))).toBe('401');
    expect(saidBy(await as('owner')('delete', { organizationId: '' }))).toBe('400 Organization not found');
    const outside = '400 User is not a member of the organization';
    expect(saidBy(await as('outsider')('delete', body))).toBe(outside);
    expect(saidBy(await as('owner')('delete', { organizationId: uuidv7() }))).toBe(outside);
    const denied = '403 You are not allowed to delete this organization';
    expect(saidBy(await as('admin')('delete', body))).toBe(denied);
    expect(saidBy(await as('member')('delete', body))).toBe(denied);
    const off = await withOptions(house, { organizationDeletion: { disabled: true } });
    expect(saidBy(await organizationOf(off, people.owner).call('delete', body))).toBe('403');
  });
});

describe('members', () => {
  it('see their own place in the active organization', async () => {
    const { as, people, ids, organizationId } = await team();
    const { data } = await as('member')('getActiveMember');
    const { userId: id, name, email } = people.member;
    expect(data).toMatchObject({ id: ids.member, role: 'member', organizationId, user: { id, name, email } });
    expect(saidBy(await as('anonymous')('getActiveMember'))).toBe('401');
    expect(saidBy(await as('outsider')('getActiveMember'))).toBe('400 No active organization');
    house.identity.active.set(people.outsider.sessionId, organizationId);
    expect(saidBy(await as('outsider')('getActiveMember'))).toBe('400 Member not found');
  });

  it('are removed by id, and by e-mail in any case; their sessions leave with them', async () => {
    const { as, people, ids, organizationId } = await team();
    const first = await as('owner')('removeMember', { memberIdOrEmail: people.member.email.toUpperCase() });
    expect(first.data.member).toMatchObject({ id: ids.member, user: { email: people.member.email } });
    expect(house.identity.active.get(people.member.sessionId)).toBeNull();
    const second = await as('owner')('removeMember', { memberIdOrEmail: ids.admin, organizationId });
    expect(second.data.member).toMatchObject({ id: ids.admin, role: 'admin' });
    expect((await as('admin')('list')).data).toEqual([]);
  });

  it('are removed by nobody who may not', async () => {
    const { as, people, ids, organizationId } = await team();
    const other = await team();
    const remove = (memberIdOrEmail: string) => ({ memberIdOrEmail, organizationId });
    expect(saidBy(await as('anonymous')('removeMember', remove(ids.member)))).toBe('401');
    expect(saidBy(await as('outsider')('removeMember', { memberIdOrEmail: ids.member }))).toBe(
      '400 No active organization',
    );
    const unknown = '400 Member not found';
    expect(saidBy(await as('outsider')('removeMember', remove(ids.member)))).toBe(unknown);
    for (const target of [other.ids.member, uuidv7(), 'nonsense', people.outsider.email])
      expect(saidBy(await as('owner')('removeMember', remove(target)))).toBe(unknown);
    const onlyOwner = '400 You cannot leave the organization as the only owner';
    expect(saidBy(await as('admin')('removeMember', remove(ids.owner)))).toBe(onlyOwner);
    expect(saidBy(await as('owner')('removeMember', remove(ids.owner)))).toBe(onlyOwner);
    expect(saidBy(await as('member')('removeMember', remove(ids.admin)))).toBe(
      '401 You are not allowed to delete this member',
    );
  });

  it('leave, and answer who they were; the last owner stays, whatever other roles they have', async () => {
    const { as, people, ids, organizationId } = await team();
    const left = await as('member')('leave', { organizationId });
    expect(left.data).toMatchObject({ id: ids.member, user: { email: people.member.email } });
    expect(house.identity.active.get(people.member.sessionId)).toBeNull();
    expect(saidBy(await as('member')('leave', { organizationId }))).toBe('400 Member not found');
    expect(saidBy(await as('anonymous')('leave', { organizationId }))).toBe('401');
    const onlyOwner = '400 You cannot leave the organization as the only owner';
    for (const role of ['owner', 'owner,admin', ['member', 'owner'], ' owner , x']) {
      const changed = await as('owner')('updateMemberRole', { memberId: ids.owner, role, organizationId });
      expect(changed.error).toBeNull();
      expect(saidBy(await as('owner')('leave', { organizationId }))).toBe(onlyOwner);
      expect(saidBy(await as('owner')('removeMember', { memberIdOrEmail: ids.owner }))).toBe(onlyOwner);
      const demotion = { memberId: ids.owner, role: ['admin', 'member'], organizationId };
      expect(saidBy(await as('owner')('updateMemberRole', demotion))).toBe(onlyOwner);
    }
    await as('owner')('updateMemberRole', { memberId: ids.admin, role: 'owner', organizationId });
    expect((await as('owner')('leave', { organizationId })).error).toBeNull();
  });

  it('get other roles from those who may give them', async () => {
    const { as, ids, organizationId } = await team();
    const other = await team();
    const change = (memberId: string, role: unknown) => ({ memberId, role, organizationId });
    const { data } = await as('admin')('updateMemberRole', {
      memberId: ids.member,
      role: ['admin', 'member'],
    });
    expect(data).toMatchObject({ id: ids.member, role: 'admin,member' });
    expect(saidBy(await as('anonymous')('updateMemberRole', change(ids.member, 'admin')))).toBe('401');
    for (const role of ['', [], ' , '])
      expect(saidBy(await as('owner')('updateMemberRole', change(ids.member, role)))).toBe('400');
    const homeless = { memberId: ids.member, role: 'admin' };
    expect(saidBy(await as('outsider')('updateMemberRole', homeless))).toBe('400 No active organization');
    const unknown = '400 Member not found';
    expect(saidBy(await as('outsider')('updateMemberRole', change(ids.member, 'admin')))).toBe(unknown);
    expect(saidBy(await as('owner')('updateMemberRole', change(other.ids.member, 'admin')))).toBe(unknown);
    const denied = '403 You are not allowed to update this member';
    await as('owner')('updateMemberRole', change(ids.member, 'member'));
    expect(saidBy(await as('member')('updateMemberRole', change(ids.admin, 'member')))).toBe(denied);
    for (const role of ['owner', 'member, owner', ['admin', 'owner']])
      expect(saidBy(await as('admin')('updateMemberRole', change(ids.member, role)))).toBe(denied);
    expect(saidBy(await as('admin')('updateMemberRole', change(ids.owner, 'member')))).toBe(denied);
  });
});

describe('invitations', () => {
  it('are made for an address in any case, seen by whom they are for, and accepted once', async () => {
    const at = await team();
    const { as, people, organizationId, slug } = at;
    const made = await invite(at, people.outsider, { role: ['admin', 'member'] });
    expect(made).toMatchObject({
      email: people.outsider.email,
      role: 'admin,member',
      status: 'pending',
      inviterId: people.owner.userId,
      expiresAt: new Date(house.stack.clock.now().getTime() + 172_800_000),
    });
    const seen = await as('outsider')('getInvitation', { query: { id: made.id } });
    expect(seen.data).toEqual({
      ...made,
      organizationName: 'Shop',
      organizationSlug: slug,
      inviterEmail: people.owner.email,
    });
    const accepted = await as('outsider')('acceptInvitation', { invitationId: made.id });
    expect(accepted.data).toMatchObject({
      invitation: { id: made.id, status: 'accepted' },
      member: { organizationId, userId: people.outsider.userId, role: 'admin,member' },
    });
    expect(house.identity.active.get(people.outsider.sessionId)).toBe(organizationId);
    const again = await as('outsider')('acceptInvitation', { invitationId: made.id });
    expect(saidBy(again)).toBe('400 Invitation not found');
    const { data: list } = await as('member')('listInvitations');
    expect(list).toEqual([{ ...made, status: 'accepted' }]);
  });

  it('make one membership, accepted twice at once or by someone who is a member already', async () => {
    const at = await team();
    const { as, people, organizationId } = at;
    const one = await invite(at, people.outsider);
    const two = await invite(at, people.outsider, { resend: true });
    const answers = await Promise.all(
      [one, one, two, two].map(({ id }) => as('outsider')('acceptInvitation', { invitationId: id })),
    );
    expect(answers.filter(({ error }) => !error)).toHaveLength(2);
    const members = answers.flatMap(({ data }) => (data ? [data.member.id as string] : []));
    expect(new Set(members).size).toBe(1);
    const rows = (await house.stack.db.query('SELECT 1 FROM members WHERE organization_id = $1', [
      organizationId,
    ])) as unknown[];
    expect(rows).toHaveLength(4);
  });

  it('are refused where the contract refuses them', async () => {
    const at = await team();
    const { as, people, organizationId } = at;
    const body = (email: string, more: object = {}) => ({ email, role: 'member', organizationId, ...more });
    const someone = () => `${uuidv7()}@example.com`;
    expect(saidBy(await as('anonymous')('inviteMember', body(someone())))).toBe('401');
    const homeless = { email: someone(), role: 'member' };
    expect(saidBy(await as('outsider')('inviteMember', homeless))).toBe('400 Organization not found');
    expect(saidBy(await as('outsider')('inviteMember', body(someone())))).toBe('400 Member not found');
    expect(saidBy(await as('member')('inviteMember', body(someone())))).toBe(
      '403 You are not allowed to invite users to this organization',
    );
    for (const role of ['owner', ['member', 'owner'], 'member, owner'])
      expect(saidBy(await as('admin')('inviteMember', body(someone(), { role })))).toBe(
        '403 you are not allowed to invite user with this role',
      );
    expect(saidBy(await as('owner')('inviteMember', body(people.member.email.toUpperCase())))).toBe(
      '400 User is already a member of this organization',
    );
    await invite(at, people.outsider);
    expect(saidBy(await as('admin')('inviteMember', body(people.outsider.email.toUpperCase())))).toBe(
      '400 User is already invited to this organization',
    );
    for (const bad of [{ email: 'nobody' }, { role: [] }, { role: ' ' }])
      expect(saidBy(await as('owner')('inviteMember', body(someone(), bad)))).toBe(
        '400 Invalid body parameters',
      );
    const few = await withOptions(house, { invitationLimit: 1 });
    expect(saidBy(await organizationOf(few, people.owner).call('inviteMember', body(someone())))).toBe(
      '403 Invitation limit reached',
    );
  });

  it('are made again on request; the earlier one goes where the options say so', async () => {
    const at = await team();
    const { as, people, organizationId } = at;
    await invite(at, people.outsider);
    await invite(at, people.outsider, { resend: true });
    const states = async () =>
      ((await as('owner')('listInvitations')).data as { status: string }[]).map(({ status }) => status);
    expect(await states()).toEqual(['pending', 'pending']);
    const tidy = await withOptions(house, { cancelPendingInvitationsOnReInvite: true, invitationLimit: 1 });
    const again = await organizationOf(tidy, people.owner).call('inviteMember', {
      email: people.outsider.email,
      role: 'member',
      organizationId,
      resend: true,
    });
    expect(again.error).toBeNull();
    expect(await states()).toEqual(['canceled', 'canceled', 'pending']);
  });

  it('end after the time of the options', async () => {
    const at = await team(await withOptions(house, { invitationExpiresIn: 60 }));
    const { as, people } = at;
    const { id } = await invite(at, people.outsider);
    house.stack.clock.advance(60);
    expect(saidBy(await as('outsider')('getInvitation', { query: { id } }))).toBe(
      '400 Invitation not found!',
    );
    const answer = { invitationId: id };
    expect(saidBy(await as('outsider')('acceptInvitation', answer))).toBe('400 Invitation not found');
    expect(saidBy(await as('outsider')('rejectInvitation', answer))).toBe('400 Invitation not found!');
    await invite(at, people.outsider);
  });

  it('are shown to nobody but whom they are for, while the inviter is there', async () => {
    const at = await team();
    const { as, people, ids, organizationId } = at;
    const { id } = await invite(at, people.outsider);
    const query = { query: { id } };
    expect(saidBy(await as('anonymous')('getInvitation', query))).toBe('401 Not authenticated');
    expect(saidBy(await as('owner')('getInvitation', query))).toBe(
      '403 You are not the recipient of the invitation',
    );
    expect(saidBy(await as('owner')('getInvitation', { query: { id: uuidv7() } }))).toBe(
      '400 Invitation not found!',
    );
    await as('owner')('updateMemberRole', { memberId: ids.admin, role: 'owner', organizationId });
    await as('owner')('leave', { organizationId });
    expect(saidBy(await as('outsider')('getInvitation', query))).toBe(
      '400 Inviter is no longer a member of the organization',
    );
  });

  it('are listed for members', async () => {
    const { as, organizationId } = await team();
    const query = { query: { organizationId } };
    expect((await as('member')('listInvitations', query)).data).toEqual([]);
    expect(saidBy(await as('anonymous')('listInvitations', query))).toBe('401');
    expect(saidBy(await as('outsider')('listInvitations'))).toBe('400 Organization ID is required');
    expect(saidBy(await as('outsider')('listInvitations', query))).toBe(
      '403 You are not a member of this organization',
    );
  });

  it('are accepted by nobody else, and only while there is room', async () => {
    const at = await team();
    const { as, people } = at;
    const { id: invitationId } = await invite(at, people.outsider);
    expect(saidBy(await as('anonymous')('acceptInvitation', { invitationId }))).toBe('401');
    expect(saidBy(await as('member')('acceptInvitation', { invitationId }))).toBe(
      '403 You are not the recipient of the invitation',
    );
    expect(saidBy(await as('outsider')('acceptInvitation', { invitationId: 'nonsense' }))).toBe(
      '400 Invitation not found',
    );
    const full = await withOptions(house, { membershipLimit: 3 });
    expect(
      saidBy(await organizationOf(full, people.outsider).call('acceptInvitation', { invitationId })),
    ).toBe('403 Organization membership limit reached');
  });

  it('are rejected by whom they are for', async () => {
    const at = await team();
    const { as, people } = at;
    const { id: invitationId } = await invite(at, people.outsider);
    expect(saidBy(await as('anonymous')('rejectInvitation', { invitationId }))).toBe('401');
    expect(saidBy(await as('owner')('rejectInvitation', { invitationId }))).toBe(
      '403 You are not the recipient of the invitation',
    );
    const { data } = await as('outsider')('rejectInvitation', { invitationId });
    expect(data).toMatchObject({ invitation: { id: invitationId, status: 'rejected' }, member: null });
    expect(saidBy(await as('outsider')('rejectInvitation', { invitationId }))).toBe(
      '400 Invitation not found!',
    );
  });

  it('are taken back by those who may, in any state', async () => {
    const at = await team();
    const { as, people } = at;
    const { id: invitationId } = await invite(at, people.outsider);
    const cancel = (name: 'owner' | 'admin' | 'member' | 'outsider' | 'anonymous') =>
      as(name)('cancelInvitation', { invitationId });
    expect(saidBy(await cancel('anonymous'))).toBe('401');
    expect(saidBy(await cancel('outsider'))).toBe('400 Member not found');
    expect(saidBy(await cancel('member'))).toBe('403 You are not allowed to cancel this invitation');
    expect(saidBy(await as('admin')('cancelInvitation', { invitationId: uuidv7() }))).toBe(
      '400 Invitation not found',
    );
    expect((await cancel('admin')).data).toMatchObject({ id: invitationId, status: 'canceled' });
    expect((await cancel('owner')).data).toMatchObject({ status: 'canceled' });
    expect(saidBy(await as('outsider')('acceptInvitation', { invitationId }))).toBe(
      '400 Invitation not found',
    );
  });
});

describe('hasPermission', () => {
  it('answers by the roles of the caller, in either spelling', async () => {
    const { as, organizationId } = await team();
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
    const { as, organizationId } = await team();
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
    const { as } = await team();
    expect(saidBy(await as('owner')('createTeam', { name: 'Red' }))).toBe('404');
    expect(saidBy(await as('owner')('updateTeam', { teamId: uuidv7(), data: { name: 'Red' } }))).toBe('404');
    expect(saidBy(await as('owner')('removeTeam', { teamId: uuidv7() }))).toBe('404');
    expect(saidBy(await as('owner')('listTeams'))).toBe('404');
    expect((await as('owner')('getActiveMember')).data).not.toHaveProperty('teamId');
  });
});
