/** Exports lists as a whole, with the filters of the lists in the API. */
import type { EventExportQuery } from '@tessera/proto/api/billing/event';
import type { Caller } from '@tessera/proto/api/passport';
import type { Response } from 'express';
import type { EntityManager, ObjectLiteral } from 'typeorm';
import type { Billing } from '../billing.ts';
import { benefitList, filterBenefits } from '../catalog/benefits/list.ts';
import { viewBenefit } from '../catalog/benefits/view.ts';
import { findSlugs } from '../catalog/custom-fields/find.ts';
import { customFieldList, filterCustomFields } from '../catalog/custom-fields/list.ts';
import { viewCustomField } from '../catalog/custom-fields/view.ts';
import { fillDiscounts } from '../catalog/discounts/find.ts';
import { discountList, filterDiscounts } from '../catalog/discounts/list.ts';
import { viewDiscounts } from '../catalog/discounts/read.ts';
import { filterMeters, meterList } from '../catalog/meters/list.ts';
import { fillProducts } from '../catalog/products/find.ts';
import { filterProducts, productList } from '../catalog/products/list.ts';
import { viewProduct } from '../catalog/products/view.ts';
import { checkoutLinkList, filterCheckoutLinks } from '../checkout-links/list.ts';
import { loadCheckoutLinkContext, viewCheckoutLink } from '../checkout-links/view.ts';
import { checkoutList, filterCheckouts, viewCheckouts } from '../checkouts/list.ts';
import { customerList, filterCustomers } from '../customers/list.ts';
import { viewCustomer } from '../customers/view.ts';
import { filterLicenseKeys, licenseKeyList } from '../entitlements/license-keys/list.ts';
import { viewLicenseKeys } from '../entitlements/license-keys/view.ts';
import { fileList, filterFiles } from '../files/list.ts';
import { viewFile } from '../files/view.ts';
import { type Column, sendCsv } from '../lists/csv.ts';
import type { Filter, List } from '../lists/list.ts';
import { walkList } from '../lists/walk.ts';
import { fillOrders } from '../orders/find.ts';
import { filterOrders, orderList } from '../orders/list.ts';
import { viewSold } from '../orders/read.ts';
import { filterPayments, paymentList } from '../payments/api/list.ts';
import { showPayments } from '../payments/api/view.ts';
import { fillSubscriptions } from '../subscriptions/find.ts';
import { filterSubscriptions, subscriptionList } from '../subscriptions/list.ts';
import { viewSubscription } from '../subscriptions/view.ts';
import { walkEvents } from '../usage/events/list.ts';
import { checkoutColumns } from './checkout-columns.ts';
import {
  benefitColumns,
  checkoutLinkColumns,
  customerColumns,
  customFieldColumns,
  discountColumns,
  fileColumns,
  licenseKeyColumns,
  orderColumns,
  paymentColumns,
  productColumns,
  subscriptionColumns,
} from './columns.ts';
import { eventColumns, meterColumns } from './usage-columns.ts';

/** An exported list; `send` writes the rows that match the caller's query to the response. */
export type Exported<Query> = {
  name: string;
  send: (billing: Billing, res: Response, asked: { caller: Caller; query: Query }) => Promise<void>;
};

type Described<Row extends ObjectLiteral & { id: string }, Item, Query> = {
  name: string;
  list: List<Row>;
  filter: (billing: Billing, caller: Caller, query: Query) => Promise<Filter>;
  view: (billing: Billing, rows: Row[]) => Promise<Item[]>;
  columns: readonly Column<Item>[] | ((slugs: readonly string[]) => readonly Column<Item>[]);
};

const exported = <Row extends ObjectLiteral & { id: string }, Item, Query>({
  name,
  list,
  filter,
  view,
  columns,
}: Described<Row, Item, Query>): Exported<Query> => ({
  name,
  send: async (billing, res, { caller, query }) => {
    const em = billing.db.manager;
    const wanted = await filter(billing, caller, query);
    const pages = async function* () {
      for await (const rows of walkList(em, list, wanted)) yield view(billing, rows);
    };
    const shown = typeof columns === 'function' ? columns(await slugsOf(em, wanted)) : columns;
    await sendCsv(res, { name: withDay(billing, name), columns: shown, pages: pages() });
  },
});

/** `orders-2026-01-31` */
const withDay = ({ now }: Billing, name: string): string => `${name}-${now().toISOString().slice(0, 10)}`;

const slugsOf = (em: EntityManager, { organizations }: Filter): Promise<string[]> =>
  findSlugs(em, organizations);

export const exportedOrders = exported({
  name: 'orders',
  list: orderList,
  filter: filterOrders,
  view: async ({ db }, rows) => viewSold(db.manager, await fillOrders(db.manager, rows)),
  columns: orderColumns,
});

export const exportedPayments = exported({
  name: 'payments',
  list: paymentList,
  filter: filterPayments,
  view: ({ db }, rows) => showPayments(db.manager, rows),
  columns: paymentColumns,
});

export const exportedSubscriptions = exported({
  name: 'subscriptions',
  list: subscriptionList,
  filter: filterSubscriptions,
  view: async ({ db }, rows) => (await fillSubscriptions(db.manager, rows)).map(viewSubscription),
  columns: subscriptionColumns,
});

export const exportedCustomers = exported({
  name: 'customers',
  list: customerList,
  filter: filterCustomers,
  view: async (_billing, rows) => rows.map(viewCustomer),
  columns: customerColumns,
});

export const exportedProducts = exported({
  name: 'products',
  list: productList,
  filter: filterProducts,
  view: async ({ db }, rows) => (await fillProducts(db.manager, rows)).map(viewProduct),
  columns: productColumns,
});

export const exportedBenefits = exported({
  name: 'benefits',
  list: benefitList,
  filter: filterBenefits,
  view: async (_billing, rows) => rows.map(viewBenefit),
  columns: benefitColumns,
});

export const exportedFiles = exported({
  name: 'files',
  list: fileList,
  filter: filterFiles,
  view: async (_billing, rows) => rows.map(viewFile),
  columns: fileColumns,
});

export const exportedDiscounts = exported({
  name: 'discounts',
  list: discountList,
  filter: filterDiscounts,
  view: async ({ db }, rows) => viewDiscounts(db.manager, await fillDiscounts(db.manager, rows)),
  columns: discountColumns,
});

export const exportedCheckouts = exported({
  name: 'checkouts',
  list: checkoutList,
  filter: filterCheckouts,
  view: viewCheckouts,
  columns: checkoutColumns,
});

export const exportedCheckoutLinks = exported({
  name: 'checkout-links',
  list: checkoutLinkList,
  filter: filterCheckoutLinks,
  view: async (billing, rows) => {
    const context = await loadCheckoutLinkContext(billing, billing.db.manager, rows);
    return rows.map((row) => viewCheckoutLink(row, context));
  },
  columns: checkoutLinkColumns,
});

export const exportedCustomFields = exported({
  name: 'custom-fields',
  list: customFieldList,
  filter: filterCustomFields,
  view: async (_billing, rows) => rows.map(viewCustomField),
  columns: customFieldColumns,
});

export const exportedMeters = exported({
  name: 'meters',
  list: meterList,
  filter: filterMeters,
  view: async (_billing, rows) => rows,
  columns: meterColumns,
});

/** Events are not only in the database: their store walks them. */
export const exportedEvents: Exported<EventExportQuery> = {
  name: 'events',
  send: async (billing, res, { caller, query }) => {
    const pages = await walkEvents(billing, caller, query);
    await sendCsv(res, { name: withDay(billing, 'events'), columns: eventColumns, pages });
  },
};

export const exportedLicenseKeys = exported({
  name: 'license-keys',
  list: licenseKeyList,
  filter: filterLicenseKeys,
  view: ({ db }, rows) => viewLicenseKeys(db.manager, rows),
  columns: licenseKeyColumns,
});
