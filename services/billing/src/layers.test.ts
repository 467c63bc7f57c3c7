import path from 'node:path';
import { layerFindings } from '@tessera/kit/test/layers';

/** The folders from the lowest to the highest: an import goes down this list. */
const order = [
  'payments',
  'tax',
  'events.ts',
  'background.ts',
  'billing.ts',
  'catalog-changes',
  'customer-sessions',
  'lists',
  'memberships',
  'customers',
  'benefits',
  'migrations',
  'products',
  'subscriptions',
  'orders',
  'grants',
  'organizations',
  'checkouts',
  'mail',
];

/** Imports upwards that are there today: this list may only shrink. */
const exceptions = [
  'billing.ts -> checkouts',
  'benefits -> products',
  'customers -> orders',
  'customers -> grants',
  'customers -> subscriptions',
  'organizations -> checkouts',
  'subscriptions -> checkouts',
];

describe('the folders of billing', () => {
  it('import only what stands below them', () =>
    expect(layerFindings({ src: path.dirname(import.meta.filename), order, exceptions })).toEqual([]));
});
