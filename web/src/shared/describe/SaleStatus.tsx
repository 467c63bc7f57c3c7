import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx';

type Look = { tone: Tone; label: string };

const orderLooks: Record<string, Look> = {
  pending: { tone: 'warning', label: 'Pending' },
  paid: { tone: 'quiet', label: 'Paid' },
  refunded: { tone: 'neutral', label: 'Refunded' },
  partially_refunded: { tone: 'neutral', label: 'Partly refunded' },
};

const subscriptionLooks: Record<string, Look> = {
  incomplete: { tone: 'warning', label: 'Incomplete' },
  incomplete_expired: { tone: 'neutral', label: 'Expired' },
  trialing: { tone: 'info', label: 'Trial' },
  active: { tone: 'quiet', label: 'Active' },
  past_due: { tone: 'danger', label: 'Past due' },
  canceled: { tone: 'neutral', label: 'Canceled' },
  unpaid: { tone: 'danger', label: 'Unpaid' },
};

const badgeOf = (looks: Record<string, Look>, status: string) => {
  const { tone, label } = looks[status] ?? { tone: 'neutral' as const, label: status };
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
};

export const OrderStatusBadge = ({ status }: { status: string }) => badgeOf(orderLooks, status);

export const SubscriptionStatusBadge = ({ status, isEnding }: { status: string; isEnding: boolean }) =>
  status === 'active' && isEnding ? (
    <StatusBadge tone="warning">Ending</StatusBadge>
  ) : (
    badgeOf(subscriptionLooks, status)
  );
