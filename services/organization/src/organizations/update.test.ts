import { eventually } from '@tessera/kit/test/eventually';
import { oauthClientOf } from '@tessera/kit/test/oauth-clients';
import type { PassportClaims, UserCaller } from '@tessera/proto/api/passport';
import { organizationUpdated } from '@tessera/proto/events/organization';
import {
  addMember,
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

const base = '/api/billing/v1/organizations';
const bare = {
  modified_at: null,
  avatar_url: null,
  email: null,
  website: null,
  socials: [],
  details_submitted_at: null,
  feature_settings: { issue_funding_enabled: false, usage_based_billing_enabled: false },
  subscription_settings: {
    allow_multiple_subscriptions: false,
    allow_customer_updates: true,
    proration_behavior: 'prorate',
  },
};
const patch = (as: Parameters<OrganizationStack['send']>[2] & object, id: string, body: unknown) =>
  started.send('PATCH', `${base}/${id}`, { ...as, body });

describe('updating an organization', () => {
  it('leaves its time, and emits nothing, where it changes nothing', async () => {
    const seller = signIn(started.identity);
    const metadata = { plan: 'pro', tags: ['a', 'b'] };
    const { id, slug } = await makeOrganization(started, seller);
    const settings = {
      ...{ name: 'Shop', email: 'ada@example.com', website: null, socials: [], avatar_url: null },
      feature_settings: { usage_based_billing_enabled: true },
      brand_settings: { accent_color: '#0d6b65' },
      subscription_settings: { ...bare.subscription_settings, allow_customer_updates: false },
    };
    const throughAuth = (data: object) =>
      started.send('POST', '/api/auth/organization/update', {
        as: seller,
        body: { organizationId: id, data },
      });
    expect((await throughAuth({ metadata })).status).toBe(200);
    const { body: made } = await patch({ as: seller }, id as string, settings);
    const told = () =>
      started.stack.events.all(organizationUpdated).filter(({ organizationId }) => organizationId === id);
    await eventually(async () => expect(told()).toHaveLength(2));
    started.stack.clock.set(new Date(started.stack.clock.now().getTime() + 60_000));
    expect((await patch({ as: seller }, id as string, {})).body).toEqual(made);
    expect((await patch({ as: seller }, id as string, settings)).body).toEqual(made);
    const same = { name: 'Shop', slug, logo: null, metadata: { tags: ['a', 'b'], plan: 'pro' } };
    expect((await throughAuth(same)).body).toMatchObject({ name: 'Shop', slug, metadata });
    const changed = await patch({ as: seller }, id as string, { name: 'Store' });
    expect(changed.body.modified_at).toBe(started.stack.clock.now().toISOString());
    await eventually(async () => expect(told().length).toBeGreaterThan(2));
    expect(told()).toHaveLength(3);
  });

  it('says what its customers may do with their subscriptions, and refuses what is no offer', async () => {
    const seller = signIn(started.identity);
    const { id } = await makeOrganization(started, seller);
    const choose = (subscription: object) =>
      patch({ as: seller }, id, { customer_portal_settings: { subscription } });
    const chosen = { allow_pause: true, cancellation_offer: { type: 'pause', months: 2 } };
    const reply = await choose(chosen);
    expect([reply.status, reply.body.customer_portal_settings.subscription]).toEqual([200, chosen]);
    expect(reply.body.customer_portal_settings.orders).toEqual({ show: true });
    for (const offer of [
      { type: 'pause', months: 13 },
      { type: 'discount', discount_id: 'x' },
      { type: 'gift' },
      'pause',
    ])
      expect((await choose({ allow_pause: true, cancellation_offer: offer })).status).toBe(422);
    expect((await choose({ allow_pause: true })).status).toBe(422);
  });

  it('changes what is given and tells partners the same that it answers', async () => {
    const seller = signIn(started.identity);
    const { id, slug } = await makeOrganization(started, seller);
    started.stack.clock.advance(60);
    const change = {
      name: 'Renamed',
      avatar_url: 'https://x.test/a.png',
      socials: [{ platform: 'youtube', url: 'https://www.youtube.com/@shop' }],
      feature_settings: { issue_funding_enabled: true },
      subscription_settings: {
        allow_multiple_subscriptions: true,
        allow_customer_updates: false,
        proration_behavior: 'invoice',
      },
    };
    const reply = await patch({ as: seller }, id, change);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      ...bare,
      ...change,
      subscription_settings: {
        ...change.subscription_settings,
        prevent_trial_abuse: false,
        benefit_revocation_grace_period: 0,
        failed_payment_outcome: null,
      },
      brand_settings: { accent_color: null },
      customer_portal_settings: expect.objectContaining({ orders: { show: true } }),
      feature_settings: { issue_funding_enabled: true, usage_based_billing_enabled: false },
      id,
      slug,
      created_at: expect.any(String),
      modified_at: started.stack.clock.now().toISOString(),
    });
    const event = await started.stack.events.next(
      organizationUpdated,
      ({ organizationId }) => organizationId === id,
    );
    expect(JSON.parse(event.snapshot)).toEqual(reply.body);
    expect(event.organization).toMatchObject({ name: 'Renamed', allowMultipleSubscriptions: true });
    const { body } = await started.send('GET', `${base}/${id}`, { as: seller });
    expect(body).toEqual(reply.body);
  });

  it('numbers each change higher than the one before, also when they come at once', async () => {
    const seller = signIn(started.identity);
    const { id } = await makeOrganization(started, seller);
    const replies = await Promise.all(
      Array.from({ length: 5 }, (_, index) => patch({ as: seller }, id, { name: `Name ${index}` })),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const [row] = (await started.stack.db.query('SELECT name, revision FROM organizations WHERE id = $1', [
      id,
    ])) as {
      name: string;
      revision: string;
    }[];
    const last = await started.stack.events.next(
      organizationUpdated,
      (event) => event.organizationId === id && event.organization?.revision === BigInt(row?.revision ?? 0),
    );
    expect(last.organization?.name).toBe(row?.name);
  });

  it.each([
    ['a user', (user: UserCaller): PassportClaims => user],
    ['an OAuth client of theirs', ({ userId }: UserCaller) => oauthClientOf(userId, 'organizations:write')],
  ])('is not for %s who is removed while it waits for its turn', async (_who, callerFor) => {
    const admin = signIn(started.identity);
    const { id } = await makeOrganization(started, signIn(started.identity));
    await addMember(started, id, { userId: admin.userId, role: 'admin' });
    const { db } = started.stack;
    const runner = db.createQueryRunner();
    await runner.startTransaction();
    await runner.query('SELECT 1 FROM organizations WHERE id = $1 FOR UPDATE', [id]);
    const changing = patch({ as: callerFor(admin) }, id, { name: 'Taken over' });
    await eventually(async () => {
      const waiting = (await db.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )) as unknown[];
      expect(waiting).toHaveLength(1);
    });
    await runner.query('DELETE FROM members WHERE user_id = $1', [admin.userId]);
    await runner.commitTransaction();
    await runner.release();
    expect((await changing).status).toBe(404);
  });

  it('is for owners and admins, and for tokens with the scope', async () => {
    const { id } = await makeOrganization(started, signIn(started.identity));
    const [admin, member] = [signIn(started.identity), signIn(started.identity)];
    await addMember(started, id, { userId: admin.userId, role: 'member,admin' });
    await addMember(started, id, { userId: member.userId });
    const outcome = async (as: Parameters<typeof patch>[0]['as']) => {
      const reply = await patch({ ...(as && { as }) }, id, { website: 'https://x.test' });
      return [reply.status, reply.body.error];
    };
    expect(await outcome(admin)).toEqual([200, undefined]);
    expect(await outcome(withToken(id, 'organizations:write'))).toEqual([200, undefined]);
    expect(await outcome(withToken(id, 'organizations:read'))).toEqual([403, 'insufficient_scope']);
    expect(await outcome(member)).toEqual([403, 'NotPermitted']);
    expect(await outcome(signIn(started.identity))).toEqual([404, 'ResourceNotFound']);
    const other = await makeOrganization(started, signIn(started.identity));
    expect(await outcome(withToken(other.id, 'organizations:write'))).toEqual([404, 'ResourceNotFound']);
    expect(await outcome(undefined)).toEqual([401, 'Unauthorized']);
  });

  it.each([
    [{ name: 'ab' }, ['body', 'name']],
    [{ email: 'nobody' }, ['body', 'email']],
    [{ website: 'javascript:alert(1)' }, ['body', 'website']],
    [
      { socials: [{ platform: 'github', url: 'https://github.com.evil.test/x' }] },
      ['body', 'socials', 0, 'url'],
    ],
    [
      { socials: [{ platform: 'myspace', url: 'https://myspace.com/x' }] },
      ['body', 'socials', 0, 'platform'],
    ],
    [
      { feature_settings: { issue_funding_enabled: 'yes' } },
      ['body', 'feature_settings', 'issue_funding_enabled'],
    ],
    [
      { subscription_settings: { allow_customer_updates: true } },
      ['body', 'subscription_settings', 'allow_multiple_subscriptions'],
    ],
  ])('refuses %j', async (body, loc) => {
    const seller = signIn(started.identity);
    const { id } = await makeOrganization(started, seller);
    const reply = await patch({ as: seller }, id, body);
    expect(reply.status).toBe(422);
    expect(reply.body.detail[0].loc).toEqual(loc);
  });
});
