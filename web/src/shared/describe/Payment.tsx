import type { Payment } from '../../api/sales/payments.ts';
import { translateServerText } from '../../i18n/server-text.ts';
import { t } from '../../i18n/t.ts';
import { StatusBadge, type Tone } from '../../ui/display/StatusBadge.tsx';
import classes from './Payment.module.css';

const tones: Record<Payment['status'], Tone> = { succeeded: 'quiet', pending: 'warning', failed: 'danger' };

const stateName = (status: Payment['status']): string => {
  if (status === 'succeeded') return t('shared:paymentSucceeded');
  return status === 'failed' ? t('shared:paymentFailed') : t('shared:pending');
};

/** The processor's message says more than its code. */
const declineOf = ({ declineReason, declineMessage }: Payment): string | null =>
  declineMessage === null ? declineReason : translateServerText(declineMessage);

/** Whether a payment succeeded, and why it did not. */
export const PaymentState = ({ payment }: { payment: Payment }) => {
  const decline = declineOf(payment);
  return (
    <span className={classes.state}>
      <StatusBadge tone={tones[payment.status]}>{stateName(payment.status)}</StatusBadge>
      {decline !== null && <span className={classes.why}>{decline}</span>}
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
