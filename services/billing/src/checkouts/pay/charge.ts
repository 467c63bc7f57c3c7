/** Handles results of payments for checkouts. */
import { checkoutUpdated } from '@tessera/proto/events/billing';
import type { Billing } from '../../billing.ts';
import { acceptPayment } from '../../payments/accept.ts';
import type { Accepted, PurposeHandler } from '../../payments/handlers.ts';
import type { ChargeResult } from '../../payments/processor.ts';
import { findPayment, madeWithChanges, type PaymentRow } from '../../payments/service.ts';
import { chargePayment } from '../../payments/settlement.ts';
import { broadcastCheckout } from '../broadcast.ts';
import { type CheckoutRow, findCheckout } from '../entity.ts';
import { checkoutEvent } from '../events.ts';
import { type CheckoutContext, loadCheckoutContext } from '../view.ts';
import { completeCheckout, completeLatePayment, reopenCheckout } from './complete.ts';
import { takeRefund } from './refund.ts';

/** The confirmed checkout, if the caller has loaded it, as it is and as it was before. */
type Known = { row: CheckoutRow; context: CheckoutContext };

/** The handlers of payments for checkouts. */
export const checkoutPayments: PurposeHandler<Billing> = {
  accepted: (billing, payment, result) => acceptCharge(billing, { payment, result }),
  succeeded: async (billing, { purposeId: checkoutId, id: paymentId }, paid) => {
    if (await completeCheckout(billing, { checkoutId, paymentId, paid })) return;
    // A concurrent failure may have been recorded first.
    const present = await findPayment(billing.db.manager, paymentId);
    if (present?.status === 'failed') await completeLatePayment(billing, present, paid);
  },
  succeededLate: completeLatePayment,
  failed: (billing, payment, message) => reopenCheckout(billing, payment, message),
  refunded: takeRefund,
  isAbandoned: async ({ db, now }, { purposeId }) => {
    const checkout = await findCheckout(db.manager, { id: purposeId });
    return checkout !== null && checkout.expiresAt <= now();
  },
};

/** Charges a checkout that was just confirmed; see `chargePayment`. */
export const chargeCheckout = (
  billing: Billing,
  payment: PaymentRow,
  known?: Known & { before: CheckoutRow },
): Promise<ChargeResult | null> =>
  chargePayment(billing, payment, {
    ...checkoutPayments,
    failed: (_billing, failed, message) => reopenCheckout(billing, failed, message, known?.before),
    accepted: (_billing, _payment, result) => acceptCharge(billing, { payment, result, known }),
  });

/** Records the processor's acceptance and emits the event of the confirmation. */
const acceptCharge = async (
  billing: Billing,
  { payment, result, known }: { payment: PaymentRow; result: Accepted; known?: Known | undefined },
): Promise<void> => {
  const { row, context } = known ?? (await know(billing, payment.purposeId));
  const changes = {
    status: result.status,
    processorId: result.processorId,
    intentClientSecret: result.status === 'requires_action' ? result.intentClientSecret : null,
    ...madeWithChanges(result),
    modifiedAt: billing.now(),
  };
  const event = checkoutEvent(checkoutUpdated, { ...row, status: 'confirmed' }, context);
  const isAccepted = await acceptPayment(billing.db, { id: payment.id, changes, event });
  if (isAccepted) broadcastCheckout(billing, row.id);
};

const know = async (billing: Billing, checkoutId: string): Promise<Known> => {
  const row = await findCheckout(billing.db.manager, { id: checkoutId });
  if (!row) throw new Error(`checkout ${checkoutId} is gone`);
  return { row, context: await loadCheckoutContext(billing, billing.db.manager, [row]) };
};
