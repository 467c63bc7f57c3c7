/** What happened to an order, a subscription or a customer: ours, the contract has no such thing. */
import { z } from 'zod';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp } from '../wire.ts';

/** The names of the events that partners know, where there are such; those of renewals and `mail.sent` are ours alone. */
export const HistoryType = z.enum([
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'order.created',
  'order.updated',
  'order.paid',
  'refund.created',
  'refund.updated',
  'subscription.created',
  'subscription.updated',
  'subscription.canceled',
  'subscription.uncanceled',
  'subscription.revoked',
  'subscription.repeated',
  'benefit_grant.created',
  'benefit_grant.revoked',
  'renewal.failed',
  'renewal.periods_missed',
  'trial.ended',
  'card.expiring',
  'price_change.announced',
  'price_change.withdrawn',
  'mail.sent',
]);
export type HistoryType = z.infer<typeof HistoryType>;

/** Who did it; `name`, of users, is what they were called then. `customer`: in a session of the portal, whose id this is. */
export const HistoryActor = z.object({
  kind: z.enum(['user', 'token', 'customer']),
  id: z.string(),
  name: z.string().nullable(),
});
export type HistoryActor = z.infer<typeof HistoryActor>;

/** `amount` in the currency's smallest unit, tax included. `name`: of the product or benefit. `mail`: which mail it was. `count`: of
 * what was missed. `reason` of `order.updated`: `invoice_created`, `refund_failed` (a refund came back) or `credit_taken`
 * (what it had credited was refunded instead), where that is what changed; of
 * `subscription.updated` what changed: `product`, `change_planned`, `change_withdrawn`, `price_change`, `discount`, `discount_removed`,
 * `trial`, `pause_planned`, `pause_withdrawn`, `resumed`, `cancellation_reason`. */
export const HistoryFacts = z.object({
  amount: z.int().nullable(),
  currency: z.string().nullable(),
  name: z.string().nullable(),
  invoiceNumber: z.string().nullable(),
  status: z.string().nullable(),
  reason: z.string().nullable(),
  mail: z.string().nullable(),
  subject: z.string().nullable(),
  count: z.int().nullable(),
});
export type HistoryFacts = z.infer<typeof HistoryFacts>;

/** One thing that happened. `eventId` is the event's: deliveries to webhook endpoints are found by it. `actor` null: nobody known, or the system by itself. */
export const HistoryEntry = z.object({
  eventId: z.string(),
  happenedAt: timestamp,
  type: HistoryType,
  actor: HistoryActor.nullable(),
  customerId: z.string().nullable(),
  orderId: z.string().nullable(),
  subscriptionId: z.string().nullable(),
  facts: HistoryFacts,
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** The latest come first. */
export const HistoryQuery = PageQuery;

/** A page of what happened. */
export const HistoryPage = pageOf(HistoryEntry);
