/** Notifies customers once, in time, of expiring cards that pay for subscriptions. */
import { emit, transact } from '@tessera/kit/events/outbox';
import { cardExpiring } from '@tessera/proto/events/billing';
import { IsNull } from 'typeorm';
import type { Billing } from '../billing.ts';
import { PaymentMethodEntity } from '../payments/methods/entity.ts';
import type { DueRows } from './claims.ts';
import { isChargedAgain } from './periods/charged.ts';

/** SQL: year and month, in UTC, this many months before now. */
const monthsAgo = (count: number): string => {
  const date = `(($1::timestamptz AT TIME ZONE 'UTC') - interval '${count} months')`;
  return `(extract(year FROM ${date})::int, extract(month FROM ${date})::int)`;
};

/**
 * Default cards that expire this month or expired last month, whose customers will be charged for a subscription or
 * its usage and have not been notified.
 */
export const dueCards: DueRows = {
  table: 'payment_methods',
  id: 'id',
  where: `work.is_default AND work.deleted_at IS NULL AND work.expiry_told_at IS NULL
    AND work.exp_year IS NOT NULL AND (work.exp_year, work.exp_month) IN (${monthsAgo(0)}, ${monthsAgo(1)})
    AND EXISTS (SELECT 1 FROM subscriptions WHERE subscriptions.customer_id = work.customer_id
      AND ${isChargedAgain('subscriptions')}
      AND (subscriptions.amount > 0 OR EXISTS (SELECT 1 FROM product_prices price
        WHERE price.id = ANY(subscriptions.price_ids) AND price.amount_type = 'metered_unit')))`,
  order: 'work.exp_year, work.exp_month',
};

/** Notifies the customer, once. */
export const warnOfCard = (billing: Billing, id: string): Promise<boolean> =>
  transact(billing.db, async (em) => {
    const { affected } = await em.update(
      PaymentMethodEntity,
      { id, expiryToldAt: IsNull(), deletedAt: IsNull() },
      { expiryToldAt: billing.now() },
    );
    if (affected !== 1) return false;
    const { organizationId, customerId } = await em.findOneByOrFail(PaymentMethodEntity, { id });
    await emit(em, cardExpiring, { paymentMethodId: id, organizationId, customerId });
    return true;
  });
