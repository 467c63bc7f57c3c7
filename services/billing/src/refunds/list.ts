import { readableOrganizations } from '@tessera/kit/access/rules';
import { RefundStatus } from '@tessera/proto/api/billing/enums';
import type { RefundListQuery, SellersRefund } from '@tessera/proto/api/billing/refund';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller } from '@tessera/proto/api/passport';
import type { Billing } from '../billing.ts';
import { isOneOf } from '../lists/conditions.ts';
import type { List } from '../lists/list.ts';
import { findPage } from '../lists/page.ts';
import { RefundEntity, type RefundRow } from './entity.ts';
import { viewSellersRefund } from './view.ts';

const list: List<RefundRow> = {
  entity: RefundEntity,
  table: 'refunds',
  time: 'created_at',
  sorts: { created_at: 'r.created_at', amount: 'r.amount' },
  facet: 'r.status',
};

/** Returns a page of the refunds of the caller's organizations. */
export const listRefunds = async (billing: Billing, caller: Caller, query: RefundListQuery) => {
  const filter = {
    organizations: await readableOrganizations(billing, caller, query.organizationId),
    facets: statusesOf(query.succeeded),
    conditions: [
      ...isOneOf('r.id', query.id),
      ...isOneOf('r.order_id', query.orderId),
      ...isOneOf('r.subscription_id', query.subscriptionId),
      ...isOneOf('r.customer_id', query.customerId),
    ],
  };
  const [rows, total] = await findPage(billing.db.manager, list, { filter, paging: query });
  return pageReply<SellersRefund>(rows.map(viewSellersRefund), total, query);
};

const statusesOf = (succeeded: boolean | undefined): readonly string[] | undefined =>
  succeeded === undefined
    ? undefined
    : RefundStatus.options.filter((status) => (status === 'succeeded') === succeeded);
