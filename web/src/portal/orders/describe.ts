/** An order's state in words. */
import { sayLine } from '@tessera/proto/api/billing/order-line';
import { number, unitPrice } from '../../buyers/prices/format.ts';
import type { Order } from '../api.ts';
import { t } from '../i18n.ts';
import type { Tone } from '../ui/Badge.tsx';

const tones: Record<Order['status'], Tone> = {
  paid: 'quiet',
  pending: 'warning',
  refunded: 'quiet',
  partially_refunded: 'quiet',
};

/** An order line; system-generated ones are translated. */
export const lineText = (
  item: { label: string; amount: number; proration: boolean },
  currency: string,
): string =>
  sayLine(item, {
    say: (text, values) => t(`line.${text}`, values),
    number,
    money: (units) => unitPrice(units, currency),
  });

export const orderStanding = ({ status }: Pick<Order, 'status'>): { tone: Tone; text: string } => ({
  tone: tones[status],
  text: t(`order.status.${status}`),
});
