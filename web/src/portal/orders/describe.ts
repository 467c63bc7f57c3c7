/** How an order stands, in words. */
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

/** A line of an order, in the reader's language where the system itself has worded it. */
export const lineText = ({ label, proration }: { label: string; proration: boolean }): string =>
  (proration ? prorationText(label) : usageText(label)) ?? label;

const prorationText = (label: string): string | null => {
  const [, kind, product] = /^(Unused|Remaining) time on (.+)$/s.exec(label) ?? [];
  if (kind === undefined || product === undefined) return null;
  return t(kind === 'Unused' ? 'line.unused' : 'line.remaining', { product });
};

/** `API calls (1500 units, 500 of them credited, at $0.004)`; what says more stays as it is. */
const usageText = (label: string): string | null => {
  const found = /^(.+) \((\d+(?:\.\d+)?) units(?:, (\d+) of them credited)?, at ([^,()]+)\)$/s.exec(label);
  const [, name, units, credited, price] = found ?? [];
  if (name === undefined || units === undefined || price === undefined) return null;
  const used = number(Number(units));
  return credited === undefined
    ? t('line.usage', { name, used, price })
    : t('line.usageCredited', { name, used, credited: number(Number(credited)), price });
};

export const orderStanding = ({ status }: Pick<Order, 'status'>): { tone: Tone; text: string } => ({
  tone: tones[status],
  text: t(`order.status.${status}`),
});
