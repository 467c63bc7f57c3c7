import { readFileSync } from 'node:fs';
import { groupTags, tagAccounts } from './groups.ts';

const of = (...tags: string[]) => ({ get: { tags } });

it('puts what sellers do first, then accounts and organizations, then webhooks', () => {
  const paths = {
    '/api/billing/v1/webhooks/endpoints': of('webhooks'),
    ...tagAccounts({
      '/api/auth/organization/list': of('organization'),
      '/api/auth/sign-in/email': of('sign-in'),
      '/api/auth/sign-out': of('sign-out'),
      '/api/auth/revoke-session': of('revoke-session'),
      '/api/auth/update-user': of('update-user'),
      '/api/auth/admin/list-users': of('admin'),
    }),
    '/api/billing/v1/oauth2/register': of('oauth2'),
    '/api/billing/v1/orders/': of('orders'),
    '/api/billing/v1/products/': of('products'),
  };
  const { tags, 'x-tagGroups': tagGroups } = groupTags(paths);
  expect(tagGroups).toEqual([
    { name: 'Selling', tags: ['products', 'orders'] },
    {
      name: 'Accounts and organizations',
      tags: ['sign-in', 'sessions', 'account', 'organization', 'oauth2', 'administration'],
    },
    { name: 'Webhooks', tags: ['webhooks'] },
  ]);
  expect(tags[0]).toEqual({ name: 'products', 'x-displayName': 'Products' });
});

it('loses no operation whose tag has no place', () => {
  const { 'x-tagGroups': tagGroups } = groupTags({ '/api/billing/v1/licence-keys': of('licence-keys') });
  expect(tagGroups).toEqual([{ name: 'Selling', tags: ['licence-keys'] }]);
});

it("shows the viewer in the product's colours", () => {
  const values = (file: string) =>
    [
      ...readFileSync(new URL(file, import.meta.url), 'utf8').matchAll(/^ {2}(--(?!scalar)[\w-]+): (.+);$/gm),
    ].map(([, name, value]) => `${name}: ${value}`);
  const tokens = values('../../../web/src/design/tokens.css');
  const used = values('./page/docs.css');
  expect(used.length).toBeGreaterThan(20);
  expect(tokens).toEqual(expect.arrayContaining(used));
});
