/** Retries failed payments of renewals when they are due. */
import { transact } from '@tessera/kit/events/outbox';
import { findEnded } from '../access/organizations/service.ts';
import type { Billing } from '../billing.ts';
import { findOrder } from '../orders/find.ts';
import { emitNextAttempt, voidOrder } from '../orders/pay.ts';
import { findUnsettledOf } from '../payments/entity.ts';
import { chargePayment } from '../payments/settlement.ts';
import { lockSubscription } from '../subscriptions/lock.ts';
import { findRenewal, RenewalEntity } from './entity.ts';
import { beginAttempt } from './periods/order.ts';

/** Makes one more attempt if it is due. Returns whether it was. */
export const retryRenewal = async (billing: Billing, orderId: string): Promise<boolean> => {
  const now = billing.now();
  const renewal = await findRenewal(billing.db.manager, orderId);
  if (!renewal) return false;
  const payment = await transact(billing.db, async (em) => {
    const isSellerGone = (await findEnded(em, [renewal.organizationId])).size > 0;
    const subscription = await lockSubscription(em, renewal.subscriptionId);
    const present = await findRenewal(em, orderId);
    const order = await findOrder(em, { id: orderId });
    if (!present?.nextAttemptAt || present.nextAttemptAt > now || order?.status !== 'pending')
      return undefined;
    // The customer is paying it manually: wait for the result.
    if (await findUnsettledOf(em, orderId)) return undefined;
    const attempt = present.attempts + 1;
    await em.update(RenewalEntity, { orderId }, { attempts: attempt, nextAttemptAt: null });
    // Ended subscriptions are not charged, nor those that end with their seller.
    if (subscription.endedAt || isSellerGone) {
      await voidOrder(em, now, orderId);
      await emitNextAttempt(em, now, orderId);
      return null;
    }
    return beginAttempt(billing, em, { order, attempt, declinedMethodId: present.declinedMethodId });
  });
  if (payment) await chargePayment(billing, payment);
  return payment !== undefined;
};
