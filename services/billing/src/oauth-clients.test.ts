/** What an OAuth client may that acts for a user: as far as its scopes go, what the user may, and nothing else. */
import { everyScopeOf, oauthClientFindings, oauthClientOf } from '@tessera/kit/test/oauth-clients';
import type { PassportClaims } from '@tessera/proto/api/passport';
import { type BillingStack, makeProduct, makeSeller, type Seller, startBilling } from '../test/factories.ts';
import { routes } from './app.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling({ workers: false });
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

const idOf = (user: PassportClaims): string => (user.kind === 'user' ? user.userId : '');
const oauthClientFor = (user: PassportClaims) =>
  oauthClientOf(idOf(user), ...everyScopeOf(routes(stack.billing)));

describe('an OAuth client of a user', () => {
  it('passes by scopes alone, at every route', async () =>
    expect(
      await oauthClientFindings(routes(stack.billing), { send: stack.send, userId: idOf(seller.owner) }),
    ).toEqual([]));

  it('reaches what its user reaches: all of it, to look, or nothing', async () => {
    const { organizationId } = seller;
    const stranger = await makeSeller(stack);
    const product = await makeProduct(stack, { organizationId });
    const path = `/products/${product.id}`;
    const create = { name: 'New', recurring_interval: null, prices: [{ amount_type: 'free' }] };
    const outcomes = async (user: PassportClaims) => {
      const as = oauthClientFor(user);
      const list = await stack.send('GET', `/products/?organization_id=${organizationId}`, { as });
      const tried = [
        await stack.send('GET', path, { as }),
        await stack.send('PATCH', path, { as, body: { name: 'Changed' } }),
        await stack.send('POST', '/products/', { as, body: { ...create, organization_id: organizationId } }),
      ];
      return [list.body.items.length, ...tried.map(({ status }) => status)];
    };
    expect(await outcomes(seller.owner)).toEqual([1, 200, 200, 201]);
    expect(await outcomes(seller.member)).toEqual([2, 200, 403, 403]);
    expect(await outcomes(stranger.owner)).toEqual([0, 404, 404, 422]);
  });

  it('names the organization of what it makes, as its user does', async () => {
    const body = { name: 'New', recurring_interval: null, prices: [{ amount_type: 'free' }] };
    const reply = await stack.send('POST', '/products/', { as: oauthClientFor(seller.owner), body });
    expect([reply.status, reply.body.detail[0].loc]).toEqual([422, ['body', 'organization_id']]);
  });

  it('does nothing that asks for a person', async () => {
    const as = oauthClientFor(seller.owner);
    const organization_id = seller.organizationId;
    const keys = {
      secret_key: 'rk_test_programs',
      publishable_key: 'pk_test_programs',
      webhook_secret: 'whsec_programs',
    };
    const query = `?organization_id=${organization_id}`;
    const asked: [method: string, path: string, body?: object][] = [
      ['POST', '/payment-accounts', { ...keys, organization_id }],
      ['GET', `/notification-settings${query}`],
      ['PATCH', '/notification-settings', { organization_id, new_order: true }],
      ['GET', `/integrations/discord/authorize${query}&return_to=/x`],
      ['GET', `/integrations/github/authorize${query}&return_to=/x`],
    ];
    for (const [method, path, body] of asked) {
      const { status, body: said } = await stack.send(method, path, { as, ...(body && { body }) });
      expect([path, status, said.error]).toEqual([path, 403, 'NotPermitted']);
    }
  });
});
