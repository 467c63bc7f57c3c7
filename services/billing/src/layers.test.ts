import path from 'node:path';
import { layerFindings } from '@tessera/kit/test/layers';

/** The folders from the lowest to the highest: an import goes down this list. */
const order = [
  'money',
  'payments',
  'files/images',
  'files/storage',
  'usage/store',
  'background.ts',
  'events.ts',
  'billing.ts',
  'lists',
  'idempotency',
  'migrations',
  'access',
  'sellers',
  'taxes',
  'files',
  'payments/api',
  'catalog/changes',
  'catalog/benefits',
  'catalog/custom-fields',
  'catalog/meters',
  'catalog/products',
  'catalog/discounts',
  'customers',
  'portal',
  'subscriptions',
  'usage',
  'orders',
  'entitlements',
  'reports',
  'refunds',
  'renewals',
  'product-changes',
  'checkouts',
  'checkouts/open',
  'checkouts/pay',
  'checkouts/watch',
  'checkout-links',
  'invoices',
  'exports',
  'history',
  'customer-states',
  'endings',
  'portal/sign-in',
  'portal/profile',
  'portal/purchases',
  'portal/benefits',
  'mail',
];

describe('the folders of billing', () => {
  it('import only what stands below them', () =>
    expect(layerFindings({ src: path.dirname(import.meta.filename), order })).toEqual([]));
});
