/** Second transaction: settles paid checkouts, and reopens failed ones. */
import { isDeepStrictEqual } from 'node:util';
import { currentActor } from '@tessera/kit/actor';
import { batchedBy } from '@tessera/kit/background/batched';
import { hasCommitMark } from '@tessera/kit/background/commit-mark';
import { waitBriefly } from '@tessera/kit/database/sql';
import { transact } from '@tessera/kit/events/outbox';
import { currentTraceparent } from '@tessera/kit/observability/telemetry';
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
import { emitCheckout } from '../events.ts';
import { mayRevive, maySucceed } from '../rules.ts';
import { type CheckoutContext, loadCheckoutContext, viewCheckout } from '../view.ts';
import type { Paid } from './begin.ts';
import { fulfil } from './fulfil.ts';
import { redeemLate } from './redemption.ts';

/** Identifies a confirmation by its payment, as retries have another one. Null: nothing was due. */
type Confirmation = { checkoutId: string } & ({ paymentId: null } | { paymentId: string; paid: PaidCharge });

/** confirmed -> succeeded, with all consequences. Idempotent. Returns whether this call settled it. */
export const completeCheckout = async (billing: Billing, confirmation: Confirmation): Promise<boolean> => {
  const seen = await findCheckout(billing.db.manager, { id: confirmation.checkoutId });
  if (!isAwaited(seen, confirmation)) return false;
  const settling = { billing, confirmation, ...(await lookAround(billing, seen)) };
  const together = isPlain(seen) && !isOfRequest() ? await settleTogether(billing.db, settling) : null;
  const [outcome] = together ? [together] : await transact(billing.db, (em) => settle(em, [settling]));
  return finish(billing, seen.id, outcome);
};

type Settling = Around & { billing: Billing; confirmation: Confirmation };

/** Maximum number of sales per batch: other sales of their sellers wait meanwhile for order numbers. */
const maxTogether = 25;

/**
 * Batches settlements that arrive while another batch is in progress. Null: the batch failed or hit its lock timeout;
 * each is then settled in its own transaction.
 */
const settleTogether = batchedBy(
  maxTogether,
  (db: DataSource, settling: Settling[]): Promise<(Outcome | null)[]> =>
    transact(db, async (em) => {
      // In one round trip with the locks that it applies to.
      const [, outcomes] = await Promise.all([waitBriefly(em), settle(em, settling)]);
      return outcomes;
    }).catch(() => settling.map(() => null)),
);

/** Whether it needs only its payment, order and new subscription, which are written in bulk. */
const isPlain = ({ subscriptionId, confirmedTrial, customerExternalId }: CheckoutRow): boolean =>
  subscriptionId === null && confirmedTrial?.trialInterval == null && customerExternalId === null;

/** Whether actor or trace of a request would be recorded: these must not apply to other sales of the batch. */
const isOfRequest = (): boolean =>
  hasCommitMark() || currentActor() !== undefined || currentTraceparent() !== undefined;

/** Settles those that are still due under the lock, each checkout once. Outcomes are in the order of `all`. */
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
 * Handles a payment that succeeded after it had failed. Settles the reopened checkout if product, price and amount
 * are unchanged; otherwise refunds the payment. Idempotent.
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

/** The checkout and related data, read before the settling transaction. */
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

/** `isOwed`: a refund is due. */
type Outcome = { isSold: boolean; isOwed: boolean };

/** After the commit: starts a due refund and notifies streams. Returns whether the checkout was settled. */
const finish = (billing: Billing, checkoutId: string, outcome: Outcome | undefined): boolean => {
  if (outcome?.isOwed)
    billing.background.run('refund', () => payBack(billing, { kind: 'checkout', id: checkoutId }));
  if (!outcome?.isSold) return false;
  broadcastCheckout(billing, checkoutId);
  billing.log.info({ checkoutId }, 'checkout succeeded');
  return true;
};

/**
 * confirmed -> open (expired if the customer was deleted). `before`: as it was before a confirmation that was declined
 * at once, of which no event has told. Then one is emitted only if what was entered with it shows.
 */
export const reopenCheckout = async (
  billing: Billing,
  payment: PaymentRow,
  message: string,
  before?: CheckoutRow,
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
    const context = await loadCheckoutContext(billing, em, before ? [row, before] : [row]);
    if (!wasPending || !before || isShownOtherwise(reopened, before, context))
      await emitCheckout(em, checkoutUpdated, { row: reopened, context });
    await eraseForgotten(em, customers);
    return true;
  });
  if (!isReopened) return;
  broadcastCheckout(billing, checkoutId);
  billing.log.info({ checkoutId, paymentId }, 'payment failed, checkout open again');
};

const isShownOtherwise = (row: CheckoutRow, before: CheckoutRow, context: CheckoutContext): boolean => {
  const { modifiedAt } = row;
  return !isDeepStrictEqual(viewCheckout(row, context), viewCheckout({ ...before, modifiedAt }, context));
};
