import { Router } from '@tessera/kit/router';
import { ownershipFindings } from '@tessera/kit/test/ownership';
import { accessTokenRoutes } from './access-tokens/routes.ts';
import type { OrganizationParts } from './organization.ts';
import { organizationRoutes } from './organizations/billing-routes.ts';

const parts = {} as OrganizationParts;

describe('routes of the billing API whose path names a row', () => {
  it('say in their list whose it is', () => {
    const routes = Router().use(organizationRoutes(parts)).use(accessTokenRoutes(parts));
    expect(ownershipFindings(routes)).toEqual([]);
  });
});
