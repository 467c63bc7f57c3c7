/** How an order stands, in words. */
import { lineWords } from '@tessera/proto/api/billing/order-line';
import { number } from '../../buyers/format.ts';
import type { Order } from '../api.ts';
import { t } from '../i18n.ts';
import type { Tone } from '../ui/Badge.tsx';

const tones: Record<Order['status'], Tone> = {
  paid: 'quiet',
  pending: 'warning',
  refunded: 'quiet',
  partially_refunded: 'quiet',
};

const lineTexts = {
  unusedTime: 'line.unused',
  remainingTime: 'line.remaining',
  trial: 'line.trial',
  usage: 'line.usage',
  usageCredited: 'line.usageCredited',
} as const;

/** A line of an order, in the reader's language where the system itself has worded it. */
export const lineText = (item: { label: string; amount: number; proration: boolean }): string => {
  const words = lineWords(item, number);
  return words ? t(lineTexts[words.text], words.values) : item.label;
};

export const orderStanding = ({ status }: Pick<Order, 'status'>): { tone: Tone; text: string } => ({
  tone: tones[status],
  text: t(`order.status.${status}`),
});
