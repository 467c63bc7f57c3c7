import { ownershipFindings } from '@tessera/kit/test/ownership';
import { billingApi } from './app.ts';
import type { OrganizationParts } from './organization.ts';

const parts = {} as OrganizationParts;

describe('routes of the billing API whose path names a row', () => {
  it('say in their list whose it is', () => expect(ownershipFindings(billingApi(parts))).toEqual([]));
});
