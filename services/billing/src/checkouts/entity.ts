/** Checkout rows. */
import { column } from '@tessera/kit/database/data-source';
import { readByIds } from '@tessera/kit/database/read-by-ids';
import { findRows, findRowsByIds } from '@tessera/kit/database/rows';
import { changeRowAtCommit } from '@tessera/kit/database/rows-at-commit';
import { changedRows, sql } from '@tessera/kit/database/sql';
import { claimStuck } from '@tessera/kit/database/stuck';
import type { Address } from '@tessera/proto/api/billing/address';
import type { CheckoutStatus, SubscriptionRecurringInterval } from '@tessera/proto/api/billing/enums';
import type { CustomFieldData, MetadataOut } from '@tessera/proto/api/billing/metadata';
import type { TaxDetails } from '@tessera/proto/api/billing/tax';
import type { TaxId } from '@tessera/proto/api/billing/tax-id';
import { type EntityManager, EntitySchema } from 'typeorm';
import type { Trial } from '../catalog/products/trial.ts';

/**
 * `productId`, `productPriceId` and `isRecurring` describe the selected one of `productIds`. `attempt` counts
 * confirmations; `paymentId` is the payment of the current attempt, null when nothing is due. `orderId` and
 * `startedSubscriptionId` are the results; `subscriptionId` is a subscription that the checkout upgrades.
 */
export type CheckoutRow = {
  id: string;
  createdAt: Date;
  modifiedAt: Date | null;
  organizationId: string;
  status: CheckoutStatus;
  clientSecret: string;
  expiresAt: Date;
  successUrl: string | null;
  embedOrigin: string | null;
  /** The buyer's language tag (`de`, `pt-BR`); null when unknown. */
  locale: string | null;
  productIds: string[];
  productId: string;
  productPriceId: string;
  isRecurring: boolean;
  amount: number;
  discountId: string | null;
  /** The single-use code of the discount that was entered. */
  discountCode: string | null;
  discountAmount: number;
  taxAmount: number | null;
  taxDetails: TaxDetails | null;
  currency: string;
  /** The currency was requested explicitly and does not follow the customer's country. */
  isCurrencyChosen: boolean;
  allowDiscountCodes: boolean;
  requireBillingAddress: boolean;
  isBusinessCustomer: boolean;
  customerId: string | null;
  /** The seller identified the customer, by id or e-mail address; otherwise the buyer entered the address. */
  isCustomerFromSeller: boolean;
  customerName: string | null;
  customerEmail: string | null;
  customerIpAddress: string | null;
  customerBillingName: string | null;
  customerBillingAddress: Address | null;
  customerTaxId: TaxId | null;
  customerExternalId: string | null;
  customerMetadata: MetadataOut;
  metadata: MetadataOut;
  customFieldData: CustomFieldData;
  subscriptionId: string | null;
  /** Whether a trial is allowed; the fields below override the product's trial. */
  allowTrial: boolean;
  trialInterval: SubscriptionRecurringInterval | null;
  trialIntervalCount: number | null;
  /** The trial of the last confirmation, even if the product has changed since; null before the first. */
  confirmedTrial: Trial | null;
  attempt: number;
  paymentId: string | null;
  orderId: string | null;
  startedSubscriptionId: string | null;
  isWebhookDelivered: boolean;
  /** Minor units refunded to the buyer. */
  refundedAmount: number;
  /** Database time of the last write, for the sweeper; not selected. */
  touchedAt?: Date;
};

const optional = { nullable: true };

export const CheckoutEntity = new EntitySchema<CheckoutRow>({
  name: 'checkout',
  tableName: 'checkouts',
  columns: {
    id: column.id(),
    createdAt: column.time('created_at'),
    modifiedAt: column.time('modified_at', optional),
    organizationId: column.uuid('organization_id'),
    status: column.text('status'),
    clientSecret: column.text('client_secret'),
    expiresAt: column.time('expires_at'),
    successUrl: column.text('success_url', optional),
    embedOrigin: column.text('embed_origin', optional),
    locale: column.text('locale', optional),
    productIds: column.uuid('product_ids', { array: true }),
    productId: column.uuid('product_id'),
    productPriceId: column.uuid('product_price_id'),
    isRecurring: column.bool('is_recurring'),
    amount: column.int('amount'),
    discountId: column.uuid('discount_id', optional),
    discountCode: column.text('discount_code', optional),
    discountAmount: column.int('discount_amount'),
    taxAmount: column.int('tax_amount', optional),
    taxDetails: column.json('tax_details', optional),
    currency: column.text('currency'),
    isCurrencyChosen: column.bool('is_currency_chosen'),
    allowDiscountCodes: column.bool('allow_discount_codes'),
    requireBillingAddress: column.bool('require_billing_address'),
    isBusinessCustomer: column.bool('is_business_customer'),
    customerId: column.uuid('customer_id', optional),
    isCustomerFromSeller: column.bool('is_customer_from_seller'),
    customerName: column.text('customer_name', optional),
    customerEmail: column.text('customer_email', optional),
    customerIpAddress: column.text('customer_ip_address', optional),
    customerBillingName: column.text('customer_billing_name', optional),
    customerBillingAddress: column.json('customer_billing_address', optional),
    customerTaxId: column.json('customer_tax_id', optional),
    customerExternalId: column.text('customer_external_id', optional),
    customerMetadata: column.json('customer_metadata'),
    metadata: column.json('metadata'),
    customFieldData: column.json('custom_field_data'),
    subscriptionId: column.uuid('subscription_id', optional),
    allowTrial: column.bool('allow_trial'),
    trialInterval: column.text('trial_interval', optional),
    trialIntervalCount: column.int('trial_interval_count', optional),
    confirmedTrial: column.json('confirmed_trial', optional),
    attempt: column.int('attempt'),
    paymentId: column.uuid('payment_id', optional),
    orderId: column.uuid('order_id', optional),
    startedSubscriptionId: column.uuid('started_subscription_id', optional),
    isWebhookDelivered: column.bool('is_webhook_delivered'),
    refundedAmount: column.int('refunded_amount'),
    touchedAt: column.time('touched_at', { select: false, insert: false, nullable: true }),
  },
});

/** Identifies a checkout: by id, or by the client secret, which grants access to it. */
export type CheckoutKey = { id: string } | { clientSecret: string };

export const findCheckout = async (em: EntityManager, key: CheckoutKey): Promise<CheckoutRow | null> =>
  'id' in key
    ? ((await readCheckouts(em, [key.id])).get(key.id) ?? null)
    : ((await readBySecrets(em, [key.clientSecret])).get(key.clientSecret) ?? null);

const readCheckouts = readByIds(
  async (em, ids) => new Map((await findRowsByIds(em, CheckoutEntity, ids)).map((row) => [row.id, row])),
);

const readBySecrets = readByIds(async (em, secrets) => {
  const tail = 'WHERE r.client_secret = ANY(ARRAY(SELECT unnest($1::text[])))';
  const rows = await findRows(em, CheckoutEntity, tail, [secrets]);
  return new Map(rows.map((row) => [row.clientSecret, row]));
});

/** Locks and returns the row, so that it cannot change until the transaction ends. Null when it does not exist. */
export const lockCheckout = async (
  em: EntityManager,
  { id }: { id: string },
): Promise<CheckoutRow | null> => {
  const [row] = await findRows(em, CheckoutEntity, 'WHERE r.id = $1 FOR UPDATE', [id]);
  return row ?? null;
};

/** As `lockCheckout` for many rows, by id; deleted ones are absent. */
export const lockCheckouts = async (
  em: EntityManager,
  ids: readonly string[],
): Promise<Map<string, CheckoutRow>> => {
  const tail = 'WHERE r.id = ANY(ARRAY(SELECT unnest($1::uuid[]))) ORDER BY r.id FOR UPDATE';
  const rows = await findRows(em, CheckoutEntity, tail, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
};

/** Queues a write of a locked row for the commit; returns the changed row. Do not read it again before the commit. */
export const writeCheckout = async (
  em: EntityManager,
  row: CheckoutRow,
  changes: Partial<CheckoutRow>,
): Promise<CheckoutRow> => {
  await changeRowAtCommit(em, CheckoutEntity, { id: row.id, changes, besides: 'touched_at = now()' });
  return { ...row, ...changes };
};

/** Whether the customer has another confirmed, unsettled checkout of a new subscription, or of the same upgrade. */
export const hasOtherConfirmedCheckout = async (em: EntityManager, row: CheckoutRow): Promise<boolean> => {
  const found = await sql(
    em,
    `SELECT 1 FROM checkouts
     WHERE customer_id = $1 AND id <> $2 AND status = 'confirmed' AND is_recurring
       AND subscription_id IS NOT DISTINCT FROM $3 LIMIT 1`,
    [row.customerId, row.id, row.subscriptionId],
  );
  return found.length > 0;
};

/** open -> expired for overdue checkouts, at most 1,000. Emits no events. Returns how many. */
export const expireOverdue = async (em: EntityManager, now: Date): Promise<number> => {
  const count = await changedRows(
    em,
    `UPDATE checkouts SET status = 'expired', modified_at = $1 WHERE id = ANY(ARRAY(
       SELECT id FROM checkouts WHERE status = 'open' AND expires_at <= $1 LIMIT 1000 FOR UPDATE SKIP LOCKED))`,
    [now],
  );
  return count;
};

/** Whether organizations have overdue open checkouts. */
export const hasOverdue = async (
  em: EntityManager,
  organizationIds: readonly string[],
  now: Date,
): Promise<boolean> => {
  const found = await sql(
    em,
    `SELECT 1 FROM checkouts WHERE organization_id = ANY($1::uuid[]) AND status = 'open' AND expires_at <= $2 LIMIT 1`,
    [organizationIds, now],
  );
  return found.length > 0;
};

/**
 * Claims confirmed checkouts without a payment that were not touched for so long (database time), by touching them.
 */
export const claimStuckCheckouts = async (em: EntityManager, seconds: number): Promise<string[]> => {
  const where = `status = 'confirmed' AND payment_id IS NULL`;
  return (await claimStuck(em, { table: 'checkouts', where, seconds })).map(({ id }) => id);
};

/** Marks succeeded checkouts whose webhook has been delivered. */
export const markWebhookDelivered = async (em: EntityManager, ids: readonly string[]): Promise<void> => {
  await sql(
    em,
    `UPDATE checkouts SET is_webhook_delivered = true
     WHERE id = ANY(ARRAY(
       SELECT id FROM checkouts WHERE id = ANY($1) AND status = 'succeeded' ORDER BY id FOR NO KEY UPDATE))`,
    [ids],
  );
};
