/** How an order stands, in words. */
import type { Order } from '../api.ts';
import { t } from '../i18n.ts';
import type { Tone } from '../ui/Badge.tsx';

const tones: Record<Order['status'], Tone> = {
  paid: 'quiet',
  pending: 'warning',
  refunded: 'quiet',
  partially_refunded: 'quiet',
};

export const orderStanding = ({ status }: Pick<Order, 'status'>): { tone: Tone; text: string } => ({
  tone: tones[status],
  text: t(`order.status.${status}`),
});
