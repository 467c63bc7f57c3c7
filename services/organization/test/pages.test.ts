/** What an organization holds beyond what one list of the contract carries, with the unmodified client’s own reach. */
import { emit, transact } from '@tessera/kit/events/outbox';
import { eventually } from '@tessera/kit/test/eventually';
import { userUpdated } from '@tessera/proto/events/identity';
import { uuidv7 } from 'uuidv7';
import { organizationOf } from './client.ts';
import {
  addMember,
  freshSlug,
  makeOrganization,
  type OrganizationStack,
  signIn,
  startOrganization,
  withOptions,
} from './factories.ts';
import { invite, saidBy, type Team, team } from './team.ts';

let started: OrganizationStack;
beforeAll(async () => {
  started = await startOrganization({ teams: { enabled: true }, membershipLimit: 300 });
});
afterAll(() => started.stack.stop());

const query = ({ organizationId }: Team, more: object = {}) => ({ query: { organizationId, ...more } });

/** Invitations as they would be after years: one a minute, the last one the newest. */
const manyInvitations = (at: Team, { count, status }: { count: number; status: string }) =>
  started.stack.db.query(
    `INSERT INTO invitations (id, organization_id, email, role, status, inviter_id, expires_at, created_at)
     SELECT gen_random_uuid(), $1, 'guest-' || n || '@example.com', 'member', $2, $3,
       $4::timestamptz + interval '2 days', $4::timestamptz - interval '1 day' + n * interval '1 minute'
     FROM generate_series(1, $5::int) AS n`,
    [at.organizationId, status, at.people.owner.userId, started.stack.clock.now(), count],
  );

describe('invitations', () => {
  it('come in pages, those that wait for an answer first, the newest first', async () => {
    const at = await team(started);
    await manyInvitations(at, { count: 130, status: 'accepted' });
    const open = await invite(at, at.people.outsider);
    started.stack.clock.advance(1);
    const newer = await invite(at, signIn(started.identity));
    const { data } = await at.as('admin')('invitations', query(at, { limit: 4 }));
    expect(data.items.map(({ id }: { id: string }) => id).slice(0, 2)).toEqual([newer.id, open.id]);
    expect(data.items[2]).toMatchObject({ email: 'guest-130@example.com', state: 'accepted' });
    expect(data.pagination).toEqual({ totalCount: 132, maxPage: 33 });
    const last = await at.as('admin')('invitations', query(at, { limit: 4, page: 33 }));
    expect(last.data.items.at(-1)).toMatchObject({ email: 'guest-1@example.com' });
  });

  it('are narrowed to one state, expired ones too', async () => {
    const at = await team(await withOptions(started, { teams: { enabled: true }, invitationExpiresIn: 60 }));
    const gone = await invite(at, at.people.outsider);
    started.stack.clock.advance(60);
    const open = await invite(at, signIn(started.identity));
    const ids = async (state: string) => {
      const { data } = await at.as('owner')('invitations', query(at, { state }));
      return (data.items as { id: string; state: string }[]).map((one) => [one.id, one.state]);
    };
    expect(await ids('open')).toEqual([[open.id, 'open']]);
    expect(await ids('expired')).toEqual([[gone.id, 'expired']]);
    expect(await ids('rejected')).toEqual([]);
    expect(saidBy(await at.as('owner')('invitations', query(at, { state: 'lost' })))).toBe(
      '400 Invalid query parameters',
    );
  });

  it('that are open are in the contract’s lists, however many came before', async () => {
    const at = await team(started);
    const open = await invite(at, at.people.outsider);
    started.stack.clock.advance(86_400);
    await manyInvitations(at, { count: 120, status: 'canceled' });
    const { data: list } = await at.as('owner')('listInvitations', query(at));
    expect(list).toHaveLength(100);
    expect(list[0]).toMatchObject({ id: open.id, status: 'pending' });
    expect(list.at(-1)).toMatchObject({ email: 'guest-120@example.com' });
    const { data: full } = await at.as('owner')('getFullOrganization', query(at));
    expect(full.invitations).toEqual(list);
  });
});

describe('what became of an invitation', () => {
  it('is told to whom it was for, in every state', async () => {
    const at = await team(started);
    const { as, people, slug, organizationId } = at;
    const { id } = await invite(at, people.outsider);
    const asked = async () => (await as('outsider')('invitationState', { query: { id } })).data;
    const facts = { organizationName: 'Shop', organizationSlug: slug, isMember: false };
    expect(await asked()).toMatchObject({ state: 'open', ...facts });
    started.stack.clock.advance(172_800);
    expect(await asked()).toMatchObject({ state: 'expired', expiresAt: started.stack.clock.now(), ...facts });
    await as('owner')('cancelInvitation', { invitationId: id });
    expect(await asked()).toMatchObject({ state: 'canceled', ...facts });
    const second = await invite(at, people.outsider);
    const answer = { invitationId: second.id };
    await as('outsider')('acceptInvitation', answer);
    const again = async () =>
      (await as('outsider')('invitationState', { query: { id: second.id } })).data as object;
    expect(await again()).toMatchObject({ state: 'accepted', ...facts, isMember: true });
    await as('outsider')('leave', { organizationId });
    expect(await again()).toMatchObject({ state: 'accepted', ...facts });
  });

  it('is told to nobody else, and to nobody once the organization is gone', async () => {
    const at = await team(started);
    const { id } = await invite(at, at.people.outsider);
    const said = async (name: 'owner' | 'outsider' | 'anonymous', wanted: string) =>
      saidBy(await at.as(name)('invitationState', { query: { id: wanted } }));
    expect(await said('owner', id)).toBe('403 You are not the recipient of the invitation');
    expect(await said('anonymous', id)).toBe('401');
    expect(await said('outsider', uuidv7())).toBe('400 Invitation not found!');
    await at.as('owner')('delete', { organizationId: at.organizationId });
    expect(await said('outsider', id)).toBe('400 Invitation not found!');
  });
});

describe('members', () => {
  it('come in pages in the order of joining, and are found by name and by address', async () => {
    const at = await team(started);
    for (let count = 0; count < 118; count += 1) {
      started.stack.clock.advance(1);
      await addMember(started, at.organizationId, { userId: signIn(started.identity).userId });
    }
    started.stack.clock.advance(1);
    const last = signIn(started.identity);
    await addMember(started, at.organizationId, { userId: last.userId });
    const { data } = await at.as('member')('members', query(at, { limit: 50, page: 3 }));
    expect(data.pagination).toEqual({ totalCount: 122, maxPage: 3 });
    expect(data.items).toHaveLength(22);
    expect(data.items.at(-1)).toMatchObject({ role: 'member', user: { email: last.email, name: last.name } });
    await transact(started.stack.db, (em) =>
      emit(em, userUpdated, { user: { id: last.userId, email: last.email, name: 'Zoë 100%' } }),
    );
    for (const search of ['zoë 100%', 'ZOE', 'zoe\u0308', last.email.toUpperCase().slice(0, 8)])
      await eventually(async () => {
        const found = await at.as('member')('members', query(at, { search }));
        expect(found.data.items).toContainEqual(expect.objectContaining({ userId: last.userId }));
      });
    expect((await at.as('member')('members', query(at, { search: '%' }))).data.items).toHaveLength(1);
  });
});

describe('teams', () => {
  it('come in pages with how many are in each', async () => {
    const at = await team(started);
    await at.as('owner')('createTeam', { name: 'Red', organizationId: at.organizationId });
    const { data } = await at.as('member')('teams', query(at, { limit: 1 }));
    expect(data.pagination).toEqual({ totalCount: 2, maxPage: 2 });
    expect(data.items[0]).toMatchObject({ name: 'Shop', memberCount: 1 });
    const second = await at.as('member')('teams', query(at, { limit: 1, page: 2 }));
    expect(second.data.items[0]).toMatchObject({ name: 'Red', memberCount: 0 });
    const { data: members } = await at.as('member')('members', query(at));
    expect(members.items.map(({ teamName }: { teamName: string | null }) => teamName)).toEqual([
      'Shop',
      null,
      null,
    ]);
    const named = async (search: string) =>
      (await at.as('member')('teams', query(at, { search }))).data.items.map(
        ({ name }: { name: string }) => name,
      );
    expect(await named('rED')).toEqual(['Red']);
    expect(await named('%')).toEqual([]);
    expect(await named('réd')).toEqual(['Red']);
    await invite(at, at.people.outsider, { teamId: second.data.items[0].id });
    const { data: invitations } = await at.as('owner')('invitations', query(at));
    expect(invitations.items).toMatchObject([{ teamName: 'Red' }]);
    const off = await withOptions(started, {});
    expect(saidBy(await organizationOf(off, at.people.owner).call('teams', query(at)))).toBe('404');
  });
});

describe('one’s own membership', () => {
  it('says what the roles allow, how many owners there are and which roles can be given', async () => {
    const at = await team(started);
    const { data } = await at.as('admin')('ownMembership', query(at));
    expect(data).toMatchObject({
      member: { id: at.ids.admin, role: 'admin', organizationId: at.organizationId },
      allowed: {
        organization: ['update'],
        member: ['create', 'update', 'delete'],
        invitation: ['create', 'cancel'],
        team: ['create', 'update', 'delete'],
      },
      creatorRole: 'owner',
      owners: 1,
      hasCustomRoles: false,
      hasTeams: true,
      isDeletable: true,
    });
    expect(data.roles.map(({ name }: { name: string }) => name)).toEqual(['owner', 'admin', 'member']);
    const plain = await at.as('member')('ownMembership');
    expect(plain.data.allowed).toEqual({ organization: [], member: [], invitation: [], team: [] });
  });

  it('knows the roles of the options, those nobody holds too', async () => {
    const roles = { owner: { ship: ['sail', 'sink'] }, mate: { ship: ['sail'] } };
    const custom = await withOptions(started, { ac: { ship: ['sail', 'sink'] }, roles });
    const { people, as, organizationId } = await team(custom);
    const { data } = await organizationOf(custom, people.owner).call('ownMembership', {
      query: { organizationId },
    });
    expect(data).toMatchObject({
      allowed: { ship: ['sail', 'sink'] },
      roles: [
        { name: 'owner', grants: roles.owner },
        { name: 'mate', grants: roles.mate },
      ],
      hasCustomRoles: true,
      hasTeams: false,
    });
    expect((await as('member')('ownMembership')).data.allowed).toEqual({ ship: [] });
  });
});

describe('one’s own membership where nothing can be deleted', () => {
  it('says so, whatever the roles allow', async () => {
    const kept = await withOptions(started, { organizationDeletion: { disabled: true } });
    const { data } = await (await team(kept)).as('owner')('ownMembership');
    expect(data).toMatchObject({ allowed: { organization: ['update', 'delete'] }, isDeletable: false });
  });
});

describe('the list of organizations', () => {
  it('ends at a hundred, and goes on where that is asked for', async () => {
    const seller = signIn(started.identity);
    const { data: first } = await organizationOf(started, seller).call('create', {
      name: 'First',
      slug: freshSlug(),
    });
    await started.stack.db.query(
      `WITH made AS (
         INSERT INTO organizations (id, name, slug, socials, feature_settings, subscription_settings, created_at, revision)
         SELECT gen_random_uuid(), 'Shop', $2 || n, '[]', '{}', '{}', $3, nextval('revisions')
         FROM generate_series(1, 105) AS n RETURNING id)
       INSERT INTO members (id, organization_id, user_id, role, created_at, revision)
       SELECT gen_random_uuid(), id, $1, 'owner', $3::timestamptz + interval '1 minute', nextval('revisions') FROM made`,
      [seller.userId, freshSlug(), started.stack.clock.now()],
    );
    const { call } = organizationOf(started, seller);
    const { data } = await call('list');
    expect(data).toHaveLength(100);
    expect(data[0].id).toBe(first.id);
    expect((await call('list', { query: { limit: 1000 } })).data).toHaveLength(106);
    expect((await call('list', { query: { offset: 100 } })).data).toHaveLength(6);
    expect(saidBy(await call('list', { query: { limit: 0 } }))).toBe('400 Invalid query parameters');
  });

  it('is had without those that have other members', async () => {
    const [owner, member] = [signIn(started.identity), signIn(started.identity)];
    const shared = await makeOrganization(started, owner);
    const own = await makeOrganization(started, owner);
    await addMember(started, shared.id, { userId: member.userId });
    const alone = async (as: typeof owner, flag: unknown) => {
      const { data } = await organizationOf(started, as).call('list', { query: { alone: flag } });
      return data.map(({ id }: { id: string }) => id);
    };
    expect(await alone(owner, true)).toEqual([own.id]);
    expect(await alone(owner, false)).toEqual([shared.id, own.id]);
    expect(await alone(member, true)).toEqual([]);
  });
});

describe('nobody else', () => {
  it('sees any of it', async () => {
    const at = await team(started);
    for (const method of ['invitations', 'members', 'teams', 'ownMembership']) {
      expect(saidBy(await at.as('anonymous')(method, query(at)))).toBe('401');
      expect(saidBy(await at.as('outsider')(method))).toBe('400 No active organization');
      for (const organizationId of [at.organizationId, uuidv7(), 'nonsense'])
        expect(saidBy(await at.as('outsider')(method, { query: { organizationId } }))).toBe(
          '403 You are not a member of this organization',
        );
    }
  });
});
