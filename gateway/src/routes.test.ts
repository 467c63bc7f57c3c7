import { routeOf, routes } from './routes.ts';

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
      expect([path, routeOf(path)?.target]).toEqual([path, target]);
  });

  it('matches whole segments only', () => {
    expect(routeOf('/api/auth/organizationx')?.target).toBe('identity');
    expect(routeOf('/api/billing/v1/webhooksecrets')?.target).toBe('billing');
    expect(routeOf('/api/billingx')).toBeUndefined();
    expect(routeOf('/api')).toBeUndefined();
    expect(routeOf('//api/billing')).toBeUndefined();
  });

  it('lets nobody unknown through to selling, but for what buyers need', () => {
    const open = routes
      .filter(({ dialect, who }) => dialect.casing === 'snake' && who === 'anyone')
      .map(({ prefix }) => prefix);
    expect(open).toEqual([
      '/api/billing/v1/checkouts/client',
      '/api/billing/v1/checkouts/custom/client',
      '/api/billing/v1/sandbox',
    ]);
  });
});
