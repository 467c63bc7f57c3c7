import type { Subscription } from '../../api/sales/subscriptions.ts';
import { t } from '../../i18n/t.ts';
import { StatusBadge, type Tone } from '../../ui/display/StatusBadge.tsx';

type Look = { tone: Tone; label: string };

const orderLooks = (): Record<string, Look> => ({
  pending: { tone: 'warning', label: t('shared:pending') },
  paid: { tone: 'quiet', label: t('shared:paid') },
  refunded: { tone: 'neutral', label: t('shared:refunded') },
  partially_refunded: { tone: 'neutral', label: t('shared:partlyRefunded') },
});

const subscriptionLooks = (): Record<string, Look> => ({
  incomplete: { tone: 'warning', label: t('shared:incomplete') },
  incomplete_expired: { tone: 'neutral', label: t('shared:expired') },
  trialing: { tone: 'info', label: t('shared:trial') },
  active: { tone: 'quiet', label: t('shared:active') },
  past_due: { tone: 'danger', label: t('shared:pastDue') },
  canceled: { tone: 'neutral', label: t('shared:canceled') },
  unpaid: { tone: 'danger', label: t('shared:unpaid') },
});

const badgeOf = (looks: Record<string, Look>, status: string) => {
  const { tone, label } = looks[status] ?? { tone: 'neutral' as const, label: status };
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
};

export const OrderStatusBadge = ({ status }: { status: string }) => badgeOf(orderLooks(), status);

type SubscriptionState = Pick<Subscription, 'status' | 'cancelAtPeriodEnd' | 'pausedAt' | 'endedAt'>;

export const isPaused = ({ pausedAt, endedAt }: Pick<Subscription, 'pausedAt' | 'endedAt'>): boolean =>
  pausedAt !== null && endedAt === null;

/** Paused subscriptions have the status `unpaid` in the API, which has no other value for them. */
export const SubscriptionStatusBadge = ({ subscription }: { subscription: SubscriptionState }) => {
  const { status, cancelAtPeriodEnd } = subscription;
  if (isPaused(subscription)) return <StatusBadge tone="warning">{t('shared:paused')}</StatusBadge>;
  return status === 'active' && cancelAtPeriodEnd ? (
    <StatusBadge tone="warning">{t('shared:ending')}</StatusBadge>
  ) : (
    badgeOf(subscriptionLooks(), status)
  );
};
