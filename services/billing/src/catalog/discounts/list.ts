import { readableOrganizations } from '@tessera/kit/access/rules';
import type { Discount, DiscountExportQuery, DiscountListQuery } from '@tessera/proto/api/billing/discount';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller } from '@tessera/proto/api/passport';
import type { Billing } from '../../billing.ts';
import { containsText } from '../../lists/conditions.ts';
import { alphabetical, type Filter, type List } from '../../lists/list.ts';
import { findPage } from '../../lists/page.ts';
import { DiscountEntity, type DiscountRow } from './entity.ts';
import { fillDiscounts } from './find.ts';
import { viewDiscounts } from './read.ts';

export const discountList: List<DiscountRow> = {
  entity: DiscountEntity,
  table: 'discounts',
  time: 'created_at',
  sorts: {
    created_at: 'r.created_at',
    name: alphabetical('r.name'),
    code: alphabetical('r.code'),
    redemptions_count: 'redemptions.count',
  },
  where: 'r.deleted_at IS NULL',
};

/** The filter of a list query. */
export const filterDiscounts = async (
  billing: Billing,
  caller: Caller,
  query: DiscountExportQuery,
): Promise<Filter> => ({
  organizations: await readableOrganizations(billing, caller, query.organizationId),
  conditions: containsText(['r.name', 'r.code'], query.query),
});

/** Returns a page of the discounts of the caller's organizations. */
export const listDiscounts = async (billing: Billing, caller: Caller, query: DiscountListQuery) => {
  const filter = await filterDiscounts(billing, caller, query);
  const em = billing.db.manager;
  const [rows, total] = await findPage(em, discountList, { filter, paging: query });
  return pageReply<Discount>(await viewDiscounts(em, await fillDiscounts(em, rows)), total, query);
};
