/** The period in which a registration is in force, as form values and as shown in the table. */
import type { TaxRegistration } from '../../api/sales/taxes.ts';
import { beginningOf, dayOf } from '../../ui/filters/days.ts';

type Period = Pick<TaxRegistration, 'validFrom' | 'validUntil'>;

/** The first and last day, in local time; empty where none is set. */
export type Days = { from: string; lastDay: string };

export const daysOf = ({ validFrom, validUntil }: Period): Days => ({
  from: dayOf(validFrom),
  lastDay: validUntil === null ? '' : dayOf(Date.parse(validUntil) - 1),
});

/** The changed ends of a period; unchanged days keep their exact time. `known` is absent for a new registration. */
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
