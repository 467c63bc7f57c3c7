/**
 * Payments of orders outside of the schedule of their retries, by the customer, who is present to complete the bank's
 * challenge, or by the seller (`by-seller.ts`).
 */
import { kitErrors } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/events/outbox';
import type { EntityManager } from 'typeorm';
import { findEnded } from '../../access/organizations/service.ts';
import type { Billing } from '../../billing.ts';
import { findCustomerById } from '../../customers/find.ts';
import { dueAmountOf } from '../../orders/due.ts';
import type { OrderRow } from '../../orders/entity.ts';
import { findOrder } from '../../orders/find.ts';
import { findUnsettledOf, nextAttempt } from '../../payments/entity.ts';
import type { PurposeHandler } from '../../payments/handlers.ts';
import type { PaymentMethodRow } from '../../payments/methods/entity.ts';
import { isAt } from '../../payments/methods/save.ts';
import { placeOf } from '../../payments/place.ts';
import type { Purpose } from '../../payments/purpose.ts';
import {
  failedChanges,
  madeWithChanges,
  movePayment,
  type PaymentRow,
  unsettled,
  writeIntent,
} from '../../payments/service.ts';
import type { SubscriptionRow } from '../../subscriptions/entity.ts';
import { lockSubscription, lockSubscriptionOfOrder } from '../../subscriptions/lock.ts';
import { findPayableMethod } from '../../subscriptions/own-method.ts';
import { RenewalEntity } from '../entity.ts';
import { isFinalDecline } from '../rules.ts';
import { renewalErrors } from './errors.ts';
import { emitPaymentFailed } from './failed.ts';
import { voidOwed } from './owed.ts';
import { renewalPayments } from './payments.ts';

/** A bank's challenge that is not completed within this time (ms) counts as abandoned. */
const timeoutMilliseconds = 3_600_000;

/**
 * Handled as payments of renewals, but a failure does not count as an attempt of the retry schedule. Subscriptions
 * that have ended in the meantime are not paid.
 */
export const handPayments: PurposeHandler<Billing> = {
  ...renewalPayments,
  accepted: async (billing, { id }, result) => {
    await movePayment(
      billing.db.manager,
      { id, from: ['pending'] },
      {
        status: result.status,
        processorId: result.processorId,
        intentClientSecret: result.status === 'requires_action' ? result.intentClientSecret : null,
        ...madeWithChanges(result),
        modifiedAt: billing.now(),
      },
    );
  },
  failed: (billing, payment, message) =>
    transact(billing.db, async (em) => {
      const now = billing.now();
      const subscription = await lockSubscriptionOfOrder(em, payment.purposeId);
      const { id, endedAt } = subscription;
      const changes = failedChanges(now, payment, message);
      const hasFailed = await movePayment(em, { id: payment.id, from: unsettled }, changes);
      if (!hasFailed) return;
      await emitPaymentFailed(em, { ...payment, ...changes }, subscription);
      if (endedAt) await voidOwed(em, now, [id]);
      else await rememberDecline(billing, em, payment);
    }),
  isAbandoned: ({ now }, { createdAt }) =>
    Promise.resolve(now().getTime() - createdAt.getTime() > timeoutMilliseconds),
};

/** After a final decline of the method that the schedule would charge next, the schedule does not charge it. */
const rememberDecline = async (
  billing: Billing,
  em: EntityManager,
  { purposeId: orderId, paymentMethodId, declineReason }: PaymentRow,
): Promise<void> => {
  if (!isFinalDecline(declineReason)) return;
  const order = await findOrder(em, { id: orderId });
  const next = order && (await findPayableMethod(billing.payments, em, order));
  if (next?.methodId === paymentMethodId)
    await em.update(RenewalEntity, { orderId }, { declinedMethodId: paymentMethodId });
};

/** A new card, which is saved for later payments, or a saved one. */
export type HandSource = { token: string } | { method: PaymentMethodRow };

/**
 * Writes the payment of an order that is waiting for payment. Throws OrderNotEligibleForRetry for any other order,
 * and PaymentAlreadyInProgress while another payment of it is unsettled.
 */
export const beginByHand = (
  billing: Billing,
  { id }: Pick<OrderRow, 'id'>,
  source: HandSource,
): Promise<PaymentRow> =>
  transact(billing.db, async (em) => {
    const order = await lockEligible(em, id);
    if (await findUnsettledOf(em, id)) throw renewalErrors.PaymentAlreadyInProgress();
    return writeByHand(billing, em, { order, made: await madeWith(billing, em, { order, source }) });
  });

type Made = Pick<
  Parameters<typeof writeIntent>[2],
  'place' | 'source' | 'keepsMethod' | 'processorCustomerId' | 'card' | 'isCustomerPresent'
>;

/** Writes a payment of an eligible order, under the lock of its subscription. */
export const writeByHand = async (
  billing: Billing,
  em: EntityManager,
  { order, made }: { order: OrderRow; made: Made },
): Promise<PaymentRow> => {
  const customer = await findCustomerById(em, order.customerId);
  if (!customer) throw kitErrors.ResourceNotFound();
  const purpose: Purpose = { kind: 'order_retry', id: order.id };
  const attempt = await nextAttempt(em, purpose);
  return writeIntent(em, billing.now(), {
    ...made,
    purpose,
    attempt,
    idempotencyKey: `order_retry:${order.id}:${attempt}`,
    productPriceId: null,
    customerEmail: customer.email,
    amount: dueAmountOf(order),
    currency: order.currency,
  });
};

/** Whether an order is waiting for a payment that its customer can make manually; `subscription` is the order's. */
export const isPayableByHand = (
  order: OrderRow,
  subscription: Pick<SubscriptionRow, 'endedAt'> | null,
): boolean =>
  subscription !== null &&
  subscription.endedAt === null &&
  order.status === 'pending' &&
  dueAmountOf(order) > 0;

/**
 * Locks the order's subscription: all decisions about its orders are made under this lock. Throws
 * OrderNotEligibleForRetry unless the order is waiting for payment.
 */
export const lockEligible = async (em: EntityManager, id: string): Promise<OrderRow> => {
  const seen = await findOrder(em, { id });
  if (!seen?.subscriptionId) throw renewalErrors.OrderNotEligibleForRetry();
  const subscription = await lockSubscription(em, seen.subscriptionId);
  const order = await findOrder(em, { id });
  if (!order || !isPayableByHand(order, subscription)) throw renewalErrors.OrderNotEligibleForRetry();
  // The subscriptions of a deleted seller end one after the other; none is paid meanwhile.
  if ((await findEnded(em, [order.organizationId])).size > 0) throw renewalErrors.OrderNotEligibleForRetry();
  return order;
};

const madeWith = async (
  billing: Billing,
  em: EntityManager,
  { order, source }: { order: OrderRow; source: HandSource },
): Promise<Made> => {
  const place = await billing.payments.placeOf(em, order.organizationId);
  if ('token' in source) return { place, source, keepsMethod: true };
  const { method } = source;
  return {
    place: placeOf(method),
    source: { methodId: method.processorId },
    keepsMethod: false,
    // The page answers challenges of the present place only.
    isCustomerPresent: isAt(method, place),
    processorCustomerId: method.processorCustomerId,
  };
};
