import { ownershipFindings } from '@tessera/kit/test/ownership';
import { type BillingStack, startBilling } from '../test/factories.ts';
import { routes } from './app.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling({ workers: false });
});
afterAll(() => stack.stop());

/** Parameters that name no row of an organization, and why no step judges who may reach it. */
const exceptions = {
  clientSecret: 'whoever holds the secret of a checkout may see and pay it, and that of a link may follow it',
  upload: 'whoever holds a signed link may send the part that it names',
  number: 'the same',
  object: 'whoever holds a signed link may fetch the object that it names',
  file: 'pictures of products are there for everybody',
  picture: 'the same',
  token: 'whoever holds a signed link may fetch the file that it names',
  slug: 'what an organization is and sells is there for everybody',
  organizationId: 'public keys are there for everybody',
  intentClientSecret: 'whoever holds the secret of a payment of the sandbox may confirm it',
};

describe('routes whose path names a row', () => {
  it('say in their list whose it is', () =>
    expect(ownershipFindings(routes(stack.billing), exceptions)).toEqual([]));
});
