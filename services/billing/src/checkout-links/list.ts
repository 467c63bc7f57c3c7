import { readableOrganizations } from '@tessera/kit/access/rules';
import type {
  CheckoutLinkExportQuery,
  CheckoutLinkListQuery,
} from '@tessera/proto/api/billing/checkout-link';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller } from '@tessera/proto/api/passport';
import type { Billing } from '../billing.ts';
import { containsText } from '../lists/conditions.ts';
import { alphabetical, type Condition, type Filter, type List } from '../lists/list.ts';
import { findPage } from '../lists/page.ts';
import { CheckoutLinkEntity, type CheckoutLinkRow } from './entity.ts';
import { loadCheckoutLinkContext, viewCheckoutLink } from './view.ts';

export const checkoutLinkList: List<CheckoutLinkRow> = {
  entity: CheckoutLinkEntity,
  table: 'checkout_links',
  time: 'created_at',
  sorts: {
    created_at: 'r.created_at',
    label: alphabetical('r.label'),
    success_url: 'r.success_url',
    allow_discount_codes: 'r.allow_discount_codes',
  },
  where: 'r.deleted_at IS NULL',
};

/** The filter of a list query. */
export const filterCheckoutLinks = async (
  billing: Billing,
  caller: Caller,
  query: CheckoutLinkExportQuery,
): Promise<Filter> => ({
  organizations: await readableOrganizations(billing, caller, query.organizationId),
  conditions: [...offersOneOf(query.productId), ...isCalled(query.query)],
});

/** Returns a page of the checkout links of the caller's organizations. */
export const listCheckoutLinks = async (billing: Billing, caller: Caller, query: CheckoutLinkListQuery) => {
  const em = billing.db.manager;
  const filter = await filterCheckoutLinks(billing, caller, query);
  const [rows, total] = await findPage(em, checkoutLinkList, { filter, paging: query });
  const context = await loadCheckoutLinkContext(billing, em, rows);
  return pageReply(
    rows.map((row) => viewCheckoutLink(row, context)),
    total,
    query,
  );
};

const offersOneOf = (ids: readonly string[] | undefined): Condition[] =>
  ids ? [(bind) => `r.product_ids && ${bind(ids)}::uuid[]`] : [];

/** Searches labels and names of products, as links without a label show their products. */
const isCalled = (words: string | undefined): Condition[] => {
  const [inLabel] = containsText(['r.label'], words);
  const [inProduct] = containsText(['p.name'], words);
  if (!inLabel || !inProduct) return [];
  return [
    (bind) =>
      `(${inLabel(bind)} OR EXISTS (SELECT FROM products p WHERE p.id = ANY(r.product_ids) AND ${inProduct(bind)}))`,
  ];
};
