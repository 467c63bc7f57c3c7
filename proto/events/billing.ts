/** The events of billing. Their subjects after the first dot are the webhook types of contracts/billing.md, section 4. */
import { defineEvent } from './define.ts';
import {
  BenefitCreatedSchema,
  BenefitGrantCreatedSchema,
  BenefitGrantCycledSchema,
  BenefitGrantRevokedSchema,
  BenefitGrantUpdatedSchema,
  BenefitUpdatedSchema,
  CardExpiringSchema,
  CheckoutCreatedSchema,
  CheckoutUpdatedSchema,
  CustomerCodeRequestedSchema,
  CustomerCreatedSchema,
  CustomerDeletedSchema,
  CustomerEmailChangedSchema,
  CustomerStateChangedSchema,
  CustomerUpdatedSchema,
  OrderCreatedSchema,
  OrderPaidSchema,
  OrderRefundedSchema,
  OrderUpdatedSchema,
  PaymentFailedSchema,
  PaymentRefundedSchema,
  PeriodsMissedSchema,
  PriceChangeAnnouncedSchema,
  PriceChangeWithdrawnSchema,
  ProductCreatedSchema,
  ProductUpdatedSchema,
  PurchasesRequestedSchema,
  ReceiptRequestedSchema,
  RefundCreatedSchema,
  RefundUpdatedSchema,
  RenewalFailedSchema,
  SubscriptionActiveSchema,
  SubscriptionCanceledSchema,
  SubscriptionChangePlannedSchema,
  SubscriptionCreatedSchema,
  SubscriptionEndedUnpaidSchema,
  SubscriptionPausePlannedSchema,
  SubscriptionProductChangedSchema,
  SubscriptionRepeatedSchema,
  SubscriptionRevokedSchema,
  SubscriptionUncanceledSchema,
  SubscriptionUpdatedSchema,
  TrialEndedSchema,
  TrialEndingSchema,
  UsageAlertReachedSchema,
} from './gen/tessera/billing/v1/events_pb.ts';

export const productCreated = defineEvent('billing.product.created', ProductCreatedSchema);
export const productUpdated = defineEvent('billing.product.updated', ProductUpdatedSchema);
export const benefitCreated = defineEvent('billing.benefit.created', BenefitCreatedSchema);
export const benefitUpdated = defineEvent('billing.benefit.updated', BenefitUpdatedSchema);
export const benefitGrantCreated = defineEvent('billing.benefit_grant.created', BenefitGrantCreatedSchema);
export const benefitGrantUpdated = defineEvent('billing.benefit_grant.updated', BenefitGrantUpdatedSchema);
export const benefitGrantRevoked = defineEvent('billing.benefit_grant.revoked', BenefitGrantRevokedSchema);
export const benefitGrantCycled = defineEvent('billing.benefit_grant.cycled', BenefitGrantCycledSchema);
export const checkoutCreated = defineEvent('billing.checkout.created', CheckoutCreatedSchema);
export const checkoutUpdated = defineEvent('billing.checkout.updated', CheckoutUpdatedSchema);
export const customerCreated = defineEvent('billing.customer.created', CustomerCreatedSchema);
export const customerUpdated = defineEvent('billing.customer.updated', CustomerUpdatedSchema);
export const customerDeleted = defineEvent('billing.customer.deleted', CustomerDeletedSchema);
export const customerStateChanged = defineEvent('billing.customer.state_changed', CustomerStateChangedSchema);
export const orderCreated = defineEvent('billing.order.created', OrderCreatedSchema);
export const orderUpdated = defineEvent('billing.order.updated', OrderUpdatedSchema);
export const orderPaid = defineEvent('billing.order.paid', OrderPaidSchema);
export const orderRefunded = defineEvent('billing.order.refunded', OrderRefundedSchema);
export const subscriptionCreated = defineEvent('billing.subscription.created', SubscriptionCreatedSchema);
export const subscriptionActive = defineEvent('billing.subscription.active', SubscriptionActiveSchema);
export const subscriptionUpdated = defineEvent('billing.subscription.updated', SubscriptionUpdatedSchema);
export const subscriptionCanceled = defineEvent('billing.subscription.canceled', SubscriptionCanceledSchema);
export const subscriptionUncanceled = defineEvent(
  'billing.subscription.uncanceled',
  SubscriptionUncanceledSchema,
);
export const subscriptionRevoked = defineEvent('billing.subscription.revoked', SubscriptionRevokedSchema);
/** Internal: a pause was planned or withdrawn. */
export const subscriptionPausePlanned = defineEvent(
  'billing.subscription.pause_planned',
  SubscriptionPausePlannedSchema,
);
/** Internal: a change of product with the next period was planned or withdrawn. */
export const subscriptionChangePlanned = defineEvent(
  'billing.subscription.change_planned',
  SubscriptionChangePlannedSchema,
);
/** Internal: the product has changed without an order, whose receipt would have notified the customer. */
export const subscriptionProductChanged = defineEvent(
  'billing.subscription.product_changed',
  SubscriptionProductChangedSchema,
);
/** Internal: a customer bought another subscription where the seller allows one only. */
export const subscriptionRepeated = defineEvent('billing.subscription.repeated', SubscriptionRepeatedSchema);
/** Internal: a code by mail was requested. */
export const customerCodeRequested = defineEvent(
  'billing.customer_code.requested',
  CustomerCodeRequestedSchema,
);
/** Internal: a customer has confirmed another e-mail address. */
export const customerEmailChanged = defineEvent('billing.customer_email.changed', CustomerEmailChangedSchema);
/** Internal: a mail with the purchases of an address was requested. */
export const purchasesRequested = defineEvent('billing.purchases.requested', PurchasesRequestedSchema);
/** Internal: a receipt is to be sent again. */
export const receiptRequested = defineEvent('billing.receipt.requested', ReceiptRequestedSchema);
export const refundCreated = defineEvent('billing.refund.created', RefundCreatedSchema);
export const refundUpdated = defineEvent('billing.refund.updated', RefundUpdatedSchema);
export const usageAlertReached = defineEvent('billing.usage_alert.reached', UsageAlertReachedSchema);
/** Internal: the charge of a renewal failed. */
export const renewalFailed = defineEvent('billing.renewal.failed', RenewalFailedSchema);
/** Internal: a payment of an order failed outside of the schedule of its retries. */
export const paymentFailed = defineEvent('billing.payment.failed', PaymentFailedSchema);
/** Internal: a past-due or unpaid subscription has ended with its period. */
export const subscriptionEndedUnpaid = defineEvent(
  'billing.subscription.ended_unpaid',
  SubscriptionEndedUnpaidSchema,
);
/** Internal: periods passed without a renewal. */
export const periodsMissed = defineEvent('billing.renewal.periods_missed', PeriodsMissedSchema);
/** Internal: a trial ends soon. */
export const trialEnding = defineEvent('billing.trial.ending', TrialEndingSchema);
/** Internal: a trial has ended, and no payment method could be charged. */
export const trialEnded = defineEvent('billing.trial.ended', TrialEndedSchema);
/** Internal: the card of a customer's subscriptions expires soon. */
export const cardExpiring = defineEvent('billing.card.expiring', CardExpiringSchema);
/** Internal: a price change was announced or withdrawn. */
export const priceChangeAnnounced = defineEvent('billing.price_change.announced', PriceChangeAnnouncedSchema);
export const priceChangeWithdrawn = defineEvent('billing.price_change.withdrawn', PriceChangeWithdrawnSchema);
/** Internal: a payment was refunded. */
export const paymentRefunded = defineEvent('billing.payment.refunded', PaymentRefundedSchema);
