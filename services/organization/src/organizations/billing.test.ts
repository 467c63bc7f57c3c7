import { oauthClientOf } from '@tessera/kit/test/oauth-clients';
import type { UserCaller } from '@tessera/proto/api/passport';
import {
  addMember,
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

const base = '/api/billing/v1/organizations';
const notFound = { error: 'ResourceNotFound', detail: 'Not found' };
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
    prevent_trial_abuse: false,
    benefit_revocation_grace_period: 0,
    failed_payment_outcome: null,
  },
  brand_settings: { accent_color: null },
  customer_portal_settings: {
    usage: { show: true },
    orders: { show: true },
    benefits: { show: true },
    payment_methods: { show: true },
    subscription: { allow_pause: false, cancellation_offer: null },
    customer: { allow_email_change: true },
  },
};
const details = {
  about: 'a',
  product_description: 'b',
  intended_use: 'c',
  customer_acquisition: ['web'],
  future_annual_revenue: 100,
};
const patch = (as: Parameters<OrganizationStack['send']>[2] & object, id: string, body: unknown) =>
  started.send('PATCH', `${base}/${id}`, { ...as, body });

describe('creating an organization through the billing API', () => {
  it('answers the whole organization and makes the caller its owner', async () => {
    const seller = signIn(started.identity);
    const slug = freshSlug();
    const reply = await started.send('POST', `${base}/`, {
      as: seller,
      body: {
        name: 'Shop',
        slug,
        email: 'shop@x.test',
        feature_settings: { usage_based_billing_enabled: true },
        details,
      },
    });
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      ...bare,
      id: expect.any(String),
      name: 'Shop',
      slug,
      created_at: '2026-01-15T12:00:00.000Z',
      details_submitted_at: '2026-01-15T12:00:00.000Z',
      email: 'shop@x.test',
      feature_settings: { issue_funding_enabled: false, usage_based_billing_enabled: true },
    });
    const patched = await patch({ as: seller }, reply.body.id, { name: 'Renamed' });
    expect(patched.status).toBe(200);
    expect(started.identity.active.has(seller.sessionId)).toBe(false);
  });

  it.each([
    ['in use', () => makeOrganization(started, signIn(started.identity)).then(({ slug }) => slug as string)],
    ['reserved', async () => 'checkout'],
    ['reserved once it is a slug', async () => ' Checkout! '],
    ['made of no Latin letters or digits', async () => '日本の店'],
    ['too short as a slug', async () => '-a-!'],
    ['too short', async () => 'ab'],
  ])('refuses a slug that is %s', async (_why, slugOf) => {
    const body = { name: 'Shop', slug: await slugOf() };
    const reply = await started.send('POST', base, { as: signIn(started.identity), body });
    expect([reply.status, reply.body.error]).toEqual([422, 'RequestValidationError']);
    expect(reply.body.detail[0].loc).toEqual(['body', 'slug']);
  });

  it('makes a slug of any text', async () => {
    const unique = freshSlug();
    const body = { name: 'Shop', slug: `  Ünï Cö_${unique} & Söhne!` };
    const made = await started.send('POST', `${base}/`, { as: signIn(started.identity), body });
    expect([made.status, made.body.slug]).toEqual([201, `uni-co-${unique}-sohne`]);
    const again = await started.send('POST', `${base}/`, { as: signIn(started.identity), body });
    expect([again.status, again.body.detail[0].loc]).toEqual([422, ['body', 'slug']]);
  });

  it('writes a slug in small letters, and finds it in any case', async () => {
    const as = signIn(started.identity);
    const slug = freshSlug();
    const made = await started.send('POST', `${base}/`, {
      as,
      body: { name: 'Shop', slug: slug.toUpperCase() },
    });
    expect([made.status, made.body.slug]).toEqual([201, slug.toLowerCase()]);
    const found = await started.send('GET', `${base}/?slug=${slug.toUpperCase()}`, { as });
    expect(found.body.items).toEqual([made.body]);
  });

  it('is for OAuth clients of a user too, as far as their scopes go: the user becomes its owner', async () => {
    const seller = signIn(started.identity);
    const body = { name: 'Shop', slug: freshSlug() };
    const create = (scope: string) =>
      started.send('POST', `${base}/`, { as: oauthClientOf(seller.userId, scope), body });
    expect((await create('organizations:read')).body.error).toBe('insufficient_scope');
    const { status, body: made } = await create('organizations:write');
    expect(status).toBe(201);
    expect((await patch({ as: seller }, made.id, { name: 'Renamed' })).status).toBe(200);
  });

  it('is for people: a token acts for the organization that it has', async () => {
    const body = { name: 'Shop', slug: freshSlug() };
    const token = await started.send('POST', `${base}/`, {
      as: withToken(body.slug, 'organizations:write'),
      body,
    });
    expect([token.status, token.body.error]).toEqual([403, 'NotPermitted']);
    const nobody = await started.send('POST', `${base}/`, { body });
    expect([nobody.status, nobody.body.error]).toEqual([401, 'Unauthorized']);
    expect(nobody.headers.get('www-authenticate')).toMatch(/^Bearer realm=/);
  });
});

describe('listing organizations through the billing API', () => {
  let seller: UserCaller;
  beforeAll(async () => {
    seller = signIn(started.identity);
    for (const name of ['Beta', 'Alpha', 'Gamma']) {
      started.stack.clock.advance(1);
      await makeOrganization(started, seller, { name });
    }
  });
  const names = async (query: string, as: Parameters<OrganizationStack['send']>[2] = { as: seller }) => {
    const { body } = await started.send('GET', `${base}/?${query}`, as);
    return body.items.map(({ name }: { name: string }) => name);
  };

  it('answers the caller’s organizations, oldest first, in pages', async () => {
    const first = await started.send('GET', `${base}?limit=2`, { as: seller });
    expect(first.body.pagination).toEqual({ total_count: 3, max_page: 2 });
    expect(first.body.items[0]).toMatchObject({ ...bare, name: 'Beta' });
    expect(await names('limit=2')).toEqual(['Beta', 'Alpha']);
    expect(await names('limit=2&page=2')).toEqual(['Gamma']);
    expect(await names('limit=500&page=2')).toEqual([]);
  });

  it('sorts and filters', async () => {
    expect(await names('sorting=name')).toEqual(['Alpha', 'Beta', 'Gamma']);
    expect(await names('sorting=-name')).toEqual(['Gamma', 'Beta', 'Alpha']);
    expect(await names('sorting=-created_at')).toEqual(['Gamma', 'Alpha', 'Beta']);
    const [first] = (await started.send('GET', `${base}/`, { as: seller })).body.items;
    expect(await names(`slug=${first.slug}`)).toEqual(['Beta']);
    expect(await names('slug=none')).toEqual([]);
    expect(await names('sorting=name&query=A')).toEqual(['Alpha', 'Beta', 'Gamma']);
    expect(await names('query=aLp')).toEqual(['Alpha']);
    expect(await names(`query=${first.slug.slice(2)}`)).toEqual(['Beta']);
    expect(await names('query=%25')).toEqual([]);
    const stranger = signIn(started.identity);
    expect(await names('query=a', { as: stranger })).toEqual([]);
  });

  it('sorts by the alphabet and searches without accents', async () => {
    const other = signIn(started.identity);
    const alphabet = ['adam', 'Ängström', 'Berta', 'élan', 'zoé', 'Zora'];
    for (const name of alphabet.toReversed()) await makeOrganization(started, other, { name });
    expect(await names('sorting=name', { as: other })).toEqual(alphabet);
    expect(await names('sorting=-name', { as: other })).toEqual(alphabet.toReversed());
    expect(await names('query=angstrom', { as: other })).toEqual(['Ängström']);
    expect(await names(`query=${encodeURIComponent('ZÖE'.normalize('NFD'))}`, { as: other })).toEqual([
      'zoé',
    ]);
  });

  it('shows a token nothing but its own, and only with the scope', async () => {
    const [first] = (await started.send('GET', `${base}/`, { as: seller })).body.items;
    expect(await names('', { as: withToken(first.id, 'organizations:read') })).toEqual(['Beta']);
    const reply = await started.send('GET', `${base}/`, { as: withToken(first.id, 'products:read') });
    expect([reply.status, reply.body.error]).toEqual([403, 'insufficient_scope']);
  });

  it('refuses an unknown order or page', async () => {
    for (const query of ['sorting=shoe_size', 'page=0', 'limit=x']) {
      const reply = await started.send('GET', `${base}/?${query}`, { as: seller });
      expect(reply.status).toBe(422);
      expect(reply.body.detail[0].loc[0]).toBe('query');
    }
  });
});

describe('getting an organization through the billing API', () => {
  it('shows it to its members and its tokens', async () => {
    const { id } = await makeOrganization(started, signIn(started.identity));
    const member = signIn(started.identity);
    await addMember(started, id, { userId: member.userId });
    for (const as of [member, withToken(id, 'organizations:read'), withToken(id, 'organizations:write')]) {
      const reply = await started.send('GET', `${base}/${id}`, { as });
      expect(reply.status).toBe(200);
      expect(reply.body).toMatchObject({ ...bare, id });
    }
  });

  it('is "not found" for everybody else', async () => {
    const { id } = await makeOrganization(started, signIn(started.identity));
    const other = await makeOrganization(started, signIn(started.identity));
    for (const as of [signIn(started.identity), withToken(other.id, 'organizations:read')]) {
      const reply = await started.send('GET', `${base}/${id}`, { as });
      expect([reply.status, reply.body]).toEqual([404, notFound]);
    }
    expect((await started.send('GET', `${base}/${id}`)).status).toBe(401);
  });
});
