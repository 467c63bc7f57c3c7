import type { CheckoutStatus } from '@tessera/proto/api/billing/enums';
import { t } from '../../i18n/t.ts';
import { StatusBadge, type Tone } from '../../ui/display/StatusBadge.tsx';

const looks = (): Record<CheckoutStatus, { tone: Tone; label: string }> => ({
  open: { tone: 'info', label: t('checkouts:status.open') },
  expired: { tone: 'neutral', label: t('checkouts:status.expired') },
  confirmed: { tone: 'warning', label: t('checkouts:status.confirmed') },
  succeeded: { tone: 'quiet', label: t('checkouts:status.succeeded') },
  failed: { tone: 'danger', label: t('checkouts:status.failed') },
});

/** How far a visitor has come. */
export const CheckoutState = ({ status }: { status: CheckoutStatus }) => {
  const { tone, label } = looks()[status];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
};

/** The choices of the state filter. */
export const stateChoices = () => Object.entries(looks()).map(([value, { label }]) => ({ value, label }));
