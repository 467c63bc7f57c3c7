/** Clients of others, by the unmodified libraries of partners: the billing SDK, and openid-client of the OpenID Foundation's list. */
import { Polar } from '@polar-sh/sdk';
import { HTTPClient } from '@polar-sh/sdk/lib/http';
import { eventually } from '@tessera/kit/test/eventually';
import { decodeJwt } from 'jose';
import * as openid from 'openid-client';
import { z } from 'zod';
import { createAccount, createPartner, createSeller, type Seller } from './support/clients.ts';
import { type SharedJourney, shareJourney } from './support/system.ts';

const callback = 'https://ledger.example/callback';
const api = '/api/billing/v1/oauth2';

let journey: SharedJourney;
let seller: Seller;
beforeAll(async () => {
  journey = await shareJourney();
  seller = await createSeller(journey.url);
});
afterAll(() => journey?.stop());

const Registered = z.looseObject({ client_id: z.string(), client_secret: z.string() });
type Registered = z.infer<typeof Registered>;

/** A client that the seller's account has registered. */
const register = async (by: Seller = seller, changes: Record<string, unknown> = {}): Promise<Registered> => {
  const reply = await by.call('POST', `${api}/register`, {
    client_name: 'Ledger',
    redirect_uris: [callback],
    ...changes,
  });
  expect(reply.status).toBe(200);
  return Registered.parse(reply.body);
};

/** The address at which a browser is sent back when its user allows what the page asks. */
const allowAt = async (by: Seller, url: URL, more: Record<string, unknown> = {}): Promise<URL> => {
  expect([url.origin, url.pathname]).toEqual([journey.url, '/oauth2/authorize']);
  const request = Object.fromEntries(url.searchParams);
  const asked = await by.call('POST', `${api}/authorization`, { request });
  expect(asked.body).toMatchObject({ location: null, redirect_host: 'ledger.example' });
  const answered = await by.call('POST', `${api}/authorization`, { request, action: 'allow', ...more });
  return new URL(String(answered.body['location']));
};

const discover = ({ client_id, client_secret }: Registered): Promise<openid.Configuration> =>
  openid.discovery(new URL(journey.url), client_id, client_secret, undefined, {
    execute: [openid.allowInsecureRequests],
  });

/** The way of a client to its tokens, by the library. */
const connect = async (by: Seller, client: Registered, scope: string, more: Record<string, string> = {}) => {
  const config = await discover(client);
  const pkceCodeVerifier = openid.randomPKCECodeVerifier();
  const [expectedState, expectedNonce] = [openid.randomState(), openid.randomNonce()];
  const url = openid.buildAuthorizationUrl(config, {
    ...{ redirect_uri: callback, scope, state: expectedState, nonce: expectedNonce, ...more },
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  const chosen = more['sub_type'] === 'organization' && { organization_id: by.organizationId };
  const back = await allowAt(by, url, { ...chosen });
  const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true };
  return { config, tokens: await openid.authorizationCodeGrant(config, back, checks) };
};

const sdkOf = (accessToken: string): Polar => createPartner(journey.url, accessToken);
const productNames = async (accessToken: string, organizationId?: string): Promise<string[]> => {
  const page = await sdkOf(accessToken).products.list({ ...(organizationId && { organizationId }) });
  return page.result.items.map(({ name }) => name);
};

describe('a client that acts for a user', () => {
  it('finds its way, learns who they are, and does for them what they allowed', async () => {
    const { config, tokens } = await connect(
      seller,
      await register(),
      'openid profile email products:read products:write',
    );
    const { sub = '' } = tokens.claims() ?? {};
    const info = await openid.fetchUserInfo(config, tokens.access_token, sub);
    expect(info).toMatchObject({ sub, email: seller.email, email_verified: false });
    const { organizationId } = seller;
    const polar = sdkOf(tokens.access_token);
    const made = await polar.products.create({
      organizationId,
      name: 'Made by a client',
      recurringInterval: null,
      prices: [{ amountType: 'free' }],
    });
    expect(made).toMatchObject({ organizationId, name: 'Made by a client' });
    expect(await productNames(tokens.access_token)).toEqual(['Made by a client']);
    await expect(polar.orders.list({})).rejects.toMatchObject({ statusCode: 403 });
  });

  it('sees nothing of organizations that its user does not belong to, and may no more than they may', async () => {
    const other = await createSeller(journey.url);
    const { tokens } = await connect(
      other,
      await register(),
      'products:read products:write organizations:read',
    );
    expect(await productNames(tokens.access_token, seller.organizationId)).toEqual([]);
    const polar = sdkOf(tokens.access_token);
    await expect(polar.organizations.get({ id: seller.organizationId })).rejects.toMatchObject({
      error: 'ResourceNotFound',
    });
    const organizations = await polar.organizations.list({});
    expect(organizations.result.items.map(({ id }) => id)).toEqual([other.organizationId]);
    const headers = { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({
      organization_id: other.organizationId,
      comment: 'x',
      scopes: ['products:read'],
    });
    const token = await fetch(`${journey.url}/api/billing/v1/organization-access-tokens/`, {
      method: 'POST',
      headers,
      body,
    });
    expect(token.status).toBe(403);
  });

  it('loses everything at once where its user takes it back, also what it has kept in mind', async () => {
    const { config, tokens } = await connect(seller, await register(), 'openid products:read');
    expect(await productNames(tokens.access_token)).toEqual(expect.any(Array));
    const consents = await seller.call('GET', `${api}/consents/`);
    const [{ id }] = consents.body['items'] as unknown as [{ id: string }];
    expect((await seller.call('DELETE', `${api}/consents/${id}`)).status).toBe(204);
    await expect(productNames(tokens.access_token)).rejects.toMatchObject({ statusCode: 401 });
    await expect(openid.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('refreshes, and ends its tokens itself', async () => {
    const { config, tokens } = await connect(seller, await register(), 'openid products:read');
    const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(await productNames(next.access_token)).toEqual(expect.any(Array));
    expect(await openid.tokenIntrospection(config, next.access_token)).toMatchObject({ active: true });
    await openid.tokenRevocation(config, next.refresh_token ?? '');
    await expect(productNames(next.access_token)).rejects.toMatchObject({ statusCode: 401 });
    expect(await openid.tokenIntrospection(config, next.access_token)).toMatchObject({ active: false });
  });
});

describe('a client that acts for an organization', () => {
  it('is one of its access tokens to everything', async () => {
    const own = await createSeller(journey.url);
    const { tokens } = await connect(own, await register(), 'products:read products:write', {
      sub_type: 'organization',
    });
    expect(tokens.claims()).toMatchObject({ sub: own.organizationId });
    const made = await sdkOf(tokens.access_token).products.create({
      name: 'By the organization',
      recurringInterval: null,
      prices: [{ amountType: 'free' }],
    });
    expect(made.organizationId).toBe(own.organizationId);
    const consents = await own.call('GET', `${api}/consents/?organization_id=${own.organizationId}`);
    expect(consents.body['items']).toMatchObject([
      { organization_id: own.organizationId, client: { client_name: 'Ledger' } },
    ]);
    await eventually(async () => {
      const used = await own.call('GET', `${api}/consents/?organization_id=${own.organizationId}`);
      expect(
        (used.body['items'] as unknown as { last_used_at: string | null }[])[0]?.last_used_at,
      ).not.toBeNull();
    });
  });
});

describe('the SDK', () => {
  it('registers, shows, changes and deletes clients of its organization', async () => {
    const { clients } = sdkOf(seller.token).oauth2;
    const configuration = { clientName: 'By SDK', redirectUris: [callback] };
    const made = Registered.parse(await clients.create(configuration));
    expect(made).toMatchObject({
      client_name: 'By SDK',
      client_secret: expect.stringMatching(/^tessera_cs_/),
    });
    const clientId = made.client_id;
    const page = await clients.list({});
    expect(page.result.items).toMatchObject([
      { clientId, clientSecret: made.client_secret, clientName: 'By SDK' },
    ]);
    expect(await clients.get({ clientId })).toMatchObject({ client_id: clientId });
    const changed = await clients.update({
      clientId,
      oAuth2ClientConfigurationUpdate: { ...configuration, clientName: 'Renamed', clientId },
    });
    expect(changed).toMatchObject({ client_name: 'Renamed' });
    expect(await clients.delete({ clientId })).toEqual({});
    expect((await clients.list({})).result.items).toEqual([]);
    await expect(
      sdkOf((await createSeller(journey.url, ['products:read'])).token).oauth2.clients.list({}),
    ).rejects.toMatchObject({ statusCode: 403 });
  });

  it('reads what a user is asked, and every answer about tokens', async () => {
    const client = await register();
    const { client_id: clientId, client_secret: clientSecret } = client;
    const request = { client_id: clientId, response_type: 'code', redirect_uri: callback };
    // The SDK knows no parameters of this operation, and no session: they come from around it.
    const browser = (parameters: Record<string, string>): Polar => {
      const query = new URLSearchParams({ ...request, ...parameters }).toString();
      const fetcher = (input: RequestInfo | URL) =>
        seller.jar.fetch(`${input instanceof Request ? input.url : String(input)}?${query}`);
      return new Polar({ serverURL: `${journey.url}/api/billing`, httpClient: new HTTPClient({ fetcher }) });
    };
    expect(await browser({}).oauth2.authorize()).toMatchObject({
      subType: 'user',
      sub: { email: seller.email },
    });
    expect(await browser({ sub_type: 'organization' }).oauth2.authorize()).toMatchObject({
      subType: 'organization',
      organizations: [{ id: seller.organizationId, slug: seller.slug }],
    });
    const back = await seller.call('POST', `${api}/authorization`, { request, action: 'allow' });
    const code = new URL(String(back.body['location'])).searchParams.get('code') ?? '';
    const { oauth2 } = new Polar({ serverURL: `${journey.url}/api/billing` });
    const tokens = await oauth2.token({
      grantType: 'authorization_code',
      clientId,
      clientSecret,
      code,
      redirectUri: callback,
    });
    expect(tokens).toMatchObject({ tokenType: 'Bearer', expiresIn: 3600, idToken: expect.any(String) });
    const refreshed = await oauth2.token({
      grantType: 'refresh_token',
      clientId,
      clientSecret,
      refreshToken: tokens.refreshToken ?? '',
    });
    const { accessToken: token } = refreshed;
    // Of the two forms of this answer the SDK takes the one that has no address.
    const { sub, name } = await sdkOf(token).oauth2.userinfo();
    expect([sub, name]).toEqual([decodeJwt(tokens.idToken).sub, expect.stringMatching(/^Seller /)]);
    const introspected = await oauth2.introspect({ clientId, clientSecret, token });
    expect(introspected).toMatchObject({
      active: true,
      clientId,
      tokenType: 'access_token',
      subType: 'user',
    });
    expect(await oauth2.revoke({ clientId, clientSecret, token })).toEqual({});
    expect(await oauth2.introspect({ clientId, clientSecret, token })).toMatchObject({
      active: false,
      sub: '',
    });
  });
});

describe('a page of somebody else', () => {
  it('cannot make a user allow anything', async () => {
    const client = await register();
    const person = createAccount(journey.url);
    await person.client.signIn.email({ email: seller.email, password: 'correct horse battery' });
    const query = new URLSearchParams({
      client_id: client.client_id,
      response_type: 'code',
      redirect_uri: callback,
    }).toString();
    const attack = (path: string, init: RequestInit) =>
      person.jar.fetch(journey.url + path, { method: 'POST', redirect: 'manual', ...init });
    const foreign = { origin: 'https://evil.example' };
    const replies = [
      await attack(`${api}/consent?${query}`, {
        headers: { ...foreign, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'action=allow',
      }),
      await attack(`${api}/authorization`, {
        headers: { ...foreign, 'content-type': 'application/json' },
        body: JSON.stringify({ request: Object.fromEntries(new URLSearchParams(query)), action: 'allow' }),
      }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([403, 403]);
    const consents = await seller.call('GET', `${api}/consents/?limit=100`);
    const clients = (consents.body['items'] as unknown as { client: { client_id: string } }[]).map(
      ({ client }) => client.client_id,
    );
    expect(clients).not.toContain(client.client_id);
  });
});
