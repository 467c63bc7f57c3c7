/** Reports failed payments of orders for the history, except attempts of their schedule, see `renewalFailed`. */
import { emit } from '@tessera/kit/events/outbox';
import { paymentFailed } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import type { PaymentRow } from '../../payments/service.ts';
import type { SubscriptionRow } from '../../subscriptions/entity.ts';

/** A step of the transaction that writes the failure. `payment`: as it failed; `subscription`: its order's. */
export const emitPaymentFailed = (
  em: EntityManager,
  payment: Pick<PaymentRow, 'id' | 'purposeId' | 'amount' | 'currency' | 'declineReason'>,
  { id: subscriptionId, organizationId, customerId }: SubscriptionRow,
): Promise<void> =>
  emit(em, paymentFailed, {
    paymentId: payment.id,
    organizationId,
    customerId,
    orderId: payment.purposeId,
    subscriptionId,
    amount: BigInt(payment.amount),
    currency: payment.currency,
    reason: payment.declineReason ?? '',
  });
