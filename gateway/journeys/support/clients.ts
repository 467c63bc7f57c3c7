/** The unmodified client libraries of both contracts, set up as sellers and partners use them. */
import { Polar } from '@polar-sh/sdk';
import { AccessTokenScope } from '@tessera/proto/api/organization/access-token';
import { createAuthClient } from 'better-auth/client';
import { organizationClient } from 'better-auth/client/plugins';

/** A `fetch` that stores cookies and sends them back, as a browser does. */
export const createCookieJar = () => {
  const cookies = new Map<string, string>();
  const keep = (header: string): void => {
    const [pair = '', ...attributes] = header.split(';');
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    const isCleared = attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute));
    if (isCleared) cookies.delete(name);
    else cookies.set(name, pair.slice(at + 1));
  };
  const header = (): string => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return {
    header,
    names: () => [...cookies.keys()],
    /** The value as sent in headers; undefined: no such cookie. */
    get: (name: string) => cookies.get(name),
    set: (name: string, value: string) => void cookies.set(name, value),
    drop: (name: string) => void cookies.delete(name),
    fetch: async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
      const headers = new Headers(init.headers);
      if (cookies.size > 0) headers.set('cookie', header());
      const response = await fetch(input, { ...init, headers });
      for (const cookie of response.headers.getSetCookie()) keep(cookie);
      return response;
    },
  };
};

export type CookieJar = ReturnType<typeof createCookieJar>;

type Answer<Data> = Promise<
  { data: Data; error: null } | { data: null; error: { status: number; code?: string; message?: string } }
>;
type User = { id: string; email: string; name: string };
type Organization = { id: string; slug: string; name: string };

/** The methods of better-auth's client that the journeys use; its own inferred type cannot be named. */
export type AccountClient = {
  signUp: {
    email: (body: {
      name: string;
      email: string;
      password: string;
    }) => Answer<{ token: string | null; user: User }>;
  };
  signIn: {
    email: (body: {
      email: string;
      password: string;
      rememberMe?: boolean;
    }) => Answer<{ token: string; user: User }>;
  };
  signOut: () => Answer<{ success: boolean }>;
  getSession: () => Answer<{
    session: { id: string; activeOrganizationId?: string | null | undefined };
    user: User;
  } | null>;
  organization: {
    create: (body: { name: string; slug: string }) => Answer<Organization>;
    checkSlug: (body: { slug: string }) => Answer<{ status: boolean }>;
    setActive: (body: { organizationId: string | null }) => Answer<Organization | null>;
    list: () => Answer<Organization[]>;
    getFullOrganization: () => Answer<
      (Organization & { members: { role: string; userId: string }[] }) | null
    >;
  };
};

/** better-auth's client with its organization plugin. */
export const createAccount = (url: string): { client: AccountClient; jar: CookieJar } => {
  const jar = createCookieJar();
  const client = createAuthClient({
    baseURL: url,
    plugins: [organizationClient()],
    fetchOptions: { customFetchImpl: jar.fetch },
  });
  return { client: client as unknown as AccountClient, jar };
};

/** JSON over HTTP with a session's cookies, for endpoints that the client libraries do not cover. */
export const createCaller =
  (url: string, jar: CookieJar) => async (method: string, path: string, body?: unknown) => {
    const response = await jar.fetch(url + path, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', origin: url },
      }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: (text === '' ? null : JSON.parse(text)) as Record<string, never>,
    };
  };

export type Call = ReturnType<typeof createCaller>;

/** The billing SDK with an access token. */
export const createPartner = (url: string, accessToken: string): Polar =>
  new Polar({ serverURL: `${url}/api/billing`, accessToken });

const everyScope: string[] = [...AccessTokenScope.options];

let sellers = 0;

/** Signs up a seller with an organization, a session and an access token. */
export const createSeller = async (url: string, scopes: string[] = everyScope) => {
  sellers += 1;
  const tag = `${Date.now().toString(36)}${sellers}`;
  const email = `seller-${tag}@example.com`;
  const { client, jar } = createAccount(url);
  const signedUp = await client.signUp.email({
    name: `Seller ${tag}`,
    email,
    password: 'correct horse battery',
  });
  if (signedUp.error) throw new Error(`sign-up: ${JSON.stringify(signedUp.error)}`);
  const created = await client.organization.create({ name: `Shop ${tag}`, slug: `shop-${tag}` });
  if (created.error) throw new Error(`organization: ${JSON.stringify(created.error)}`);
  const call = createCaller(url, jar);
  const token = await call('POST', '/api/billing/v1/organization-access-tokens/', {
    organization_id: created.data.id,
    comment: 'journey',
    scopes,
  });
  if (token.status !== 201) throw new Error(`access token: ${token.status} ${JSON.stringify(token.body)}`);
  return {
    client,
    jar,
    call,
    email,
    organizationId: created.data.id,
    slug: created.data.slug,
    token: String(token.body['token']),
  };
};

export type Seller = Awaited<ReturnType<typeof createSeller>>;
