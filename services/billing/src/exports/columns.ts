/** The columns of exported lists. Names are those of the API; amounts are in major currency units, `19.99`. Pure. */
import type { Benefit } from '@tessera/proto/api/billing/benefit';
import type { CheckoutLink } from '@tessera/proto/api/billing/checkout-link';
import type { CustomField } from '@tessera/proto/api/billing/custom-field';
import type { Customer } from '@tessera/proto/api/billing/customer';
import type { Discount } from '@tessera/proto/api/billing/discount';
import type { FileRead } from '@tessera/proto/api/billing/file';
import type { LicenseKeyRead } from '@tessera/proto/api/billing/license-key';
import type { CustomFieldData } from '@tessera/proto/api/billing/metadata';
import type { Order } from '@tessera/proto/api/billing/order';
import type { Payment } from '@tessera/proto/api/billing/payment';
import { printedTaxId } from '@tessera/proto/api/billing/printed-tax-id';
import { Product } from '@tessera/proto/api/billing/product';
import type { Subscription } from '@tessera/proto/api/billing/subscription';
import { decimalOf } from '@tessera/proto/api/money';
import { snakeCase, toWire } from '@tessera/proto/api/wire';
import { type Column, columnsOf } from '../lists/csv.ts';

/** A column for each custom field, named by its slug. */
export const answers = <Item extends { customFieldData: CustomFieldData }>(slugs: readonly string[]) =>
  columnsOf<Item>('custom_field_data', slugs, ({ customFieldData }) => customFieldData);

type Sold = { customer: { email: string; name: string | null }; product: { name: string } };

const customerAndProduct: Column<Sold & { customerId: string; productId: string }>[] = [
  ['customer_id', ({ customerId }) => customerId],
  ['customer_email', ({ customer }) => customer.email],
  ['customer_name', ({ customer }) => customer.name],
  ['product_id', ({ productId }) => productId],
  ['product_name', ({ product }) => product.name],
];

export const orderColumns = (slugs: readonly string[]): Column<Order>[] => [
  ['id', ({ id }) => id],
  ['invoice_number', ({ invoiceNumber }) => invoiceNumber],
  ['created_at', ({ createdAt }) => createdAt],
  ['status', ({ status }) => status],
  ['billing_reason', ({ billingReason }) => billingReason],
  ...customerAndProduct,
  ['currency', ({ currency }) => currency],
  ['subtotal_amount', ({ subtotalAmount, currency }) => decimalOf(subtotalAmount, currency)],
  ['discount_amount', ({ discountAmount, currency }) => decimalOf(discountAmount, currency)],
  ['net_amount', ({ netAmount, currency }) => decimalOf(netAmount, currency)],
  ['tax_amount', ({ taxAmount, currency }) => decimalOf(taxAmount, currency)],
  ['total_amount', ({ totalAmount, currency }) => decimalOf(totalAmount, currency)],
  [
    'applied_balance_amount',
    ({ appliedBalanceAmount, currency }) => decimalOf(appliedBalanceAmount, currency),
  ],
  ['due_amount', ({ dueAmount, currency }) => decimalOf(dueAmount, currency)],
  ['refunded_amount', ({ refundedAmount, currency }) => decimalOf(refundedAmount, currency)],
  ['refunded_tax_amount', ({ refundedTaxAmount, currency }) => decimalOf(refundedTaxAmount, currency)],
  ['billing_name', ({ billingName }) => billingName],
  ['billing_country', ({ billingAddress }) => billingAddress?.country],
  // As on the invoice: spreadsheets take many a plain number for an amount.
  ['billing_tax_id', ({ billingTaxId }) => billingTaxId && printedTaxId(billingTaxId)],
  ['billing_tax_id_type', ({ billingTaxId }) => billingTaxId?.[1]],
  ['discount_name', ({ discount }) => discount?.name],
  ['subscription_id', ({ subscriptionId }) => subscriptionId],
  ['checkout_id', ({ checkoutId }) => checkoutId],
  ['metadata', ({ metadata }) => metadata],
  ...answers<Order>(slugs),
];

export const paymentColumns: readonly Column<Payment>[] = [
  ['id', ({ id }) => id],
  ['created_at', ({ createdAt }) => createdAt],
  ['status', ({ status }) => status],
  ['currency', ({ currency }) => currency],
  ['amount', ({ amount, currency }) => decimalOf(amount, currency)],
  ['customer_email', ({ customerEmail }) => customerEmail],
  ['card_brand', ({ methodMetadata }) => methodMetadata.brand],
  ['card_last4', ({ methodMetadata }) => methodMetadata.last4],
  ['decline_reason', ({ declineReason }) => declineReason],
  ['refund_status', ({ refund }) => refund?.status],
  ['order_id', ({ orderId }) => orderId],
  ['invoice_number', ({ order }) => order?.invoiceNumber],
  ['checkout_id', ({ checkoutId }) => checkoutId],
];

export const subscriptionColumns = (slugs: readonly string[]): Column<Subscription>[] => [
  ['id', ({ id }) => id],
  ['created_at', ({ createdAt }) => createdAt],
  ['status', ({ status }) => status],
  ...customerAndProduct,
  ['currency', ({ currency }) => currency],
  ['amount', ({ amount, currency }) => decimalOf(amount, currency)],
  ['recurring_interval', ({ recurringInterval }) => recurringInterval],
  ['recurring_interval_count', ({ recurringIntervalCount }) => recurringIntervalCount],
  ['started_at', ({ startedAt }) => startedAt],
  ['current_period_start', ({ currentPeriodStart }) => currentPeriodStart],
  ['current_period_end', ({ currentPeriodEnd }) => currentPeriodEnd],
  ['cancel_at_period_end', ({ cancelAtPeriodEnd }) => cancelAtPeriodEnd],
  ['canceled_at', ({ canceledAt }) => canceledAt],
  ['ends_at', ({ endsAt }) => endsAt],
  ['ended_at', ({ endedAt }) => endedAt],
  ['customer_cancellation_reason', ({ customerCancellationReason }) => customerCancellationReason],
  ['customer_cancellation_comment', ({ customerCancellationComment }) => customerCancellationComment],
  ['discount_name', ({ discount }) => discount?.name],
  ['checkout_id', ({ checkoutId }) => checkoutId],
  ['metadata', ({ metadata }) => metadata],
  ...answers<Subscription>(slugs),
];

export const customerColumns: Column<Customer>[] = [
  ['id', ({ id }) => id],
  ['created_at', ({ createdAt }) => createdAt],
  ['email', ({ email }) => email],
  ['email_verified', ({ emailVerified }) => emailVerified],
  ['name', ({ name }) => name],
  ['external_id', ({ externalId }) => externalId],
  ['billing_country', ({ billingAddress }) => billingAddress?.country],
  ['tax_id', ({ taxId }) => taxId?.[0]],
  ['metadata', ({ metadata }) => metadata],
];

export const productColumns: Column<Product>[] = [
  ['id', ({ id }) => id],
  ['created_at', ({ createdAt }) => createdAt],
  ['name', ({ name }) => name],
  ['description', ({ description }) => description],
  ['recurring_interval', ({ recurringInterval }) => recurringInterval],
  ['recurring_interval_count', ({ recurringIntervalCount }) => recurringIntervalCount],
  ['is_archived', ({ isArchived }) => isArchived],
  ['price_amount_type', ({ prices }) => prices[0]?.amountType],
  [
    'price_amount',
    ({ prices: [price] }) =>
      price?.amountType === 'fixed' ? decimalOf(price.priceAmount, price.priceCurrency) : null,
  ],
  ['price_currency', ({ prices: [price] }) => (price?.amountType === 'fixed' ? price.priceCurrency : null)],
  // The columns before hold one price; this one has all of them.
  ['prices', ({ prices }) => toWire(Product.shape.prices, prices, 'snake') as object], // an array, as the shape says
  ['benefits', ({ benefits }) => benefits.map(({ description }) => description).join('; ')],
  [
    'custom_fields',
    ({ attachedCustomFields }) => attachedCustomFields.map(({ customField }) => customField.slug).join('; '),
  ],
  ['metadata', ({ metadata }) => metadata],
];

export const benefitColumns: Column<Benefit>[] = [
  ['id', ({ id }) => id],
  ['created_at', ({ createdAt }) => createdAt],
  ['type', ({ type }) => type],
  ['description', ({ description }) => description],
  ['metadata', ({ metadata }) => metadata],
];

/** `size` is in bytes. */
export const fileColumns: Column<FileRead>[] = [
  ['id', ({ id }) => id],
  ['created_at', ({ createdAt }) => createdAt],
  ['name', ({ name }) => name],
  ['service', ({ service }) => service],
  ['mime_type', ({ mimeType }) => mimeType],
  ['size', ({ size }) => size],
  ['version', ({ version }) => version],
  ['checksum_sha256_hex', ({ checksumSha256Hex }) => checksumSha256Hex],
];

export const discountColumns: Column<Discount>[] = [
  ['id', ({ id }) => id],
  ['created_at', ({ createdAt }) => createdAt],
  ['name', ({ name }) => name],
  ['code', ({ code }) => code],
  ['type', ({ type }) => type],
  ['amount', (discount) => ('amount' in discount ? decimalOf(discount.amount, discount.currency) : null)],
  ['currency', (discount) => ('currency' in discount ? discount.currency : null)],
  ['percent', (discount) => ('basisPoints' in discount ? discount.basisPoints / 100 : null)],
  ['duration', ({ duration }) => duration],
  ['duration_in_months', (discount) => ('durationInMonths' in discount ? discount.durationInMonths : null)],
  ['starts_at', ({ startsAt }) => startsAt],
  ['ends_at', ({ endsAt }) => endsAt],
  ['max_redemptions', ({ maxRedemptions }) => maxRedemptions],
  ['redemptions_count', ({ redemptionsCount }) => redemptionsCount],
  ['products', ({ products }) => products.map(({ name }) => name).join('; ')],
  ['metadata', ({ metadata }) => metadata],
];

export const checkoutLinkColumns: Column<CheckoutLink>[] = [
  ['id', ({ id }) => id],
  ['created_at', ({ createdAt }) => createdAt],
  ['label', ({ label }) => label],
  ['url', ({ url }) => url],
  ['products', ({ products }) => products.map(({ name }) => name).join('; ')],
  ['discount_name', ({ discount }) => discount?.name],
  ['allow_discount_codes', ({ allowDiscountCodes }) => allowDiscountCodes],
  ['require_billing_address', ({ requireBillingAddress }) => requireBillingAddress],
  ['success_url', ({ successUrl }) => successUrl],
  ['metadata', ({ metadata }) => metadata],
];

/** Keys in snake case, as in the API. */
const inWireNames = (properties: CustomField['properties']): object =>
  Object.fromEntries(Object.entries(properties).map(([key, value]) => [snakeCase(key), value]));

export const customFieldColumns: Column<CustomField>[] = [
  ['id', ({ id }) => id],
  ['created_at', ({ createdAt }) => createdAt],
  ['slug', ({ slug }) => slug],
  ['name', ({ name }) => name],
  ['type', ({ type }) => type],
  ['properties', ({ properties }) => inWireNames(properties)],
  ['metadata', ({ metadata }) => metadata],
];

export const licenseKeyColumns: Column<LicenseKeyRead>[] = [
  ['id', ({ id }) => id],
  ['created_at', ({ createdAt }) => createdAt],
  ['key', ({ key }) => key],
  ['status', ({ status }) => status],
  ['customer_email', ({ customer }) => customer.email],
  ['customer_name', ({ customer }) => customer.name],
  ['benefit_id', ({ benefitId }) => benefitId],
  ['limit_activations', ({ limitActivations }) => limitActivations],
  ['usage', ({ usage }) => usage],
  ['limit_usage', ({ limitUsage }) => limitUsage],
  ['validations', ({ validations }) => validations],
  ['last_validated_at', ({ lastValidatedAt }) => lastValidatedAt],
  ['expires_at', ({ expiresAt }) => expiresAt],
];
