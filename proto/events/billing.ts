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
  CustomerStateChangedSchema,
  CustomerUpdatedSchema,
  OrderCreatedSchema,
  OrderPaidSchema,
  OrderRefundedSchema,
  OrderUpdatedSchema,
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
/** Not for partners: a pause that is to come, or is not after all. */
export const subscriptionPausePlanned = defineEvent(
  'billing.subscription.pause_planned',
  SubscriptionPausePlannedSchema,
);
/** Not for partners: another product that is to come with the next period, or is not after all. */
export const subscriptionChangePlanned = defineEvent(
  'billing.subscription.change_planned',
  SubscriptionChangePlannedSchema,
);
/** Not for partners: another product since now, for which nothing is ordered that would tell the customer. */
export const subscriptionProductChanged = defineEvent(
  'billing.subscription.product_changed',
  SubscriptionProductChangedSchema,
);
/** Not for partners: another subscription of a customer who may have one. */
export const subscriptionRepeated = defineEvent('billing.subscription.repeated', SubscriptionRepeatedSchema);
/** Not for partners: somebody asks for a mail with what an address has bought. */
export const customerCodeRequested = defineEvent(
  'billing.customer_code.requested',
  CustomerCodeRequestedSchema,
);
export const purchasesRequested = defineEvent('billing.purchases.requested', PurchasesRequestedSchema);
/** Not for partners: the receipt of an order is wanted again. */
export const receiptRequested = defineEvent('billing.receipt.requested', ReceiptRequestedSchema);
export const refundCreated = defineEvent('billing.refund.created', RefundCreatedSchema);
export const refundUpdated = defineEvent('billing.refund.updated', RefundUpdatedSchema);
export const usageAlertReached = defineEvent('billing.usage_alert.reached', UsageAlertReachedSchema);
/** Not for partners: the charge of a renewal failed. */
export const renewalFailed = defineEvent('billing.renewal.failed', RenewalFailedSchema);
/** Not for partners: periods went by without a renewal. */
export const periodsMissed = defineEvent('billing.renewal.periods_missed', PeriodsMissedSchema);
/** Not for partners: a trial is about to end. */
export const trialEnding = defineEvent('billing.trial.ending', TrialEndingSchema);
/** Not for partners: a trial is over, and nothing could be charged. */
export const trialEnded = defineEvent('billing.trial.ended', TrialEndedSchema);
/** Not for partners: a card that subscriptions are paid with is about to expire. */
export const cardExpiring = defineEvent('billing.card.expiring', CardExpiringSchema);
/** Not for partners: a subscription gets other prices, or does not after all. */
export const priceChangeAnnounced = defineEvent('billing.price_change.announced', PriceChangeAnnouncedSchema);
export const priceChangeWithdrawn = defineEvent('billing.price_change.withdrawn', PriceChangeWithdrawnSchema);
/** Not for partners: a payment went back. */
export const paymentRefunded = defineEvent('billing.payment.refunded', PaymentRefundedSchema);
