/** The unmodified clients of both contracts against the served app; a passport stands for what the gateway adds. */
import { Polar } from '@polar-sh/sdk';
import { HTTPClient } from '@polar-sh/sdk/lib/http.js';
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js';
import { type PassportClaims, passportHeader } from '@tessera/proto/api/passport';
import { createAuthClient } from 'better-auth/client';
import { organizationClient } from 'better-auth/client/plugins';
import {
  freshSlug,
  makeOrganization,
  type OrganizationStack,
  signIn,
  startOrganization,
  withToken,
} from '../test/factories.ts';

let started: OrganizationStack;
beforeAll(async () => {
  started = await startOrganization();
});
afterAll(() => started.stack.stop());

describe('the better-auth client’s organization plugin', () => {
  // The client answers every name, `then` included: a promise of it would never settle.
  const clientOf = async (as: PassportClaims) => {
    const client = createAuthClient({
      baseURL: started.base,
      plugins: [organizationClient()],
      fetchOptions: { headers: { [passportHeader]: await started.stack.passport(as) } },
    });
    return { organization: client.organization };
  };

  it('creates, checks, lists, activates and reads organizations', async () => {
    const seller = signIn(started.identity);
    const { organization } = await clientOf(seller);
    const slug = freshSlug();
    const created = await organization.create({ name: 'Shop', slug, metadata: { plan: 'pro' } });
    expect(created.error).toBeNull();
    expect(created.data).toMatchObject({
      slug,
      logo: null,
      metadata: { plan: 'pro' },
      createdAt: expect.any(Date),
    });
    expect(created.data?.members[0]).toMatchObject({ role: 'owner', userId: seller.userId });
    expect((await organization.checkSlug({ slug: freshSlug() })).data).toEqual({ status: true });
    expect((await organization.checkSlug({ slug })).error).toMatchObject({
      status: 400,
      code: 'SLUG_IS_TAKEN',
    });
    const list = await organization.list();
    expect(list.data).toEqual([expect.objectContaining({ slug, metadata: '{"plan":"pro"}' })]);
    const active = await organization.setActive({ organizationSlug: slug });
    expect(active.data?.members[0]?.user).toMatchObject({ email: seller.email });
    const full = await organization.getFullOrganization({
      query: { organizationId: created.data?.id ?? '' },
    });
    expect(full.data).toMatchObject({ slug, invitations: [], teams: null });
    expect((await organization.setActive({ organizationId: null })).data).toBeNull();
  });

  it('sees the contract’s errors', async () => {
    const { slug } = await makeOrganization(started, signIn(started.identity));
    const { organization } = await clientOf(signIn(started.identity));
    expect((await organization.create({ name: 'Shop', slug })).error).toMatchObject({
      status: 400,
      code: 'ORGANIZATION_ALREADY_EXISTS',
      message: 'Organization already exists',
    });
    expect((await organization.setActive({ organizationSlug: slug })).error).toMatchObject({
      status: 403,
      code: 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION',
    });
    const token = await clientOf(withToken(slug, 'organizations:read'));
    expect((await token.organization.list()).error).toMatchObject({ status: 401 });
  });
});

describe('the billing SDK', () => {
  const sdkOf = (as: PassportClaims): Polar => {
    const httpClient = new HTTPClient();
    httpClient.addHook('beforeRequest', async (request) => {
      const passed = new Request(request);
      passed.headers.set(passportHeader, await started.stack.passport(as));
      return passed;
    });
    return new Polar({ serverURL: `${started.base}/api/billing`, accessToken: 'unread', httpClient });
  };

  it('creates, lists, gets and updates organizations', async () => {
    const sdk = sdkOf(signIn(started.identity));
    const slug = freshSlug();
    const created = await sdk.organizations.create({ name: 'Shop', slug });
    expect(created.createdAt).toBeInstanceOf(Date);
    const pages = await sdk.organizations.list({ sorting: ['-name'], limit: 1 });
    expect(pages.result).toMatchObject({ items: [{ slug }], pagination: { totalCount: 1, maxPage: 1 } });
    const updated = await sdk.organizations.update({
      id: created.id,
      organizationUpdate: {
        website: 'https://shop.test',
        featureSettings: { usageBasedBillingEnabled: true },
      },
    });
    expect(updated.featureSettings).toEqual({ issueFundingEnabled: false, usageBasedBillingEnabled: true });
    expect(await sdk.organizations.get({ id: created.id })).toEqual(updated);
  });

  it('sees a typed "not found" for what belongs to others', async () => {
    const { id } = await makeOrganization(started, signIn(started.identity));
    await expect(sdkOf(signIn(started.identity)).organizations.get({ id })).rejects.toBeInstanceOf(
      ResourceNotFound,
    );
  });
});
