import type { Payment } from '../../api/sales/payments.ts';
import { translateServerText } from '../../i18n/server-text.ts';
import { t } from '../../i18n/t.ts';
import { StatusBadge, type Tone } from '../../ui/display/StatusBadge.tsx';
import classes from './Payment.module.css';

const tones: Record<Payment['status'], Tone> = { succeeded: 'quiet', pending: 'warning', failed: 'danger' };

/** The state of the refund of a payment as a whole, which replaces that of the payment. */
const refundStates = (): Record<NonNullable<Payment['refund']>['status'], [tone: Tone, name: string]> => ({
  pending: ['warning', t('shared:paymentRefundPending')],
  succeeded: ['quiet', t('shared:paymentRefunded')],
  failed: ['danger', t('shared:paymentRefundFailed')],
});

const stateOf = ({ status, refund }: Payment): [tone: Tone, name: string] =>
  refund ? refundStates()[refund.status] : [tones[status], stateName(status)];

const stateName = (status: Payment['status']): string => {
  if (status === 'succeeded') return t('shared:paymentSucceeded');
  return status === 'failed' ? t('shared:paymentFailed') : t('shared:pending');
};

/** Why a payment was not kept. The processor's message says more than its code. */
const reasonOf = ({ status, refund, declineReason, declineMessage }: Payment): string | null => {
  if (refund) return refund.reason === 'late_payment' ? t('shared:paymentTooLate') : null;
  // One that succeeded after all keeps the reason of its earlier failure.
  if (status === 'succeeded') return null;
  return declineMessage === null ? declineReason : translateServerText(declineMessage);
};

/** Whether a payment succeeded and was kept, and why not. */
export const PaymentState = ({ payment }: { payment: Payment }) => {
  const reason = reasonOf(payment);
  const [tone, name] = stateOf(payment);
  return (
    <span className={classes.state}>
      <StatusBadge tone={tone}>{name}</StatusBadge>
      {reason !== null && <span className={classes.why}>{reason}</span>}
    </span>
  );
};

/** Brand names are capitalized. */
const brandName = (brand: string): string =>
  brand === '' || brand === 'unknown' ? t('shared:card') : brand.charAt(0).toUpperCase() + brand.slice(1);

/** The charged card: brand and last digits. */
export const CardName = ({ payment: { methodMetadata } }: { payment: Payment }) => (
  <span className={classes.card} data-figures>
    {brandName(methodMetadata.brand)}
    {methodMetadata.last4 !== '' && ` •••• ${methodMetadata.last4}`}
  </span>
);
