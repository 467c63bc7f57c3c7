/** Disputes (chargebacks): a customer's bank takes a payment back, for good unless the seller wins. */
import type { RefundReason } from '@tessera/proto/api/billing/enums';
import type { Stripe } from 'stripe';
import type { RefundResult } from '../processor.ts';

/**
 * The state of the disputed money as that of a refund: Stripe withdraws it when the dispute is opened and gives it back
 * if it is won. Inquiries (`warning_…`) take none.
 */
export const resultOfDispute = ({ id: processorId, status }: Stripe.Dispute): RefundResult => {
  if (status === 'lost') return { status: 'succeeded', processorId };
  if (status === 'needs_response' || status === 'under_review') return { status: 'pending', processorId };
  return { status: 'failed', processorId, message: status };
};

/** The bank's reason, as far as refunds know it; the other reasons stand in the metadata. */
export const reasonOfDispute = ({ reason }: Stripe.Dispute): RefundReason =>
  reason === 'fraudulent' || reason === 'duplicate' ? reason : 'other';

/** Metadata of the refund that stands for a dispute. */
export const metadataOfDispute = ({ id, reason }: Stripe.Dispute): Record<string, string> => ({
  dispute: id,
  dispute_reason: reason,
});
