/** The one table of routes: which service answers a path, who may pass, and how often. */
import { authPaths } from '@tessera/proto/api/auth-paths';
import { maxPartBytes } from '@tessera/proto/api/billing/file';
import { authDialect, billingDialect, type Dialect } from '@tessera/proto/api/error';
import { oauthPrefixes } from '@tessera/proto/api/organization/oauth/scopes';

export type TargetName = 'identity' | 'organization' | 'billing' | 'webhook';

export type Route = {
  prefix: string;
  /** Only paths with one segment more and then this at their end. */
  end?: string;
  /** Null: nobody has such a path, and no service is bothered with it. */
  target: TargetName | null;
  dialect: Dialect;
  /**
   * `anyone`: no credentials are looked at. `seen`: credentials are read and passed on when there are any.
   * `known`: without a session or access token the gateway answers 401 itself. `customer`: only a customer's session lets in.
   * `holder`: a customer's session, or nothing: then the path or the body is what gives the right. An access token is nothing here.
   */
  who: 'anyone' | 'seen' | 'known' | 'customer' | 'holder';
  /** Whether requests count against the limits of their address and path. */
  isLimited: boolean;
  /** Whether the service sets and reads session cookies itself. */
  passesCookies: boolean;
  /** Largest body in bytes, where it is less than the options allow; for files whatever they allow. */
  bodyLimit: number;
  /** Files: bodies and answers go through as they come, over connections of their own. */
  isTransfer?: true;
  /** Credentials that the service judges itself, and is given as they came: their scheme, and what they begin with. */
  passes?: { scheme: 'basic' | 'bearer'; prefix: string };
  /** Meant for OAuth clients and pages of any origin, and the same for all of them: caches may keep it. */
  isForEverySite?: true;
};

/** Where a path leads. */
export type Found = {
  route: Route;
  /** What rules go by: the path below the base of the auth API, elsewhere all of it; without a slash at its end. */
  path: string;
  /** What is counted together: the path, for the auth API with its parameters' names in place of their values. */
  counted: string;
};

/** Nothing that buyers, people signing in, or OAuth clients that want to be let in send is larger. */
const small = 65_536;

const auth = { dialect: authDialect, isLimited: true, passesCookies: true, bodyLimit: small };
const billing = { dialect: billingDialect, passesCookies: false, bodyLimit: Number.POSITIVE_INFINITY };
const seller = { ...billing, who: 'known', isLimited: false } as const;
// Buyers have no account: these are guarded by the checkout's client secret, and by limits.
const buyer = { ...billing, target: 'billing', who: 'anyone', isLimited: true, bodyLimit: small } as const;

// OAuth clients say by themselves who they are: by their id and secret, or by the token of their registration.
const client = { ...billing, target: 'organization', isLimited: true, bodyLimit: small } as const;
const withSecret = { ...client, who: 'anyone', passes: { scheme: 'basic', prefix: '' } } as const;
const asked = { ...seller, target: 'organization', who: 'seen', bodyLimit: small } as const;

// Files and pictures: guarded by the signature in the link, or for everybody.
const transfer = { ...buyer, bodyLimit: maxPartBytes, isTransfer: true } as const;

/** Where the auth API is behind the gateway; outside it is where the options say. */
export const authBase = '/api/auth';
export const billingBase = '/api/billing';
const v1 = `${billingBase}/v1`;

const authRoutes = {
  organization: { ...auth, prefix: `${authBase}/organization`, target: 'organization', who: 'seen' },
  // Identity reads its own cookies: looking the session up here first would be work done twice.
  identity: { ...auth, prefix: authBase, target: 'identity', who: 'anyone' },
  // A page shows many of them, and they are fetched once.
  pictures: { ...auth, prefix: authBase, target: 'identity', who: 'anyone', isLimited: false },
  none: { ...auth, prefix: authBase, target: null, who: 'anyone' },
} as const satisfies Record<string, Route>;

/** The longest prefix that ends at a slash or at the end of the path wins; of equal ones that with an `end`. */
const billingRoutes = (
  [
    { ...seller, prefix: `${v1}/organizations`, target: 'organization' },
    { ...seller, prefix: `${v1}/organization-access-tokens`, target: 'organization' },
    { ...seller, prefix: `${v1}/oauth2`, target: 'organization' },
    { ...asked, prefix: `${v1}/oauth2/authorize` },
    { ...asked, prefix: `${v1}/oauth2/authorization` },
    {
      ...client,
      prefix: `${v1}/oauth2/register`,
      who: 'seen',
      passes: { scheme: 'bearer', prefix: oauthPrefixes.registration },
    },
    { ...withSecret, prefix: `${v1}/oauth2/token` },
    { ...withSecret, prefix: `${v1}/oauth2/revoke` },
    { ...withSecret, prefix: `${v1}/oauth2/introspect` },
    { ...seller, prefix: `${v1}/webhooks`, target: 'webhook' },
    { ...buyer, prefix: `${v1}/checkouts/client` },
    { ...buyer, prefix: `${v1}/checkouts/custom/client` },
    { ...buyer, prefix: `${v1}/checkout-links`, end: 'redirect' },
    { ...buyer, prefix: `${v1}/sandbox` },
    // Guarded by the sender's signature; it comes from few addresses, as often as there is something to tell.
    { ...buyer, prefix: `${v1}/integrations/stripe`, isLimited: false, bodyLimit: 1_048_576 },
    { ...transfer, prefix: `${v1}/storage` },
    { ...transfer, prefix: `${v1}/media`, isLimited: false },
    { ...buyer, prefix: `${v1}/customer-portal`, who: 'customer' },
    { ...buyer, prefix: `${v1}/customer-portal/downloadables`, who: 'holder' },
    { ...buyer, prefix: `${v1}/customer-portal/organizations` },
    { ...buyer, prefix: `${v1}/customer-portal/customer-session`, who: 'holder' },
    { ...buyer, prefix: `${v1}/customer-portal/license-keys`, who: 'holder' },
    // Whoever comes back from another platform is known by what was asked for.
    { ...buyer, prefix: `${v1}/customer-portal/oauth-accounts/callback`, who: 'holder' },
    { ...seller, prefix: billingBase, target: 'billing' },
  ] satisfies Route[] as Route[]
).toSorted((a, b) => b.prefix.length - a.prefix.length);

/** What OAuth clients learn of the OAuth server: these paths alone, in this spelling; what else is below is a page. */
const wellKnown = new Map<string, Route>(
  ['openid-configuration', 'oauth-authorization-server', 'jwks.json']
    .map((name) => `/.well-known/${name}`)
    .map((prefix) => [prefix, { ...client, prefix, who: 'anyone', isLimited: false, isForEverySite: true }]),
);

/** All of the table. */
export const routes: Route[] = [...Object.values(authRoutes), ...billingRoutes, ...wellKnown.values()];

/** Finds the route of a path (as it is inside, without query), or undefined. Paths are compared as they are spelt. */
export const routeOf = (path: string): Found | undefined => {
  if (isBelow(authBase, path)) return authRouteOf(withoutSlash(path.slice(authBase.length)));
  const route = billingRoutes.find((candidate) => fits(candidate, path)) ?? wellKnown.get(path);
  if (!route) return undefined;
  const own = route.isLimited ? withoutSlash(path) : path;
  return { route, path: own, counted: own };
};

const fits = ({ prefix, end }: Route, path: string): boolean => {
  if (!isBelow(prefix, path)) return false;
  if (end === undefined) return true;
  const [, segment, last, ...more] = withoutSlash(path.slice(prefix.length)).split('/');
  return Boolean(segment) && last === end && more.length === 0;
};

/** Whether credentials are such as the route's service judges itself: then nobody is looked up here. */
export const isJudgedBehind = ({ passes }: Route, authorization: string | undefined): boolean => {
  if (passes === undefined || authorization === undefined) return false;
  const [scheme = '', credentials = ''] = authorization.split(/ +/);
  return scheme.toLowerCase() === passes.scheme && credentials.startsWith(passes.prefix);
};

/** Whether a path is `base` or lies below it. */
export const isBelow = (base: string, path: string): boolean =>
  path.startsWith(base) && (path.length === base.length || path[base.length] === '/');

/** A path without slashes at its end: it means the same with one. */
export const withoutSlash = (path: string): string => {
  let { length } = path;
  while (length > 1 && path[length - 1] === '/') length -= 1;
  return length === path.length ? path : path.slice(0, length);
};

const fixed = new Map<string, Found>();
const open: { head: string; counted: string; route: Route }[] = [];
for (const service of ['identity', 'organization'] as const)
  for (const path of authPaths[service]) {
    const route = path === '/account-picture/:id' ? authRoutes.pictures : authRoutes[service];
    const colon = path.indexOf(':');
    if (colon === -1) fixed.set(path, { route, path, counted: path });
    else open.push({ head: path.slice(0, colon), counted: path, route });
  }

const authRouteOf = (path: string): Found => {
  const known = fixed.get(path);
  if (known) return known;
  const found = open.find(
    ({ head }) => path.length > head.length && path.startsWith(head) && !path.includes('/', head.length),
  );
  // Whoever tries paths tries many: all of them count as one.
  return found
    ? { route: found.route, path, counted: found.counted }
    : { route: authRoutes.none, path, counted: '*' };
};

/** Whether a path is one that an answer goes on and on at: a stream of server-sent events. */
export const isStream = (path: string): boolean => /\/stream\/?$/.test(path);
