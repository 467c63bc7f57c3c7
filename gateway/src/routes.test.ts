import { routeOf, routes } from './routes.ts';

const targetOf = (path: string) => routeOf(path)?.route.target;

describe('routeOf', () => {
  it('sends each path to the service that owns it', () => {
    const targets = {
      '/api/auth/sign-in/email': 'identity',
      '/api/auth/ok': 'identity',
      '/api/auth/organization/create': 'organization',
      '/api/billing/v1/organizations/': 'organization',
      '/api/billing/v1/organization-access-tokens/': 'organization',
      '/api/billing/v1/webhooks/endpoints': 'webhook',
      '/api/billing/v1/products/': 'billing',
    };
    for (const [path, target] of Object.entries(targets))
      expect([path, targetOf(path)]).toEqual([path, target]);
  });

  it('matches whole segments only', () => {
    expect(targetOf('/api/auth/organizationx')).toBeNull();
    expect(targetOf('/api/billing/v1/webhooksecrets')).toBe('billing');
    expect(routeOf('/api/billingx')).toBeUndefined();
    expect(routeOf('/api')).toBeUndefined();
    expect(routeOf('//api/billing')).toBeUndefined();
  });

  it('sends to nobody what nobody has, and takes paths as they are spelt', () => {
    for (const path of [
      '/api/auth',
      '/api/auth/',
      '/api/auth/nothing',
      '/api/auth/organization',
      '/api/auth/organization/Create',
      '/api/auth/Sign-In/email',
      '/api/auth/sign-in/email/more',
      '/api/auth//sign-in/email',
      '/api/auth/callback',
      '/api/auth/callback/',
      '/api/auth/callback/google/more',
    ])
      expect([path, targetOf(path)]).toEqual([path, null]);
    expect(routeOf('/API/auth/sign-in/email')).toBeUndefined();
  });

  it('counts a path once: with or without a slash at its end, whatever its parameter, and all strangers together', () => {
    const counted = (path: string) => routeOf(path)?.counted;
    for (const path of ['/api/auth/sign-in/email', '/api/auth/sign-in/email/', '/api/auth/sign-in/email///'])
      expect(counted(path)).toBe('/sign-in/email');
    expect(counted('/api/auth/reset-password/abc')).toBe('/reset-password/:token');
    expect(counted('/api/auth/a')).toBe(counted('/api/auth/b'));
    expect(counted('/api/billing/v1/checkouts/client/x/')).toBe(
      counted('/api/billing/v1/checkouts/client/x'),
    );
  });

  it('counts what OAuth clients ask for without a caller, and takes little of them', () => {
    for (const path of ['register', 'register/tessera_ci_1', 'token', 'revoke', 'introspect'])
      expect([path, routeOf(`/api/billing/v1/oauth2/${path}`)?.route]).toEqual([
        path,
        expect.objectContaining({ target: 'organization', isLimited: true, bodyLimit: 65_536 }),
      ]);
    for (const path of ['authorize', 'authorization'])
      expect(routeOf(`/api/billing/v1/oauth2/${path}`)?.route.bodyLimit).toBe(65_536);
    for (const path of ['', '/', '/userinfo', '/consents/', '/authorize', '/authorization'])
      expect([path, routeOf(`/api/billing/v1/oauth2${path}`)?.route]).toEqual([
        path,
        expect.objectContaining({ target: 'organization', isLimited: false }),
      ]);
  });

  it('lets anyone follow a link, and nobody unknown do more with links', () => {
    const whoMay = (path: string) => routeOf(`/api/billing/v1/checkout-links${path}`)?.route.who;
    for (const path of ['/secret/redirect', '/secret/redirect/'])
      expect([path, whoMay(path)]).toEqual([path, 'anyone']);
    for (const path of ['', '/', '/redirect', '//redirect', '/id', '/id/redirect/more', '/id/more/redirect'])
      expect([path, whoMay(path)]).toEqual([path, 'known']);
  });

  it('lets nobody unknown through to selling, but for what buyers and OAuth clients need', () => {
    const open = routes
      .filter(({ dialect, who }) => dialect.casing === 'snake' && who === 'anyone')
      .map(({ prefix }) => prefix)
      .toSorted();
    expect(open).toEqual([
      '/.well-known/jwks.json',
      '/.well-known/oauth-authorization-server',
      '/.well-known/openid-configuration',
      '/api/billing/v1/checkout-links',
      '/api/billing/v1/checkouts/client',
      '/api/billing/v1/checkouts/custom/client',
      '/api/billing/v1/customer-portal/organizations',
      '/api/billing/v1/integrations/stripe',
      '/api/billing/v1/media',
      '/api/billing/v1/oauth2/introspect',
      '/api/billing/v1/oauth2/revoke',
      '/api/billing/v1/oauth2/token',
      '/api/billing/v1/sandbox',
      '/api/billing/v1/storage',
    ]);
  });
});
