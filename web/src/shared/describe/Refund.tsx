/** Texts about refunds. Pages that show them load the namespace `refunds`. */
import type { Refund } from '../../api/sales/refunds.ts';
import { t } from '../../i18n/t.ts';
import { StatusBadge, type Tone } from '../../ui/display/StatusBadge.tsx';

const tones: Record<Refund['status'], Tone> = {
  succeeded: 'quiet',
  pending: 'warning',
  failed: 'danger',
  canceled: 'neutral',
};

export const RefundStatusBadge = ({ status }: { status: Refund['status'] }) => (
  <StatusBadge tone={tones[status]}>{t(`refunds:status.${status}`)}</StatusBadge>
);

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
