/** The route table: which service answers a path, who may call it, and its limits. */
import { authPaths } from '@tessera/proto/api/auth-paths';
import { maxPartBytes } from '@tessera/proto/api/billing/file';
import { connectingCookie } from '@tessera/proto/api/billing/integration';
import { authDialect, billingDialect, type Dialect } from '@tessera/proto/api/error';
import { oauthPrefixes } from '@tessera/proto/api/organization/oauth/scopes';

export type TargetName = 'identity' | 'organization' | 'billing' | 'webhook';

export type Route = {
  prefix: string;
  /** Matches only paths with one more segment, followed by this ending. */
  end?: string;
  /** Null: no service has such paths. */
  target: TargetName | null;
  dialect: Dialect;
  /**
   * `anyone`: credentials are ignored. `seen`: credentials are optional, and passed on if present.
   * `known`: without a session or access token the gateway answers 401 itself. `customer`: requires a customer
   * session.
   * `holder`: a customer session is optional, as the path or the body authorizes; access tokens are ignored.
   */
  who: 'anyone' | 'seen' | 'known' | 'customer' | 'holder';
  /** Whether rate limits by address and path apply. */
  isLimited: boolean;
  /** Whether the service sets and reads session cookies itself. */
  passesCookies: boolean;
  /** The only cookie that the service gets, by its names. */
  passesCookie?: readonly string[];
  /** Maximum body in bytes, if lower than the options; for transfers regardless of the options. */
  bodyLimit: number;
  /** Files: bodies and responses are streamed, over separate connections. */
  isTransfer?: true;
  /** Credentials that the service verifies itself and gets unchanged: their scheme and prefix. */
  passes?: { scheme: 'basic' | 'bearer'; prefix: string };
  /** For OAuth clients and pages of any origin, and the same for all of them: caches may keep it. */
  isForEverySite?: true;
};

/** The route of a path. */
export type Found = {
  route: Route;
  /** The path for rules: relative to the base of the auth API, elsewhere the whole path; without a trailing slash. */
  path: string;
  /** The key of the rate counter: the path, for the auth API with parameter names instead of values. */
  counted: string;
};

/** Enough for all requests of buyers, of users who sign in, and of OAuth clients that request access. */
const small = 65_536;

const auth = { dialect: authDialect, isLimited: true, passesCookies: true, bodyLimit: small };
const billing = { dialect: billingDialect, passesCookies: false, bodyLimit: Number.POSITIVE_INFINITY };
const seller = { ...billing, who: 'known', isLimited: false } as const;
// Buyers have no account: the checkout's client secret authorizes, and rate limits apply.
const buyer = { ...billing, target: 'billing', who: 'anyone', isLimited: true, bodyLimit: small } as const;

// OAuth clients authenticate themselves: by id and secret, or by their registration access token.
const client = { ...billing, target: 'organization', isLimited: true, bodyLimit: small } as const;
const withSecret = { ...client, who: 'anyone', passes: { scheme: 'basic', prefix: '' } } as const;
const asked = { ...seller, target: 'organization', who: 'seen', bodyLimit: small } as const;

// Accounts of customers on other platforms: bound to a browser by a cookie.
const connecting = { passesCookie: [connectingCookie(true), connectingCookie(false)] };

// Files and pictures: authorized by the signature in the link, or public.
const transfer = { ...buyer, bodyLimit: maxPartBytes, isTransfer: true } as const;

/** The internal path of the auth API; the public one is configured. */
export const authBase = '/api/auth';
export const billingBase = '/api/billing';
const v1 = `${billingBase}/v1`;

const authRoutes = {
  organization: { ...auth, prefix: `${authBase}/organization`, target: 'organization', who: 'seen' },
  // Identity reads its own cookies: a look-up of the session here would be done twice.
  identity: { ...auth, prefix: authBase, target: 'identity', who: 'anyone' },
  // A page shows many of them, and each is fetched once.
  pictures: { ...auth, prefix: authBase, target: 'identity', who: 'anyone', isLimited: false },
  none: { ...auth, prefix: authBase, target: null, who: 'anyone' },
} as const satisfies Record<string, Route>;

/** The longest prefix that ends at a segment boundary wins; of equal ones the one with an `end`. */
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
    // Authorized by the sender's signature; calls come from few addresses, at the rate of events.
    { ...buyer, prefix: `${v1}/integrations/stripe`, isLimited: false, bodyLimit: 1_048_576 },
    { ...transfer, prefix: `${v1}/storage` },
    { ...transfer, prefix: `${v1}/media`, isLimited: false },
    { ...buyer, prefix: `${v1}/customer-portal`, who: 'customer' },
    { ...buyer, prefix: `${v1}/customer-portal/downloadables`, who: 'holder' },
    { ...buyer, prefix: `${v1}/customer-portal/organizations` },
    { ...buyer, prefix: `${v1}/customer-portal/customer-session`, who: 'holder' },
    { ...buyer, prefix: `${v1}/customer-portal/license-keys`, who: 'holder' },
    { ...buyer, prefix: `${v1}/customer-portal/oauth-accounts`, who: 'customer', ...connecting },
    // OAuth callbacks of other platforms are authorized by their state parameter, in the browser that began.
    { ...buyer, prefix: `${v1}/customer-portal/oauth-accounts/callback`, who: 'holder', ...connecting },
    { ...seller, prefix: billingBase, target: 'billing' },
  ] satisfies Route[] as Route[]
).toSorted((a, b) => b.prefix.length - a.prefix.length);

/**
 * The well-known documents of the OAuth server: exactly these paths; all others below belong to the web application.
 */
const wellKnown = new Map<string, Route>(
  ['openid-configuration', 'oauth-authorization-server', 'jwks.json']
    .map((name) => `/.well-known/${name}`)
    .map((prefix) => [prefix, { ...client, prefix, who: 'anyone', isLimited: false, isForEverySite: true }]),
);

/** The whole table. */
export const routes: Route[] = [...Object.values(authRoutes), ...billingRoutes, ...wellKnown.values()];

/**
 * Finds the route of an internal path without query, or undefined. Paths are compared literally, escapes included.
 */
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

/** Whether the route's service verifies these credentials itself; then the gateway makes no look-up. */
export const isJudgedBehind = ({ passes }: Route, authorization: string | undefined): boolean => {
  if (passes === undefined || authorization === undefined) return false;
  const [scheme = '', credentials = ''] = authorization.split(/ +/);
  return scheme.toLowerCase() === passes.scheme && credentials.startsWith(passes.prefix);
};

/** Whether a path is `base` or below it. */
export const isBelow = (base: string, path: string): boolean =>
  path.startsWith(base) && (path.length === base.length || path[base.length] === '/');

/** Removes trailing slashes; they do not change a path's meaning. */
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
  // Unknown paths share one counter, so that scanning many paths counts as one.
  return found
    ? { route: found.route, path, counted: found.counted }
    : { route: authRoutes.none, path, counted: '*' };
};

/** Whether a path is a stream of server-sent events. */
export const isStream = (path: string): boolean => /\/stream\/?$/.test(path);
