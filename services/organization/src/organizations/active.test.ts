import { emit, transact } from '@tessera/kit/events/outbox';
import { eventually } from '@tessera/kit/test/eventually';
import type { UserCaller } from '@tessera/proto/api/passport';
import { userCreated, userUpdated } from '@tessera/proto/events/identity';
import {
  addMember,
  freshSlug,
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

const get = (path: string, as?: UserCaller) =>
  started.send('GET', `/api/auth/organization/${path}`, { ...(as && { as }) });
const setActive = (as: UserCaller, body: unknown) =>
  started.send('POST', '/api/auth/organization/set-active', {
    as,
    body,
    headers: { cookie: `tessera.session_token=${as.sessionId}` },
  });
const refusal = {
  code: 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION',
  message: 'User is not a member of the organization',
};

describe('checking a slug', () => {
  const check = (slug: unknown) =>
    started.send('POST', '/api/auth/organization/check-slug', {
      as: signIn(started.identity),
      body: { slug },
    });

  it('answers whether it is free', async () => {
    const { slug } = await makeOrganization(started, signIn(started.identity));
    const taken = await check(slug);
    expect([taken.status, taken.body]).toEqual([400, { code: 'SLUG_IS_TAKEN', message: 'slug is taken' }]);
    const free = await check(freshSlug());
    expect([free.status, free.body]).toEqual([200, { status: true }]);
  });
});

describe('listing organizations', () => {
  it('answers those of the caller in the order of joining, metadata as the text that was sent', async () => {
    const seller = signIn(started.identity);
    const metadata = { seats: 2, plan: 'pro', a: null };
    const first = await makeOrganization(started, seller, { metadata });
    const second = await makeOrganization(started, seller);
    await makeOrganization(started, signIn(started.identity));
    const { status, body } = await get('list', seller);
    expect(status).toBe(200);
    const { members: _first, ...one } = first;
    const { members: _second, ...two } = second;
    const text = '{"seats":2,"plan":"pro","a":null}';
    expect(body).toEqual([
      { ...one, metadata: text },
      { ...two, metadata: null },
    ]);
  });

  it('is empty for whoever belongs to none, and closed to whoever is not signed in', async () => {
    expect((await get('list', signIn(started.identity))).body).toEqual([]);
    const anonymous = await get('list');
    expect([anonymous.status, anonymous.text]).toEqual([401, '']);
  });
});

describe('getting a full organization', () => {
  it('answers everyone in it, by id, by slug or as the active one', async () => {
    const seller = signIn(started.identity);
    const colleague = signIn(started.identity);
    const { id, slug, members, ...facts } = await makeOrganization(started, seller, {
      metadata: { a: { b_c: 1 } },
    });
    started.stack.clock.advance(1);
    await addMember(started, id, { userId: colleague.userId });
    const byId = await get(`get-full-organization?organizationId=${id}`, seller);
    expect(byId.body).toEqual({
      id,
      slug,
      ...facts,
      metadata: '{"a":{"b_c":1}}',
      invitations: [],
      teams: null,
      members: [
        { ...members[0], user: { id: seller.userId, name: seller.name, email: seller.email, image: null } },
        expect.objectContaining({
          role: 'member',
          user: { id: colleague.userId, name: colleague.name, email: colleague.email, image: null },
        }),
      ],
    });
    const bySlug = await get(
      `get-full-organization?organizationSlug=${slug}&organizationId=nonsense`,
      seller,
    );
    expect(bySlug.body).toEqual(byId.body);
    const active = await get('get-full-organization', { ...seller, activeOrganizationId: id });
    expect(active.body).toEqual(byId.body);
  });

  it('is null when none is active', async () => {
    const reply = await get('get-full-organization', signIn(started.identity));
    expect([reply.status, reply.text]).toEqual([200, 'null']);
  });

  it.each(['organizationId=%s', 'organizationSlug=%s'])('tells outsiders nothing (%s)', async (query) => {
    const { id, slug } = await makeOrganization(started, signIn(started.identity));
    const outsider = signIn(started.identity);
    for (const value of [query.includes('Slug') ? slug : id, 'no-such-thing']) {
      const reply = await get(`get-full-organization?${query.replace('%s', value)}`, outsider);
      expect([reply.status, reply.body]).toEqual([403, refusal]);
    }
  });

  it('asks identity once for someone it has not heard of, and follows their changes', async () => {
    const seller = signIn(started.identity);
    const { id } = await makeOrganization(started, seller);
    const full = () => get(`get-full-organization?organizationId=${id}`, seller);
    await full();
    await full();
    expect(started.identity.questions.userIds.filter((asked) => asked === seller.userId)).toHaveLength(1);
    await transact(started.stack.db, (em) =>
      emit(em, userUpdated, {
        user: { id: seller.userId, email: seller.email, name: 'Renamed', image: 'https://x.test/i.png' },
      }),
    );
    await eventually(async () => {
      const { body } = await full();
      expect(body.members[0].user).toMatchObject({ name: 'Renamed', image: 'https://x.test/i.png' });
    });
  });

  it('asks nobody about someone whose sign-up it has heard of', async () => {
    const seller = signIn(started.identity);
    await transact(started.stack.db, (em) =>
      emit(em, userCreated, { user: { id: seller.userId, email: seller.email, name: 'From event' } }),
    );
    await eventually(async () => {
      const rows = (await started.stack.db.query('SELECT 1 FROM users WHERE id = $1', [
        seller.userId,
      ])) as unknown[];
      expect(rows).toHaveLength(1);
    });
    const { id } = await makeOrganization(started, seller);
    const { body } = await get(`get-full-organization?organizationId=${id}`, seller);
    expect(body.members[0].user.name).toBe('From event');
    expect(started.identity.questions.userIds).not.toContain(seller.userId);
  });
});

describe('making an organization active', () => {
  it('changes the session, rewrites its cookie and answers the full organization', async () => {
    const seller = signIn(started.identity);
    const { id, slug } = await makeOrganization(started, seller, { keepCurrentActiveOrganization: true });
    const byId = await setActive(seller, { organizationId: id });
    expect(byId.status).toBe(200);
    expect(byId.body).toMatchObject({ id, slug, metadata: null, invitations: [], teams: null });
    expect(byId.body.members[0].user.email).toBe(seller.email);
    expect(byId.headers.getSetCookie()).toEqual([
      `tessera.session_token=rewritten-${seller.sessionId}; Path=/; HttpOnly`,
    ]);
    expect(started.identity.questions.cookies.at(-1)).toBe(`tessera.session_token=${seller.sessionId}`);
    expect(started.identity.active.get(seller.sessionId)).toBe(id);
    expect((await setActive(seller, { organizationSlug: slug })).body.id).toBe(id);
  });

  it('clears it for null, with a cookie only if something was cleared', async () => {
    const seller = signIn(started.identity);
    const { id } = await makeOrganization(started, seller);
    const cleared = await setActive({ ...seller, activeOrganizationId: id }, { organizationId: null });
    expect([cleared.status, cleared.text]).toEqual([200, 'null']);
    expect(cleared.headers.getSetCookie()).toHaveLength(1);
    expect(started.identity.active.get(seller.sessionId)).toBeNull();
    const again = await setActive(seller, { organizationId: null });
    expect([again.text, again.headers.getSetCookie()]).toEqual(['null', []]);
  });

  it('keeps to the active one when nothing is given', async () => {
    const seller = signIn(started.identity);
    const { id } = await makeOrganization(started, seller);
    expect((await setActive({ ...seller, activeOrganizationId: id }, {})).body.id).toBe(id);
    expect((await setActive(seller, {})).text).toBe('null');
  });

  it('leaves none active when the caller does not belong to it, or there is no such one', async () => {
    const { id, slug } = await makeOrganization(started, signIn(started.identity));
    for (const body of [{ organizationId: id }, { organizationSlug: slug }, { organizationId: 'nonsense' }]) {
      const outsider = signIn(started.identity);
      started.identity.active.set(outsider.sessionId, 'another');
      const reply = await setActive(outsider, body);
      expect([reply.status, reply.body]).toEqual([403, refusal]);
      expect(reply.headers.getSetCookie()).toEqual([]);
      expect(started.identity.active.get(outsider.sessionId)).toBeNull();
    }
  });

  it('is refused when the session has ended meanwhile', async () => {
    const seller = signIn(started.identity);
    const { id } = await makeOrganization(started, seller);
    started.identity.ended.add(seller.sessionId);
    const reply = await setActive(seller, { organizationId: id });
    expect([reply.status, reply.text]).toEqual([401, '']);
  });
});
