/** The benefits that a purchase has brought: those of its own grants, and no others of the customer. */
import { readByIds } from '@tessera/kit/database/read-by-ids';
import { findRows } from '@tessera/kit/database/rows';
import type { PurchasedBenefit } from '@tessera/proto/api/billing/purchase';
import type { EntityManager } from 'typeorm';
import type { BenefitRow } from '../../catalog/benefits/entity.ts';
import { findBenefitsByIds } from '../../catalog/benefits/find.ts';
import { platformOf } from '../../catalog/benefits/platform.ts';
import { findProductsByIds } from '../../catalog/products/find.ts';
import { GrantEntity } from './entity.ts';

/** A purchase: an order, or the subscription that it pays for. */
export type Bought = { id: string; productId: string; subscriptionId: string | null };

/** A benefit without its files and license keys. */
export type HeldBenefit = Omit<PurchasedBenefit, 'files' | 'licenseKeys'>;

/**
 * `isGranted`: all have a grant. Benefits revoked since are neither listed nor waited for. `toConnect`: pending ones that
 * need an account of the customer.
 */
export type Purchased = { benefits: HeldBenefit[]; toConnect: HeldBenefit[]; isGranted: boolean };

/** Returns the benefits that the customer has by an order now, in the product's order. */
export const findPurchased = async (
  em: EntityManager,
  { id, productId, subscriptionId }: Bought,
): Promise<Purchased> => {
  const [product] = await findProductsByIds(em, [productId]);
  const grants = subscriptionId
    ? ((await readOfSubscriptions(em, [subscriptionId])).get(subscriptionId) ?? [])
    : ((await readOfOrders(em, [id])).get(id) ?? []);
  const wanted = product?.benefits.filter(({ deletedAt }) => deletedAt === null) ?? [];
  const held = grants.filter(({ revokedAt }) => revokedAt === null);
  const granted = new Set(
    held.filter(({ grantedAt }) => grantedAt !== null).map(({ benefitId }) => benefitId),
  );
  const rows = await findBenefitsByIds(em, [...new Set(held.map(({ benefitId }) => benefitId))]);
  const places = new Map(wanted.map(({ id: benefitId }, place) => [benefitId, place]));
  const placeOf = ({ id: benefitId }: BenefitRow) => places.get(benefitId) ?? places.size;
  const present = rows
    .filter(({ deletedAt }) => deletedAt === null)
    .toSorted((one, other) => placeOf(one) - placeOf(other));
  return {
    benefits: present.filter((row) => granted.has(row.id)).map(viewPurchased),
    toConnect: present.filter((row) => !granted.has(row.id) && platformOf(row)).map(viewPurchased),
    isGranted: wanted.every((benefit) => grants.some(({ benefitId }) => benefitId === benefit.id)),
  };
};

const ofMany = 'ARRAY(SELECT unnest($1::uuid[]))) ORDER BY r.created_at, r.id';

const readOfSubscriptions = readByIds(async (em, ids) => {
  const rows = await findRows(em, GrantEntity, `WHERE r.subscription_id = ANY(${ofMany}`, [ids]);
  return Map.groupBy(rows, ({ subscriptionId }) => subscriptionId ?? '');
});

const readOfOrders = readByIds(async (em, ids) => {
  const rows = await findRows(em, GrantEntity, `WHERE r.order_id = ANY(${ofMany}`, [ids]);
  return Map.groupBy(rows, ({ orderId }) => orderId ?? '');
});

const viewPurchased = ({ id, type, description, properties }: BenefitRow): HeldBenefit => ({
  id,
  type,
  description,
  note: type === 'custom' && 'note' in properties ? properties.note : null,
});
