/** The second transaction: a paid checkout is settled, a failed one is open again. */
import { currentActor } from '@tessera/kit/actor';
import { batchedBy } from '@tessera/kit/batched';
import { hasCommitMark } from '@tessera/kit/commit-mark';
import { transact } from '@tessera/kit/outbox';
import { waitBriefly } from '@tessera/kit/sql';
import { currentTraceparent } from '@tessera/kit/telemetry';
import type { OrganizationFacts } from '@tessera/proto/api/asks';
import { checkoutUpdated } from '@tessera/proto/events/billing';
import type { DataSource, EntityManager } from 'typeorm';
import { getSeller } from '../../access/organizations/service.ts';
import { viewSeller } from '../../access/organizations/view.ts';
import type { Billing } from '../../billing.ts';
import { giveBackRedemption } from '../../catalog/discounts/redeem.ts';
import { eraseForgotten } from '../../customers/erase.ts';
import { findCustomersByIds } from '../../customers/find.ts';
import type { Paid as PaidCharge } from '../../payments/handlers.ts';
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
import { type CheckoutRow, findCheckout, lockCheckout, lockCheckouts, writeCheckout } from '../entity.ts';
import { mayRevive, maySucceed } from '../rules.ts';
import { type CheckoutContext, emitCheckout, loadCheckoutContext } from '../view.ts';
import type { Paid } from './begin.ts';
import { fulfil } from './fulfil.ts';
import { redeemLate } from './redemption.ts';

/** Which confirmation is meant: a later attempt has another payment. Without one nothing was to be paid. */
type Confirmation = { checkoutId: string } & ({ paymentId: null } | { paymentId: string; paid: PaidCharge });

/** Confirmed -> succeeded, with all that follows. A second call finds it done and does nothing. Answers whether it did. */
export const completeCheckout = async (billing: Billing, confirmation: Confirmation): Promise<boolean> => {
  const seen = await findCheckout(billing.db.manager, { id: confirmation.checkoutId });
  if (!isAwaited(seen, confirmation)) return false;
  const settling = { billing, confirmation, ...(await lookAround(billing, seen)) };
  const together = isPlain(seen) && !isOfRequest() ? await settleTogether(billing.db, settling) : null;
  const [outcome] = together ? [together] : await transact(billing.db, (em) => settle(em, [settling]));
  return finish(billing, seen.id, outcome);
};

type Settling = Around & { billing: Billing; confirmation: Confirmation };

/** Sales that one transaction settles at most: meanwhile other sales of their sellers wait for their numbers. */
const maxTogether = 25;

/**
 * Those that come while others are being settled make up the next transaction. Null: it has failed, or would have waited
 * for somebody, and each is settled alone, where it delays no other.
 */
const settleTogether = batchedBy(
  maxTogether,
  (db: DataSource, settling: Settling[]): Promise<(Outcome | null)[]> =>
    transact(db, async (em) => {
      // In one round trip with the locks that it is for.
      const [, outcomes] = await Promise.all([waitBriefly(em), settle(em, settling)]);
      return outcomes;
    }).catch(() => settling.map(() => null)),
);

/** Nothing but its payment, its order and its subscription: of each kind one statement writes all. */
const isPlain = ({ subscriptionId, confirmedTrial, customerExternalId }: CheckoutRow): boolean =>
  subscriptionId === null && confirmedTrial?.trialInterval == null && customerExternalId === null;

/** Whether what happens is put down to somebody, or to a request's trace: others' sales are not theirs. */
const isOfRequest = (): boolean =>
  hasCommitMark() || currentActor() !== undefined || currentTraceparent() !== undefined;

/** What is left of them once their rows are locked is settled; a second one for the same checkout is not. In their order. */
const settle = async (em: EntityManager, all: readonly Settling[]): Promise<Outcome[]> => {
  const rows = await lockCheckouts(
    em,
    all.map(({ seen }) => seen.id),
  );
  const paid = new Map<Settling, Paid>();
  for (const settling of all) {
    const { confirmation, seen, billing } = settling;
    const row = rows.get(seen.id) ?? null;
    rows.delete(seen.id);
    if (!isAwaited(row, confirmation)) continue;
    const changes = confirmation.paymentId === null ? null : paidChanges(billing.now(), confirmation.paid);
    paid.set(settling, paidOf(settling, row, changes));
  }
  const [first] = paid.keys();
  if (first) await fulfil(em, first.billing.now(), [...paid.values()]);
  return all.map((settling) => ({ isSold: paid.has(settling), isOwed: false }));
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
  paid: PaidCharge,
): Promise<void> => {
  const { purposeId: checkoutId, id: paymentId } = payment;
  const seen = await findCheckout(billing.db.manager, { id: checkoutId });
  if (!seen) throw new Error(`checkout ${checkoutId} is gone`);
  billing.log.warn({ checkoutId, paymentId }, 'a payment that had failed was paid after all');
  const around = await lookAround(billing, seen);
  const outcome = await transact(billing.db, async (em) => {
    const row = await lockCheckout(em, { id: seen.id });
    const now = billing.now();
    const isNew = await movePayment(em, { id: paymentId, from: ['failed'] }, paidChanges(now, paid));
    const isSold = isNew && row !== null && mayRevive(row, payment, now);
    if (isSold && (await redeemLate(em, now, { row, context: around.context }))) {
      await fulfil(em, now, [paidOf(around, { ...row, paymentId }, null)]);
      return { isSold, isOwed: false };
    }
    const isOwed = isNew && (await writeRefund(em, now, { paymentId, reason: 'late_payment' }));
    return { isSold: false, isOwed };
  });
  finish(billing, seen.id, outcome);
};

/** What was seen of a checkout, and around it, before the transaction that settles it. */
type Around = { seen: CheckoutRow; context: CheckoutContext; seller: OrganizationFacts };

const lookAround = async (billing: Billing, seen: CheckoutRow): Promise<Around> => {
  const [context, seller] = await Promise.all([
    loadCheckoutContext(billing, billing.db.manager, [seen]),
    getSeller(billing, seen.organizationId),
  ]);
  return { seen, context, seller };
};

const paidOf = ({ context, seller }: Around, row: CheckoutRow, changes: Paid['changes']): Paid => ({
  row,
  changes,
  context,
  isOnlyOne: !seller.allowMultipleSubscriptions,
  hasOneTrial: viewSeller(seller).subscriptionSettings.preventTrialAbuse,
});

/** `isOwed`: money goes back. */
type Outcome = { isSold: boolean; isOwed: boolean };

/** After the commit: pays back what must not be kept, and tells whoever watches. Answers whether it was sold. */
const finish = (billing: Billing, checkoutId: string, outcome: Outcome | undefined): boolean => {
  if (outcome?.isOwed)
    billing.background.run('refund', () => payBack(billing, { kind: 'checkout', id: checkoutId }));
  if (!outcome?.isSold) return false;
  broadcastCheckout(billing, checkoutId);
  billing.log.info({ checkoutId }, 'checkout succeeded');
  return true;
};

/** Confirmed -> open: the payment failed, the customer, unless deleted since, may try again. Partners hear of it if they heard of the confirmation. */
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
    const customers = row.customerId ? await findCustomersByIds(em, [row.customerId]) : [];
    const isGone = customers.some(({ deletedAt }) => deletedAt !== null);
    const reopened = await writeCheckout(em, row, {
      status: isGone ? 'expired' : 'open',
      paymentId: null,
      modifiedAt: billing.now(),
    });
    if (!wasPending)
      await emitCheckout(em, checkoutUpdated, {
        row: reopened,
        context: await loadCheckoutContext(billing, em, [row]),
      });
    await eraseForgotten(em, customers);
    return true;
  });
  if (!isReopened) return;
  broadcastCheckout(billing, checkoutId);
  billing.log.info({ checkoutId, paymentId }, 'payment failed, checkout open again');
};
