/** Sort criteria of the lists of the billing API; a leading `-` sorts in descending order. */
import { z } from 'zod';

/** Sort criteria of products. */
export const ProductSortProperty = z.enum([
  'created_at',
  '-created_at',
  'name',
  '-name',
  'price_amount_type',
  '-price_amount_type',
  'price_amount',
  '-price_amount',
]);
export type ProductSortProperty = z.infer<typeof ProductSortProperty>;

/** Sort criteria of benefits. */
export const BenefitSortProperty = z.enum(['created_at', '-created_at', 'description', '-description']);
export type BenefitSortProperty = z.infer<typeof BenefitSortProperty>;

/** Sort criteria of customers. */
export const CustomerSortProperty = z.enum(['created_at', '-created_at', 'email', '-email', 'name', '-name']);
export type CustomerSortProperty = z.infer<typeof CustomerSortProperty>;

/** Sort criteria of checkouts. */
export const CheckoutSortProperty = z.enum([
  'created_at',
  '-created_at',
  'expires_at',
  '-expires_at',
  'status',
  '-status',
]);
export type CheckoutSortProperty = z.infer<typeof CheckoutSortProperty>;

/** Sort criteria of checkout links. */
export const CheckoutLinkSortProperty = z.enum([
  'created_at',
  '-created_at',
  'label',
  '-label',
  'success_url',
  '-success_url',
  'allow_discount_codes',
  '-allow_discount_codes',
]);
export type CheckoutLinkSortProperty = z.infer<typeof CheckoutLinkSortProperty>;

/** Sort criteria of custom fields. */
export const CustomFieldSortProperty = z.enum([
  'created_at',
  '-created_at',
  'slug',
  '-slug',
  'name',
  '-name',
  'type',
  '-type',
]);
export type CustomFieldSortProperty = z.infer<typeof CustomFieldSortProperty>;

/** Sort criteria of usage alerts. */
export const UsageAlertSortProperty = z.enum(['created_at', '-created_at', 'name', '-name']);
export type UsageAlertSortProperty = z.infer<typeof UsageAlertSortProperty>;

/** Sort criteria of refunds. */
export const RefundSortProperty = z.enum(['created_at', '-created_at', 'amount', '-amount']);

/** Sort criteria of payments. */
export const PaymentSortProperty = z.enum([
  'created_at',
  '-created_at',
  'status',
  '-status',
  'amount',
  '-amount',
  'method',
  '-method',
]);

/** Sort criteria of orders. */
export const OrderSortProperty = z.enum([
  'created_at',
  '-created_at',
  'amount',
  '-amount',
  'net_amount',
  '-net_amount',
  'customer',
  '-customer',
  'product',
  '-product',
  'discount',
  '-discount',
  'subscription',
  '-subscription',
]);
export type OrderSortProperty = z.infer<typeof OrderSortProperty>;

/** Sort criteria of subscriptions. */
export const SubscriptionSortProperty = z.enum([
  'customer',
  '-customer',
  'status',
  '-status',
  'started_at',
  '-started_at',
  'current_period_end',
  '-current_period_end',
  'amount',
  '-amount',
  'product',
  '-product',
  'discount',
  '-discount',
]);
export type SubscriptionSortProperty = z.infer<typeof SubscriptionSortProperty>;

/** Sort criteria of discounts. */
export const DiscountSortProperty = z.enum([
  'created_at',
  '-created_at',
  'name',
  '-name',
  'code',
  '-code',
  'redemptions_count',
  '-redemptions_count',
]);
export type DiscountSortProperty = z.infer<typeof DiscountSortProperty>;

/** Sort criteria of meters. */
export const MeterSortProperty = z.enum(['created_at', '-created_at', 'name', '-name']);
export type MeterSortProperty = z.infer<typeof MeterSortProperty>;

/** Sort criteria of license keys, all of them additions to the contract. */
export const LicenseKeySortProperty = z.enum([
  'created_at',
  '-created_at',
  'expires_at',
  '-expires_at',
  'last_validated_at',
  '-last_validated_at',
  'customer',
  '-customer',
]);
export type LicenseKeySortProperty = z.infer<typeof LicenseKeySortProperty>;

/** Sort criteria of organizations. */
export const OrganizationSortProperty = z.enum([
  'created_at',
  '-created_at',
  'slug',
  '-slug',
  'name',
  '-name',
]);
export type OrganizationSortProperty = z.infer<typeof OrganizationSortProperty>;

/** Sort criteria of events. */
export const EventSortProperty = z.enum(['timestamp', '-timestamp']);
export type EventSortProperty = z.infer<typeof EventSortProperty>;

/** Sort criteria of event names. */
export const EventNamesSortProperty = z.enum([
  'name',
  '-name',
  'occurrences',
  '-occurrences',
  'first_seen',
  '-first_seen',
  'last_seen',
  '-last_seen',
]);
export type EventNamesSortProperty = z.infer<typeof EventNamesSortProperty>;

const customerMeterCriteria = [
  'created_at',
  '-created_at',
  'modified_at',
  '-modified_at',
  'meter_id',
  '-meter_id',
  'meter_name',
  '-meter_name',
  'consumed_units',
  '-consumed_units',
  'credited_units',
  '-credited_units',
  'balance',
  '-balance',
] as const;

/** Sort criteria of a customer's own meters. */
export const CustomerCustomerMeterSortProperty = z.enum(customerMeterCriteria);

/** Sort criteria of customers' meters. */
export const CustomerMeterSortProperty = z.enum([
  ...customerMeterCriteria,
  'customer_id',
  '-customer_id',
  'customer_name',
  '-customer_name',
]);
