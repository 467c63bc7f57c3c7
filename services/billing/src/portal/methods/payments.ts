/** Handlers for payments that save a card. Each step is idempotent. */
import { transact } from '@tessera/kit/events/outbox';
import type { Billing } from '../../billing.ts';
import { broadcastCustomer } from '../../customers/broadcast.ts';
import { lockCustomerById } from '../../customers/find.ts';
import type { Paid, PurposeHandler } from '../../payments/handlers.ts';
import { findMethodOf } from '../../payments/methods/entity.ts';
import { confirmDefault, saveMethod } from '../../payments/methods/save.ts';
import { placeOf } from '../../payments/place.ts';
import {
  endRefund,
  failedChanges,
  madeWithChanges,
  movePayment,
  type PaymentRow,
  type PaymentStatus,
  paidChanges,
  unsettled,
} from '../../payments/service.ts';
import { isDefaultSetup } from './setups.ts';

/** A bank's challenge that is not completed within this time (ms) counts as abandoned. */
const timeoutMilliseconds = 3_600_000;

export const cardSetups: PurposeHandler<Billing> = {
  accepted: async (billing, { id }, result) => {
    const { status, processorId } = result;
    await movePayment(
      billing.db.manager,
      { id, from: ['pending'] },
      {
        status,
        processorId,
        intentClientSecret: result.status === 'requires_action' ? result.intentClientSecret : null,
        ...madeWithChanges(result),
        modifiedAt: billing.now(),
      },
    );
  },
  succeeded: (billing, payment, paid) => keep(billing, payment, paid),
  succeededLate: (billing, payment, paid) => keep(billing, payment, paid),
  failed: async (billing, payment, message) => {
    const changes = failedChanges(billing.now(), payment, message);
    await movePayment(billing.db.manager, { id: payment.id, from: unsettled }, changes);
  },
  refunded: async (billing, { id: paymentId }, { status, processorId }) => {
    await endRefund(billing.db.manager, billing.now(), { paymentId, status, processorId });
  },
  isAbandoned: ({ now }, { createdAt }) =>
    Promise.resolve(now().getTime() - createdAt.getTime() > timeoutMilliseconds),
};

/** Includes failed payments, even if success and failure are reported concurrently. */
const payable: PaymentStatus[] = [...unsettled, 'failed'];

/** Saves the card for its customer. If the customer was deleted in the meantime, the processor detaches it. */
const keep = async (billing: Billing, payment: PaymentRow, paid: Paid): Promise<void> => {
  const isKept = await transact(billing.db, async (em) => {
    const now = billing.now();
    const customerId = payment.purposeId;
    const changes = { ...paidChanges(now, paid), customerId };
    if (!(await movePayment(em, { id: payment.id, from: payable }, changes))) return true;
    const customer = await lockCustomerById(em, customerId);
    if (!customer || customer.deletedAt) return false;
    const isDefault = await isDefaultSetup(em, payment.id);
    const saved = { ...payment, ...changes };
    await saveMethod(em, now, saved, { isDefault });
    const method = await findMethodOf(em, saved);
    if (method?.isDefault) await confirmDefault(em, now, customerId);
    return true;
  });
  if (isKept) broadcastCustomer(billing, payment.purposeId);
  const { methodId } = paid;
  if (isKept || methodId === null) return;
  billing.background.run('forget a payment method', () =>
    billing.payments.detachMethod(placeOf(payment), methodId),
  );
};
