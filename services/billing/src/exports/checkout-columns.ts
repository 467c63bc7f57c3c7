/** The columns of exported checkouts. Pure. */
import type { Checkout } from '@tessera/proto/api/billing/checkout';
import { decimalOf } from '@tessera/proto/api/money';
import type { Column } from '../lists/csv.ts';
import { answers } from './columns.ts';

/** Omits what opens a checkout: its client secret, and the URL that contains it. */
export const checkoutColumns = (slugs: readonly string[]): Column<Checkout>[] => [
  ['id', ({ id }) => id],
  ['created_at', ({ createdAt }) => createdAt],
  ['status', ({ status }) => status],
  ['expires_at', ({ expiresAt }) => expiresAt],
  ['customer_id', ({ customerId }) => customerId],
  ['customer_email', ({ customerEmail }) => customerEmail],
  ['customer_name', ({ customerName }) => customerName],
  ['external_customer_id', ({ externalCustomerId }) => externalCustomerId],
  ['billing_country', ({ customerBillingAddress }) => customerBillingAddress?.country],
  ['product_id', ({ productId }) => productId],
  ['product_name', ({ product }) => product.name],
  ['currency', ({ currency }) => currency],
  ['amount', ({ amount, currency }) => decimalOf(amount, currency)],
  ['discount_amount', ({ discountAmount, currency }) => decimalOf(discountAmount, currency)],
  ['net_amount', ({ netAmount, currency }) => decimalOf(netAmount, currency)],
  ['tax_amount', ({ taxAmount, currency }) => (taxAmount === null ? null : decimalOf(taxAmount, currency))],
  ['total_amount', ({ totalAmount, currency }) => decimalOf(totalAmount, currency)],
  ['discount_name', ({ discount }) => discount?.name],
  ['metadata', ({ metadata }) => metadata],
  ...answers<Checkout>(slugs),
];
