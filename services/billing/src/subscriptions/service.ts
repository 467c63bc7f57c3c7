/** Reading subscriptions one by one. */
import { kitErrors } from '@tessera/kit/errors';
import type { Caller } from '@tessera/proto/api/passport';
import type { EntityManager } from 'typeorm';
import { mayRead } from '../access/memberships/service.ts';
import type { Billing } from '../billing.ts';
import { findPricesByIds, findProductsByIds } from '../catalog/products/find.ts';
import { findCustomersByIds } from '../customers/find.ts';
import { SubscriptionEntity, type SubscriptionRow } from './entity.ts';
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
