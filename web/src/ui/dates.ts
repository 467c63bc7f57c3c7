import type { Timestamp } from '@tessera/proto/api/wire';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' });

/** Nov 21, 2026 */
export const formatDay = (at: Timestamp): string => day.format(new Date(at));
/** Nov 21, 2026, 2:15 AM */
export const formatMoment = (at: Timestamp): string => moment.format(new Date(at));
/** With weekday, seconds and zone: for the hint over a shorter form. */
export const formatExactly = (at: Timestamp): string => exact.format(new Date(at));
