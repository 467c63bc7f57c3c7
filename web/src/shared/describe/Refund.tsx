/** Texts about refunds. Pages that show them load the namespace `refunds`. */
import { disputeOf } from '@tessera/proto/api/billing/refund';
import type { Refund } from '../../api/sales/refunds.ts';
import { t } from '../../i18n/t.ts';
import { StatusBadge, type Tone } from '../../ui/display/StatusBadge.tsx';

const tones: Record<Refund['status'], Tone> = {
  succeeded: 'quiet',
  pending: 'warning',
  failed: 'danger',
  canceled: 'neutral',
};

/** Of a dispute: `failed` means that the seller keeps the money, which is no failure. */
const tonesOfDisputes: Record<Refund['status'], Tone> = {
  succeeded: 'danger',
  pending: 'warning',
  failed: 'quiet',
  canceled: 'quiet',
};

type Described = Pick<Refund, 'status' | 'reason' | 'metadata'>;

export const RefundStatusBadge = ({ status, metadata }: Pick<Described, 'status' | 'metadata'>) =>
  disputeOf({ metadata }) ? (
    <StatusBadge tone={tonesOfDisputes[status]}>{t(`refunds:disputeStatus.${status}`)}</StatusBadge>
  ) : (
    <StatusBadge tone={tones[status]}>{t(`refunds:status.${status}`)}</StatusBadge>
  );

/** Why the money went back: the seller's reason, or that of the customer's bank. */
export const whyRefunded = ({ reason, metadata }: Pick<Described, 'reason' | 'metadata'>): string => {
  const dispute = disputeOf({ metadata });
  if (!dispute) return refundReason(reason);
  return t('refunds:disputed', { reason: disputeReason(dispute.reason) });
};

/** Stripe's word for the bank's reason; a new one is shown as it is. */
const disputeReason = (reason: string): string => {
  const words: Record<string, string> = {
    credit_not_processed: t('refunds:disputeReasons.creditNotProcessed'),
    duplicate: t('refunds:disputeReasons.duplicate'),
    fraudulent: t('refunds:disputeReasons.fraudulent'),
    general: t('refunds:disputeReasons.general'),
    product_not_received: t('refunds:disputeReasons.productNotReceived'),
    product_unacceptable: t('refunds:disputeReasons.productUnacceptable'),
    subscription_canceled: t('refunds:disputeReasons.subscriptionCanceled'),
    unrecognized: t('refunds:disputeReasons.unrecognized'),
  };
  return words[reason] ?? (reason.replaceAll('_', ' ') || t('refunds:disputeReasons.general'));
};

/** The reason in words. */
export const refundReason = (reason: string): string => {
  const words: Record<string, string> = {
    duplicate: t('refunds:reasons.duplicate'),
    fraudulent: t('refunds:reasons.fraudulent'),
    customer_request: t('refunds:reasons.customerRequest'),
    service_disruption: t('refunds:reasons.serviceDisruption'),
    satisfaction_guarantee: t('refunds:reasons.satisfactionGuarantee'),
  };
  return words[reason] ?? t('refunds:reasons.other');
};
