/** All enumerations of the billing API (contracts/billing.md, section 7). Values are spelt as on the wire. */
import { z } from 'zod';

/**
 * Billing interval of a recurring product. The contract has months and years; `day` and `week` are of later versions.
 */
export const SubscriptionRecurringInterval = z.enum(['day', 'week', 'month', 'year']);
export type SubscriptionRecurringInterval = z.infer<typeof SubscriptionRecurringInterval>;

/** Legacy copy of the product's billing type on a price. */
export const ProductPriceType = z.enum(['one_time', 'recurring']);
export type ProductPriceType = z.infer<typeof ProductPriceType>;

/** Filter of orders by how their product is sold: once, or by subscription. */
export const ProductBillingType = z.enum(['one_time', 'recurring']);
export type ProductBillingType = z.infer<typeof ProductBillingType>;

/** Types of benefits. */
export const BenefitType = z.enum([
  'custom',
  'discord',
  'github_repository',
  'downloadables',
  'license_keys',
  'meter_credit',
]);
export type BenefitType = z.infer<typeof BenefitType>;

/** States of a checkout (contracts/billing-behaviour.md, section 1). */
export const CheckoutStatus = z.enum(['open', 'expired', 'confirmed', 'succeeded', 'failed']);
export type CheckoutStatus = z.infer<typeof CheckoutStatus>;

/** The payment flow of a checkout. The contract's clients know this name only; the sandbox uses it too. */
export const PaymentProcessor = z.enum(['stripe']);
export type PaymentProcessor = z.infer<typeof PaymentProcessor>;

/** States of an order. */
export const OrderStatus = z.enum(['pending', 'paid', 'refunded', 'partially_refunded']);
export type OrderStatus = z.infer<typeof OrderStatus>;

/** States of a refund. */
export const RefundStatus = z.enum(['pending', 'succeeded', 'failed', 'canceled']);
export type RefundStatus = z.infer<typeof RefundStatus>;

/** Reasons of a refund. */
export const RefundReason = z.enum([
  'duplicate',
  'fraudulent',
  'customer_request',
  'service_disruption',
  'satisfaction_guarantee',
  'other',
]);
export type RefundReason = z.infer<typeof RefundReason>;

/** States of a payment. */
export const PaymentStatus = z.enum(['pending', 'succeeded', 'failed']);
export type PaymentStatus = z.infer<typeof PaymentStatus>;

/** Why an order was created. */
export const OrderBillingReason = z.enum([
  'purchase',
  'subscription_create',
  'subscription_cycle',
  'subscription_update',
]);
export type OrderBillingReason = z.infer<typeof OrderBillingReason>;

/** States of a subscription. */
export const SubscriptionStatus = z.enum([
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
]);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

/** When a change of plan is charged: immediately, or with the next order. */
export const SubscriptionProrationBehavior = z.enum(['invoice', 'prorate']);
export type SubscriptionProrationBehavior = z.infer<typeof SubscriptionProrationBehavior>;

/** The same in a request; `next_period` (in later versions of the API) changes the plan with the next period. */
export const SubscriptionChangeBehavior = z.enum(['invoice', 'prorate', 'next_period']);
export type SubscriptionChangeBehavior = z.infer<typeof SubscriptionChangeBehavior>;

/** Why a customer cancels. */
export const CustomerCancellationReason = z.enum([
  'customer_service',
  'low_quality',
  'missing_features',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
  'other',
]);
export type CustomerCancellationReason = z.infer<typeof CustomerCancellationReason>;

/** Why a subscription ended without a cancellation. Addition to the contract. */
export const SubscriptionEndedReason = z.enum([
  'payment_failed',
  'trial_without_payment',
  'customer_deleted',
]);
export type SubscriptionEndedReason = z.infer<typeof SubscriptionEndedReason>;

/** How long a discount applies to a subscription. */
export const DiscountDuration = z.enum(['once', 'forever', 'repeating']);
export type DiscountDuration = z.infer<typeof DiscountDuration>;

/** Unit of a discount. */
export const DiscountType = z.enum(['fixed', 'percentage']);
export type DiscountType = z.infer<typeof DiscountType>;

/** Kinds of custom fields. */
export const CustomFieldType = z.enum(['text', 'number', 'date', 'checkbox', 'select']);
export type CustomFieldType = z.infer<typeof CustomFieldType>;

/** How the clauses of a meter filter combine. */
export const FilterConjunction = z.enum(['and', 'or']);
export type FilterConjunction = z.infer<typeof FilterConjunction>;

/** Comparison operators of meter filters. */
export const FilterOperator = z.enum(['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'like', 'not_like']);
export type FilterOperator = z.infer<typeof FilterOperator>;

/** Platforms of an organization's social links. */
export const OrganizationSocialPlatforms = z.enum([
  'x',
  'github',
  'facebook',
  'instagram',
  'youtube',
  'tiktok',
  'linkedin',
  'other',
]);
export type OrganizationSocialPlatforms = z.infer<typeof OrganizationSocialPlatforms>;

/** Event types to which webhook endpoints may subscribe (contracts/billing.md, section 4). */
export const WebhookEventType = z.enum([
  'checkout.created',
  'checkout.updated',
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'customer.state_changed',
  'order.created',
  'order.updated',
  'order.paid',
  'order.refunded',
  'subscription.created',
  'subscription.updated',
  'subscription.active',
  'subscription.canceled',
  'subscription.uncanceled',
  'subscription.revoked',
  'refund.created',
  'refund.updated',
  'product.created',
  'product.updated',
  'organization.updated',
  'benefit.created',
  'benefit.updated',
  'benefit_grant.created',
  'benefit_grant.updated',
  'benefit_grant.cycled',
  'benefit_grant.revoked',
  // Addition to the contract.
  'usage_alert.reached',
]);
export type WebhookEventType = z.infer<typeof WebhookEventType>;
