/** The second transaction: a paid checkout is settled, a failed one is open again. */
import { transact } from '@tessera/kit/outbox';
import { checkoutUpdated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { getSeller } from '../../access/organizations/service.ts';
import { viewSeller } from '../../access/organizations/view.ts';
import type { Billing } from '../../billing.ts';
import { giveBackRedemption } from '../../catalog/discounts/redeem.ts';
import type { Paid } from '../../payments/handlers.ts';
import {
  failedChanges,
  movePayment,
  type PaymentRow,
  paidChanges,
  unsettled,
  writeRefund,
} from '../../payments/service.ts';
import { payBack } from '../../payments/settlement.ts';
import { broadcastCheckout } from '../broadcast.ts';
import { type CheckoutRow, findCheckout, lockCheckout, writeCheckout } from '../entity.ts';
import { mayRevive, maySucceed } from '../rules.ts';
import { type CheckoutContext, emitCheckout, loadCheckoutContext } from '../view.ts';
import { fulfil } from './fulfil.ts';
import { redeemLate } from './redemption.ts';

/** Which confirmation is meant: a later attempt has another payment. Without one nothing was to be paid. */
type Confirmation = { checkoutId: string } & ({ paymentId: null } | { paymentId: string; paid: Paid });

/** Confirmed -> succeeded, with all that follows. A second call finds it done and does nothing. Answers whether it did. */
export const completeCheckout = async (billing: Billing, confirmation: Confirmation): Promise<boolean> => {
  const seen = await findCheckout(billing.db.manager, { id: confirmation.checkoutId });
  if (!isAwaited(seen, confirmation)) return false;
  return sell(billing, seen, async (_em, row) => {
    if (!isAwaited(row, confirmation)) return { row: null, isOwed: false };
    const changes = confirmation.paymentId === null ? null : paidChanges(billing.now(), confirmation.paid);
    return { row, changes, isOwed: false };
  });
};

const isAwaited = (
  row: CheckoutRow | null,
  { paymentId }: { paymentId: string | null },
): row is CheckoutRow => row !== null && maySucceed(row.status) && row.paymentId === paymentId;

/**
 * A payment that had failed was paid after all. The reopened checkout, if it still offers the same for the same, is
 * settled by it; else the money goes back. A second call finds it done and does nothing.
 */
export const completeLatePayment = async (
  billing: Billing,
  payment: PaymentRow,
  paid: Paid,
): Promise<void> => {
  const { purposeId: checkoutId, id: paymentId } = payment;
  const seen = await findCheckout(billing.db.manager, { id: checkoutId });
  if (!seen) throw new Error(`checkout ${checkoutId} is gone`);
  billing.log.warn({ checkoutId, paymentId }, 'a payment that had failed was paid after all');
  await sell(billing, seen, async (em, row, context) => {
    const now = billing.now();
    const isNew = await movePayment(em, { id: paymentId, from: ['failed'] }, paidChanges(now, paid));
    const isSold = isNew && row !== null && mayRevive(row, payment, now);
    if (isSold && (await redeemLate(em, now, { row, context })))
      return { row: { ...row, paymentId }, changes: null, isOwed: false };
    const isOwed = isNew && (await writeRefund(em, now, { paymentId, reason: 'late_payment' }));
    return { row: null, isOwed };
  });
};

/** `row` null: nothing is to be sold. `changes`: of its payment, still to be written. `isOwed`: money goes back. */
type Taken =
  | { row: null; isOwed: boolean }
  | { row: CheckoutRow; changes: ReturnType<typeof paidChanges> | null; isOwed: false };

/** Takes the row up under its lock, sells, and pays back what must not be kept. Answers whether it was sold. */
const sell = async (
  billing: Billing,
  seen: CheckoutRow,
  take: (em: EntityManager, row: CheckoutRow | null, context: CheckoutContext) => Promise<Taken>,
): Promise<boolean> => {
  const [context, seller] = await Promise.all([
    loadCheckoutContext(billing, billing.db.manager, [seen]),
    getSeller(billing, seen.organizationId),
  ]);
  const { row, isOwed } = await transact(billing.db, async (em) => {
    const taken = await take(em, await lockCheckout(em, { id: seen.id }), context);
    if (!taken.row) return taken;
    const { preventTrialAbuse } = viewSeller(seller).subscriptionSettings;
    const isOnlyOne = !seller.allowMultipleSubscriptions;
    const { row: sold, changes } = taken;
    const paid = { row: sold, changes, context, isOnlyOne, hasOneTrial: preventTrialAbuse };
    return { ...taken, isOwed: await fulfil(em, billing.now(), paid) };
  });
  if (isOwed) billing.background.run('refund', () => payBack(billing, { kind: 'checkout', id: seen.id }));
  if (!row) return false;
  broadcastCheckout(billing, seen.id);
  billing.log.info({ checkoutId: seen.id }, 'checkout succeeded');
  return true;
};

/** Confirmed -> open: the payment failed, the customer may try again. Partners hear of it if they heard of the confirmation. */
export const reopenCheckout = async (
  billing: Billing,
  payment: PaymentRow,
  message: string,
): Promise<void> => {
  const { purposeId: checkoutId, id: paymentId } = payment;
  const isReopened = await transact(billing.db, async (em) => {
    const row = await lockCheckout(em, { id: checkoutId });
    const failed = failedChanges(billing.now(), payment, message);
    const wasPending = await movePayment(em, { id: paymentId, from: ['pending'] }, failed);
    if (!wasPending) await movePayment(em, { id: paymentId, from: unsettled }, failed);
    if (!isAwaited(row, { paymentId })) return false;
    if (row.discountId) await giveBackRedemption(em, checkoutId);
    const reopened = await writeCheckout(em, row, {
      status: 'open',
      paymentId: null,
      modifiedAt: billing.now(),
    });
    if (!wasPending)
      await emitCheckout(em, checkoutUpdated, {
        row: reopened,
        context: await loadCheckoutContext(billing, em, [row]),
      });
    return true;
  });
  if (!isReopened) return;
  broadcastCheckout(billing, checkoutId);
  billing.log.info({ checkoutId, paymentId }, 'payment failed, checkout open again');
};
