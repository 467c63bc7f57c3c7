/** The one table of routes: which service answers a path, who may pass, and how often. */
import { authDialect, billingDialect, type Dialect } from '@tessera/proto/api/error';

export type TargetName = 'identity' | 'organization' | 'billing' | 'webhook';

export type Route = {
  prefix: string;
  target: TargetName;
  dialect: Dialect;
  /**
   * `anyone`: no credentials are looked at. `seen`: credentials are read and passed on when there are any.
   * `known`: without a session or access token the gateway answers 401 itself.
   */
  who: 'anyone' | 'seen' | 'known';
  /** Whether requests count against the limits of their address and path. */
  isLimited: boolean;
  /** Whether the service sets and reads session cookies itself. */
  passesCookies: boolean;
};

const auth = { dialect: authDialect, isLimited: true, passesCookies: true };
const billing = { dialect: billingDialect, passesCookies: false };
const v1 = '/api/billing/v1';

/** The longest prefix that ends at a slash or at the end of the path wins. */
export const routes: Route[] = [
  { ...auth, prefix: '/api/auth/organization', target: 'organization', who: 'seen' },
  // Identity reads its own cookies: looking the session up here first would be work done twice.
  { ...auth, prefix: '/api/auth', target: 'identity', who: 'anyone' },
  { ...billing, prefix: `${v1}/organizations`, target: 'organization', who: 'known', isLimited: false },
  {
    ...billing,
    prefix: `${v1}/organization-access-tokens`,
    target: 'organization',
    who: 'known',
    isLimited: false,
  },
  { ...billing, prefix: `${v1}/webhooks`, target: 'webhook', who: 'known', isLimited: false },
  // Buyers have no account: these are guarded by the checkout's client secret, and by limits.
  { ...billing, prefix: `${v1}/checkouts/client`, target: 'billing', who: 'anyone', isLimited: true },
  { ...billing, prefix: `${v1}/checkouts/custom/client`, target: 'billing', who: 'anyone', isLimited: true },
  { ...billing, prefix: `${v1}/sandbox`, target: 'billing', who: 'anyone', isLimited: true },
  { ...billing, prefix: '/api/billing', target: 'billing', who: 'known', isLimited: false },
];

/** Finds the route of a path (without query), or undefined. */
export const routeOf = (path: string): Route | undefined => {
  const known = longest.find(
    ({ prefix }) => path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/'),
  );
  return known;
};

const longest = routes.toSorted((a, b) => b.prefix.length - a.prefix.length);
