/** The days between which a registration is in force: as forms ask for them, and as the table says them. */
import type { TaxRegistration } from '../../api/taxes.ts';
import { beginningOf, dayOf } from '../../ui/filters/days.ts';

type Period = Pick<TaxRegistration, 'validFrom' | 'validUntil'>;

/** `from` and the last day, both by the reader's calendar; empty where none is set. */
export type Days = { from: string; lastDay: string };

export const daysOf = ({ validFrom, validUntil }: Period): Days => ({
  from: dayOf(validFrom),
  lastDay: validUntil === null ? '' : dayOf(Date.parse(validUntil) - 1),
});

/** What of a period was changed; a day that stays keeps its moment. Of a new registration nothing stays. */
export const periodOf = (days: Days, known?: Period): { validFrom?: string; validUntil?: string | null } => {
  const before = known ? daysOf(known) : { from: '', lastDay: '' };
  return {
    ...(days.from !== before.from && { validFrom: beginningOf(days.from) }),
    ...(days.lastDay !== before.lastDay && { validUntil: beginningOf(days.lastDay, 1) ?? null }),
  };
};

export type Standing = 'toCome' | 'inForce' | 'ended';

export const standingAt = ({ validFrom, validUntil }: Period, now: number): Standing => {
  if (validUntil !== null && Date.parse(validUntil) <= now) return 'ended';
  return Date.parse(validFrom) > now ? 'toCome' : 'inForce';
};
