import { readableOrganizations } from '@tessera/kit/access/rules';
import { SubscriptionStatus } from '@tessera/proto/api/billing/enums';
import type { SubscriptionExportQuery, SubscriptionListQuery } from '@tessera/proto/api/billing/subscription';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller } from '@tessera/proto/api/passport';
import type { Billing } from '../billing.ts';
import { hasMetadata, isAbout, isOneOf } from '../lists/conditions.ts';
import { alphabetical, customerAsShown, type Filter, inOrderOf, type List } from '../lists/list.ts';
import { findPage } from '../lists/page.ts';
import { SubscriptionEntity, type SubscriptionRow } from './entity.ts';
import { fillSubscriptions } from './find.ts';
import { activeStatuses, revokedStatuses } from './rules.ts';
import { viewSubscription } from './view.ts';

/** In the order in which subscriptions live; active ones that are to end follow the others. */
const byStatus = inOrderOf(
  SubscriptionStatus.options.flatMap((status) => (status === 'active' ? [status, 'ending'] : status)),
  "CASE WHEN r.status = 'active' AND r.cancel_at_period_end THEN 'ending' ELSE r.status END",
);

export const subscriptionList: List<SubscriptionRow> = {
  entity: SubscriptionEntity,
  table: 'subscriptions',
  time: 'started_at',
  sorts: {
    customer: customerAsShown,
    status: byStatus,
    started_at: 'r.started_at',
    current_period_end: 'r.current_period_end',
    amount: 'r.amount',
    product: alphabetical('product.name'),
    discount: alphabetical('discount.name'),
  },
  where: 'r.started_at IS NOT NULL',
  facet: 'r.status',
  facets: SubscriptionStatus.options,
  groups: { product: 'product' },
};

/** Builds the filter of a caller's query over started subscriptions. `active` false finds revoked ones. */
export const filterSubscriptions = async (
  billing: Billing,
  caller: Caller,
  query: SubscriptionExportQuery,
): Promise<Filter> => {
  const organizations = await readableOrganizations(billing, caller, query.organizationId);
  return {
    organizations,
    products: query.productId,
    facets: statusesOf(query),
    conditions: [
      ...isOneOf('r.customer_id', query.customerId),
      ...isOneOf('r.discount_id', query.discountId),
      ...isAbout({ table: 'subscriptions', text: query.query, organizations }),
      ...hasMetadata(query.metadata),
    ],
  };
};

const statusesOf = ({ active, status }: SubscriptionExportQuery): readonly string[] | undefined => {
  if (active === undefined) return status;
  const statuses: readonly string[] = active ? activeStatuses : revokedStatuses;
  return status ? statuses.filter((one) => status.some((asked) => asked === one)) : statuses;
};

/** Returns a page of the started subscriptions of the caller's organizations. */
export const listSubscriptions = async (billing: Billing, caller: Caller, query: SubscriptionListQuery) => {
  const em = billing.db.manager;
  const filter = await filterSubscriptions(billing, caller, query);
  const [rows, total] = await findPage(em, subscriptionList, { filter, paging: query });
  return pageReply((await fillSubscriptions(em, rows)).map(viewSubscription), total, query);
};
