/** Reading subscriptions. */
import { kitErrors } from '@tessera/kit/errors';
import type { SubscriptionListQuery } from '@tessera/proto/api/billing/subscription';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller } from '@tessera/proto/api/passport';
import { type EntityManager, In } from 'typeorm';
import type { Billing } from '../billing.ts';
import { findCustomersByIds } from '../customers/find.ts';
import { whereMetadata } from '../filters.ts';
import { sortedPage } from '../lists.ts';
import { mayRead, readableOrganizations } from '../memberships/service.ts';
import { findPricesByIds, findProductsByIds } from '../products/find.ts';
import { SubscriptionEntity, type SubscriptionRow } from './entity.ts';
import { activeStatuses, revokedStatuses } from './rules.ts';
import { type FullSubscription, viewSubscription } from './view.ts';

/** Throws ResourceNotFound for those of other organizations too. */
export const getSubscription = async (billing: Billing, caller: Caller, id: string) => {
  const em = billing.db.manager;
  const row = await em.findOneBy(SubscriptionEntity, { id });
  if (!row || !(await mayRead(billing, caller, row.organizationId))) throw kitErrors.ResourceNotFound();
  const [full] = await fillSubscriptions(em, [row]);
  if (!full) throw kitErrors.ResourceNotFound();
  return viewSubscription(full);
};

/** Adds what belongs to subscriptions, in a fixed number of queries. */
export const fillSubscriptions = async (
  em: EntityManager,
  rows: SubscriptionRow[],
): Promise<FullSubscription[]> => {
  const customers = await findCustomersByIds(
    em,
    rows.map(({ customerId }) => customerId),
  );
  const products = await findProductsByIds(
    em,
    rows.map(({ productId }) => productId),
  );
  const prices = await findPricesByIds(
    em,
    rows.flatMap(({ priceIds }) => priceIds),
  );
  return rows.map((row) => {
    const customer = customers.find(({ id }) => id === row.customerId);
    const product = products.find(({ id }) => id === row.productId);
    if (!customer || !product) throw new Error(`subscription ${row.id} has lost its customer or product`);
    const agreed = row.priceIds.flatMap((priceId) => prices.find(({ id }) => id === priceId) ?? []);
    return { row, customer, product, prices: agreed };
  });
};

const columns = {
  customer: 'customer.name',
  status: 'subscription.status',
  started_at: 'subscription.startedAt',
  current_period_end: 'subscription.currentPeriodEnd',
  amount: 'subscription.amount',
  product: 'product.name',
  discount: 'subscription.discountId',
};

/** Started subscriptions. `active` false finds those that were revoked. */
export const listSubscriptions = async (billing: Billing, caller: Caller, query: SubscriptionListQuery) => {
  const organizationIds = await readableOrganizations(billing, caller, query.organizationId);
  const list = billing.db.manager
    .createQueryBuilder(SubscriptionEntity, 'subscription')
    .leftJoin('customer', 'customer', 'customer.id = subscription.customerId')
    .leftJoin('product', 'product', 'product.id = subscription.productId')
    .where('subscription.organizationId = ANY(:organizationIds)', { organizationIds })
    .andWhere('subscription.startedAt IS NOT NULL');
  for (const key of ['productId', 'customerId', 'discountId'] as const)
    if (query[key]) list.andWhere(`subscription.${key} = ANY(:${key})`, { [key]: query[key] });
  if (query.active !== undefined)
    list.andWhere({ status: In(query.active ? [...activeStatuses] : [...revokedStatuses]) });
  whereMetadata(list, query.metadata);
  const [rows, total] = await sortedPage(list, query, columns);
  const full = await fillSubscriptions(billing.db.manager, rows);
  return pageReply(full.map(viewSubscription), total, query);
};
