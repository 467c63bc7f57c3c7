/** Changes the discount of a running subscription. */
import { refuseField } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/events/outbox';
import type { Subscription, SubscriptionUpdateDiscount } from '@tessera/proto/api/billing/subscription';
import { subscriptionUpdated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../billing.ts';
import { type FullDiscount, findDiscount } from '../catalog/discounts/find.ts';
import { redeemDiscount } from '../catalog/discounts/redeem.ts';
import { appliesTo, discountAmountOf, isOffIn, isRedeemable } from '../catalog/discounts/rules.ts';
import { findProductRowsByIds } from '../catalog/products/find.ts';
import { findCustomerById } from '../customers/find.ts';
import { markStateChanged } from '../customers/marks.ts';
import { emitAll } from '../events.ts';
import { SubscriptionEntity, type SubscriptionRow } from './entity.ts';
import { refuseChange } from './errors.ts';
import { fillSubscriptions } from './find.ts';
import { billableStatuses } from './rules.ts';
import { type FullSubscription, subscriptionEvents, viewSubscription } from './view.ts';

const refuse = (message: string) => refuseField(['body', 'discount_id'], message);

/** `isOnce`: refused if the customer has redeemed the discount before, whatever its own limits. */
type DiscountChange = SubscriptionUpdateDiscount & { isOnce?: boolean };

/**
 * Applies from the next period on. Counts as a redemption, as in a checkout. Throws AlreadyCanceledSubscription if it
 * has ended.
 */
export const updateSubscriptionDiscount = async (
  billing: Billing,
  row: SubscriptionRow,
  { discountId, isOnce = false }: DiscountChange,
): Promise<Subscription> => {
  for (let tries = 1; ; tries += 1) {
    const found = discountId === null ? null : await findFitting(billing, row, discountId);
    const discount = found && isOnce ? { ...found, maxRedemptionsPerCustomer: 1 } : found;
    const changed = await transact(billing.db, (em) => change(em, billing.now, { id: row.id, discount }));
    if (changed) return changed;
    if (tries > 5) throw refuse('The discount is being changed. Try again.');
  }
};

const findFitting = async (billing: Billing, row: SubscriptionRow, id: string): Promise<FullDiscount> => {
  const em = billing.db.manager;
  const discount = await findDiscount(em, { organizationId: row.organizationId, id });
  const [product] = await findProductRowsByIds(em, [row.productId]);
  if (!discount || !product || !appliesTo(discount, product) || !isRedeemable(discount, billing.now()))
    throw refuse('Discount does not exist.');
  if (!isOffIn(discount, row.currency)) throw refuse('The discount does not apply to this currency.');
  return discount;
};

/** Returns null if the discount has changed since it was read. Lock order: the discount, then the subscription. */
const change = async (
  em: EntityManager,
  now: () => Date,
  { id, discount }: { id: string; discount: FullDiscount | null },
): Promise<Subscription | null> => {
  const seen = await em.findOneByOrFail(SubscriptionEntity, { id });
  if (discount && discount.id === seen.discountId)
    throw refuse('The subscription already has this discount.');
  if (discount) {
    const customer = await findCustomerById(em, seen.customerId);
    const redeemed = await redeemDiscount(em, now(), {
      discount,
      code: null,
      checkoutId: null,
      subscriptionId: id,
      customerId: seen.customerId,
      customerEmail: customer?.email ?? '',
    });
    if (redeemed === 'changed') return null;
    if (redeemed === 'over') throw refuse('Discount is no longer redeemable.');
  }
  const locked = await em.findOneOrFail(SubscriptionEntity, {
    where: { id },
    lock: { mode: 'pessimistic_write' },
  });
  if (!billableStatuses.includes(locked.status)) throw refuseChange(locked);
  if (locked.discountId !== seen.discountId) throw refuse('The subscription is being changed. Try again.');
  if (!discount && locked.discountId === null) return viewSubscription(await fillOne(em, locked));
  const subtotalAmount = locked.subtotalAmount ?? locked.amount;
  const changes = {
    discountId: discount?.id ?? null,
    // The next period is the discount's first.
    discountAppliedAt: null,
    subtotalAmount,
    amount: subtotalAmount - (discount ? discountAmountOf(discount, subtotalAmount) : 0),
    modifiedAt: now(),
  };
  await em.update(SubscriptionEntity, { id }, changes);
  const full = await fillOne(em, { ...locked, ...changes });
  await markStateChanged(em, locked.customerId);
  const change = discount ? 'discount' : 'discount_removed';
  await emitAll(em, subscriptionEvents([subscriptionUpdated], full, change));
  return viewSubscription(full);
};

const fillOne = async (em: EntityManager, row: SubscriptionRow): Promise<FullSubscription> => {
  const [full] = await fillSubscriptions(em, [row]);
  if (!full) throw new Error(`subscription ${row.id} is gone`);
  return full;
};
