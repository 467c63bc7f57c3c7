/** History of an order, a subscription or a customer. Addition to the contract. */
import { z } from 'zod';
import { PageQuery, pageOf } from '../page.ts';
import { timestamp } from '../wire.ts';

/** Names of webhook events where one exists; those of renewals, mails and `payment.failed` are internal. */
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
  'payment.failed',
  'renewal.failed',
  'renewal.periods_missed',
  'trial.ended',
  'card.expiring',
  'price_change.announced',
  'price_change.withdrawn',
  'mail.sent',
  'mail.refused',
]);
export type HistoryType = z.infer<typeof HistoryType>;

/**
 * Who caused an entry. `name`: the user's name at that time. `customer`: a session of the portal, whose id `id` is.
 * `impersonatedBy`: the id of the administrator who acted as the user.
 */
export const HistoryActor = z.object({
  kind: z.enum(['user', 'token', 'customer']),
  id: z.string(),
  name: z.string().nullable(),
  impersonatedBy: z.string().nullable(),
});
export type HistoryActor = z.infer<typeof HistoryActor>;

/**
 * `amount` in minor units, including tax. `name`: of the product or benefit. `mail`: the type of mail. `count`:
 * missed periods. `reason` of `order.updated`: `invoice_created`, `refund_failed` (a refund was returned) or
 * `credit_taken` (a credit was refunded as money instead), if that changed. `reason` of `subscription.updated`:
 * `product`, `change_planned`, `change_withdrawn`, `price_change`, `discount`, `discount_removed`, `trial`,
 * `pause_planned`, `pause_withdrawn`, `resumed`, `cancellation_reason`. `reason` of `customer.updated`: `email` if
 * the address changed. `reason` of `refund.created` and `refund.updated`: that of the refund, or `dispute` if it
 * stands for one. `reason` of `payment.failed`: the code of the decline; of `mail.refused`: the code by which the
 * mail server refused the customer's address, as `550 5.1.1`.
 */
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

/**
 * A history entry. `eventId` also identifies the deliveries to webhook endpoints. `actor` null: unknown, or the
 * system.
 */
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

/** Page of a history, newest first. `about` `mail`: only mails, and changes of the address that they go to. */
export const HistoryQuery = PageQuery.extend({ about: z.literal('mail').optional() });

/** A page of history entries. */
export const HistoryPage = pageOf(HistoryEntry);
