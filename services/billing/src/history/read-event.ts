/** Converts events of orders, subscriptions and customers to history entries. Pure. */
import type { EventFacts } from '@tessera/kit/events/bus';
import type { HistoryFacts, HistoryType } from '@tessera/proto/api/billing/history';
import { MetadataOut } from '@tessera/proto/api/billing/metadata';
import { disputeOf } from '@tessera/proto/api/billing/refund';
import { z } from 'zod';
import type { HistoryRow } from './entity.ts';

/** Fields of billing's messages; those that a type of event does not have are absent or empty. */
export type EventMessage = {
  organizationId: string;
  snapshot?: string;
  customerId?: string;
  orderId?: string;
  subscriptionId?: string;
  /** For `order.updated`, `subscription.updated` and `customer.updated`: what the snapshot does not show. */
  change?: string;
  /** For `renewal.periods_missed`. */
  missed?: number;
  /** For `price_change.announced` and `payment.failed`: minor units of the currency. */
  amount?: bigint;
  currency?: string;
  /** For `payment.failed`. */
  reason?: string;
};

const moment = z.iso.datetime({ offset: true }).nullish();
const words = z.string().nullish();
const cents = z.int().nullish();

/** The fields of the webhook snapshot that are used; others are dropped. */
const Snapshot = z.object({
  created_at: moment,
  modified_at: moment,
  granted_at: moment,
  revoked_at: moment,
  customer_id: words,
  order_id: words,
  subscription_id: words,
  amount: cents,
  tax_amount: cents,
  total_amount: cents,
  currency: words,
  invoice_number: words,
  is_invoice_generated: z.boolean().nullish(),
  billing_reason: words,
  reason: words,
  customer_cancellation_reason: words,
  status: words,
  // Only asked for a dispute: no entry is worth losing for what else is in there.
  metadata: MetadataOut.nullish().catch(null),
  product: z.object({ name: words }).nullish(),
  benefit: z.object({ description: words }).nullish(),
});
type Snapshot = z.infer<typeof Snapshot>;

/** Converts an event to an entry. Throws for an invalid snapshot. */
export const entryOf = (type: HistoryType, message: EventMessage, event: EventFacts): HistoryRow => {
  const snapshot = Snapshot.parse(JSON.parse(message.snapshot ?? '{}'));
  return {
    eventId: event.id,
    type,
    happenedAt: momentOf(type, snapshot) ?? event.time,
    organizationId: message.organizationId,
    customerId: message.customerId || snapshot.customer_id || null,
    orderId: message.orderId || snapshot.order_id || null,
    subscriptionId: message.subscriptionId || snapshot.subscription_id || null,
    actor: event.actor ?? null,
    facts: { ...factsOf(type, snapshot), ...ownFacts(message) },
  };
};

/** Facts that are in the message instead of the snapshot. */
const ownFacts = ({ missed, amount, currency, change, reason }: EventMessage): Partial<HistoryFacts> => ({
  ...(missed !== undefined && { count: missed }),
  ...(reason && { reason }),
  ...(change && { reason: change }),
  ...(amount !== undefined && currency !== undefined && { amount: Number(amount), currency }),
});

/** The time by the business clock, if the snapshot has it. */
const momentOf = (type: HistoryType, snapshot: Snapshot): Date | null => {
  const made = snapshot.created_at;
  const changed = snapshot.modified_at ?? made;
  const at =
    type === 'benefit_grant.created'
      ? (snapshot.granted_at ?? made)
      : type === 'benefit_grant.revoked'
        ? (snapshot.revoked_at ?? changed)
        : type.endsWith('.created')
          ? made
          : changed;
  return at ? new Date(at) : null;
};

const factsOf = (type: HistoryType, snapshot: Snapshot): Partial<HistoryFacts> => ({
  amount: amountOf(type, snapshot),
  currency: snapshot.currency ?? null,
  name: snapshot.product?.name ?? snapshot.benefit?.description ?? null,
  invoiceNumber: snapshot.invoice_number ?? null,
  status: snapshot.status ?? null,
  reason: reasonOf(type, snapshot),
});

/**
 * An updated order with an invoice counts as `invoice_created`: its billing details are final after that. A refund that
 * stands for a dispute has the reason `dispute`: nobody made it, and it fails where the seller wins.
 */
const reasonOf = (type: HistoryType, snapshot: Snapshot): string | null => {
  if (type === 'order.updated' && snapshot.is_invoice_generated) return 'invoice_created';
  if (type.startsWith('refund.') && disputeOf({ metadata: snapshot.metadata ?? {} })) return 'dispute';
  return snapshot.billing_reason ?? snapshot.reason ?? snapshot.customer_cancellation_reason ?? null;
};

/** The total of an order; of a refund the refunded amount including tax. */
const amountOf = (type: HistoryType, snapshot: Snapshot): number | null => {
  if (type.startsWith('refund.')) return (snapshot.amount ?? 0) + (snapshot.tax_amount ?? 0);
  return snapshot.total_amount ?? snapshot.amount ?? null;
};
