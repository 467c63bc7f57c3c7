/**
 * Updates grants after changes to the catalog. When a product's list of benefits changes, its subscriptions gain and
 * lose benefits, orders of one-time products only gain. A subscription that moves to another product gets the
 * benefits of that, and a deleted benefit is revoked everywhere (contracts/billing-behaviour.md, section 7).
 */
import { type EntityManager, In } from 'typeorm';
import type { BenefitRow } from '../../catalog/benefits/entity.ts';
import { lockBenefits } from '../../catalog/benefits/find.ts';
import { type FollowCatalogChange, pageSize } from '../../catalog/changes/worker.ts';
import { lockCustomers } from '../../customers/find.ts';
import { findPaidOrdersOfProduct } from '../../orders/find.ts';
import { findActiveSubscriptionsOfProduct, findSubscriptionsByIds } from '../../subscriptions/find.ts';
import { lockActiveSubscriptions } from '../../subscriptions/lock.ts';
import { findHeldOfBenefit, GrantEntity, type GrantRow } from '../grants/entity.ts';
import { beginCredit, metersOf } from './begin-credit.ts';
import { grantAgain, grantAll, revokeGrants, type Scope } from './changes.ts';
import { lockBenefitsOf } from './held.ts';
import { holdsCredit } from './kinds/meter-credit.ts';
import { updateGrants } from './update.ts';

const firstId = '00000000-0000-0000-0000-000000000000';

/** Walks the product's subscriptions, then its orders. The cursor is `<stage>:<last id>`. */
export const followProduct: FollowCatalogChange = async (em, now, { subjectId: productId, cursor }) => {
  const [stage = 'subscriptions', after = firstId] = cursor?.split(':') ?? [];
  const isOrders = stage === 'orders';
  const find = isOrders ? findPaidOrdersOfProduct : findActiveSubscriptionsOfProduct;
  const holders = await find(em, { productId, after, limit: pageSize });
  if (holders.length > 0)
    await followPage(em, now, { productId, key: isOrders ? 'orderId' : 'subscriptionId', holders });
  if (holders.length === pageSize) return `${stage}:${holders.at(-1)?.id}`;
  return isOrders ? null : `orders:${firstId}`;
};

/** Applies the present state: if the change has been reverted, a later one queues the subscription again. */
export const followSubscription: FollowCatalogChange = async (em, now, { subjectId }) => {
  const [row] = await findSubscriptionsByIds(em, [subjectId]);
  if (!row) return null;
  const { id, customerId, productId } = row;
  await followPage(em, now, { productId, key: 'subscriptionId', holders: [{ id, customerId }] });
  return null;
};

/** A deleted benefit cannot be granted any more, so that a single walk finds all grants. */
export const followBenefit: FollowCatalogChange = async (em, now, { subjectId: benefitId, cursor }) => {
  const ids = await findHeldOfBenefit(em, { benefitId, after: cursor ?? firstId, limit: pageSize });
  if (ids.length > 0) await revokeGrants(em, { id: In(ids) }, now);
  return ids.length === pageSize ? (ids.at(-1) ?? null) : null;
};

/** Updates the grants of an edited benefit to what it gives now. */
export const followBenefitEdit: FollowCatalogChange = async (em, now, { subjectId: benefitId, cursor }) => {
  const ids = await findHeldOfBenefit(em, { benefitId, after: cursor ?? firstId, limit: pageSize });
  const [benefit] = await lockBenefits(em, [benefitId]);
  if (!benefit) return null;
  if (ids.length > 0) await updateGrants(em, now, { benefit, ids });
  return ids.length === pageSize ? (ids.at(-1) ?? null) : null;
};

/** `key`: whether the holders are subscriptions or orders. */
type Page = {
  productId: string;
  key: 'subscriptionId' | 'orderId';
  holders: { id: string; customerId: string }[];
};

const followPage = async (em: EntityManager, now: Date, page: Page): Promise<void> => {
  const { productId, key } = page;
  const { holders, customers } = await lockPage(em, page);
  const benefits = await lockBenefitsOf(em, productId);
  const rows = await em.find(GrantEntity, {
    where: { [key]: In(holders.map(({ id }) => id)) },
    lock: { mode: 'pessimistic_write' },
    order: { id: 'ASC' },
  });
  const rowsOf = Map.groupBy(rows, (row) => row[key] ?? '');
  const missing: Parameters<typeof grantAll>[2] = [];
  const lost: Parameters<typeof grantAgain>[2] = [];
  for (const holder of holders) {
    const customer = customers.get(holder.customerId);
    if (!customer) continue;
    for (const benefit of benefits) {
      const row = rowsOf.get(holder.id)?.find(({ benefitId }) => benefitId === benefit.id);
      if (!row) missing.push({ customer, benefit, scope: { [key]: holder.id } as Scope });
      else if (row.revokedAt) lost.push({ row, customer, benefit });
    }
  }
  const subscriptionIds = key === 'subscriptionId' ? holders.map(({ id }) => id) : [];
  await beginCredit(em, now, { subscriptionIds, meterIds: metersOf(benefits) });
  await grantAll(em, now, missing);
  if (key === 'orderId') return;
  await grantAgain(em, now, lost);
  const surplus = rows.filter((row) => isSurplus(row, benefits)).map(({ id }) => id);
  if (surplus.length > 0) await revokeGrants(em, { id: In(surplus) }, now);
};

const isSurplus = (row: GrantRow, benefits: BenefitRow[]): boolean =>
  (row.revokedAt === null || holdsCredit(row)) && !benefits.some(({ id }) => id === row.benefitId);

/** Locks customers and active subscriptions of the page, so that neither can end before the transaction does. */
const lockPage = async (em: EntityManager, { key, holders }: Page) => {
  const held = await lockCustomers(
    em,
    holders.map(({ customerId }) => customerId),
  );
  const customers = new Map(held.map((customer) => [customer.id, customer]));
  if (key === 'orderId') return { holders, customers };
  const active = await lockActiveSubscriptions(
    em,
    holders.map(({ id }) => id),
  );
  return { holders: holders.filter(({ id }) => active.has(id)), customers };
};
