/** Searches the lists of all kinds for the same text. */
import { BenefitListQuery } from '@tessera/proto/api/billing/benefit';
import { CheckoutListQuery } from '@tessera/proto/api/billing/checkout';
import { CheckoutLinkListQuery } from '@tessera/proto/api/billing/checkout-link';
import { CustomFieldListQuery } from '@tessera/proto/api/billing/custom-field';
import { CustomerListQuery } from '@tessera/proto/api/billing/customer';
import { DiscountListQuery } from '@tessera/proto/api/billing/discount';
import { FileListQuery } from '@tessera/proto/api/billing/file';
import { LicenseKeyListQuery } from '@tessera/proto/api/billing/license-key';
import { MeterListQuery } from '@tessera/proto/api/billing/meter';
import { OrderListQuery } from '@tessera/proto/api/billing/order';
import { ProductListQuery } from '@tessera/proto/api/billing/product';
import type { SearchQuery, SearchResult } from '@tessera/proto/api/billing/search';
import { SubscriptionListQuery } from '@tessera/proto/api/billing/subscription';
import type { Caller } from '@tessera/proto/api/passport';
import type { z } from 'zod';
import type { Billing } from '../billing.ts';
import { listBenefits } from '../catalog/benefits/list.ts';
import { listCustomFields } from '../catalog/custom-fields/list.ts';
import { listDiscounts } from '../catalog/discounts/list.ts';
import { listMeters } from '../catalog/meters/list.ts';
import { listProducts } from '../catalog/products/list.ts';
import { listCheckoutLinks } from '../checkout-links/list.ts';
import { listCheckouts } from '../checkouts/list.ts';
import { listCustomers } from '../customers/list.ts';
import { listLicenseKeys } from '../entitlements/license-keys/list.ts';
import { listFiles } from '../files/list.ts';
import { listOrders } from '../orders/list.ts';
import { listSubscriptions } from '../subscriptions/list.ts';

/** The scopes that a kind's list asks for, of which one is enough. */
const scopesOf = (kind: string): string[] => [`${kind}:read`, `${kind}:write`];

const kinds = {
  customers: scopesOf('customers'),
  orders: ['orders:read'],
  subscriptions: scopesOf('subscriptions'),
  licenseKeys: scopesOf('license_keys'),
  checkouts: scopesOf('checkouts'),
  products: scopesOf('products'),
  discounts: scopesOf('discounts'),
  checkoutLinks: scopesOf('checkout_links'),
  benefits: scopesOf('benefits'),
  meters: scopesOf('meters'),
  customFields: scopesOf('custom_fields'),
  files: scopesOf('files'),
};

/** All scopes that let a token search something. */
export const searchScopes: [string, ...string[]] = ['orders:read', ...Object.values(kinds).flat()];

const mayRead = (caller: Caller, scopes: readonly string[]): boolean =>
  caller.kind === 'user' || ('scopes' in caller && scopes.some((scope) => caller.scopes.includes(scope)));

type List<Query, Item> = (billing: Billing, caller: Caller, query: Query) => Promise<{ items: Item[] }>;

/** Returns the newest things of each kind that the caller may read and whose list finds them by the text. */
export const search = async (billing: Billing, caller: Caller, query: SearchQuery): Promise<SearchResult> => {
  const find = async <Shape extends z.ZodType, Item>(
    kind: keyof typeof kinds,
    shape: Shape,
    list: List<z.output<Shape>, Item>,
  ): Promise<Item[]> => {
    if (query.query.trim() === '' || !mayRead(caller, kinds[kind])) return [];
    return (await list(billing, caller, shape.parse(query))).items;
  };
  const [customers, orders, subscriptions, licenseKeys, checkouts, products] = await Promise.all([
    find('customers', CustomerListQuery, listCustomers),
    find('orders', OrderListQuery, listOrders),
    find('subscriptions', SubscriptionListQuery, listSubscriptions),
    find('licenseKeys', LicenseKeyListQuery, listLicenseKeys),
    find('checkouts', CheckoutListQuery, listCheckouts),
    find('products', ProductListQuery, listProducts),
  ]);
  // In two turns: one person's typing must not take every connection to the database.
  const [discounts, checkoutLinks, benefits, meters, customFields, files] = await Promise.all([
    find('discounts', DiscountListQuery, listDiscounts),
    find('checkoutLinks', CheckoutLinkListQuery, listCheckoutLinks),
    find('benefits', BenefitListQuery, listBenefits),
    find('meters', MeterListQuery, listMeters),
    find('customFields', CustomFieldListQuery, listCustomFields),
    find('files', FileListQuery, listFiles),
  ]);
  return {
    ...{ customers, orders, subscriptions, licenseKeys, checkouts, products },
    ...{ discounts, checkoutLinks, benefits, meters, customFields, files },
  };
};
