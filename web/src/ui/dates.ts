const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' });

/** Nov 21, 2026 */
export const formatDay = (date: Date): string => day.format(date);
/** Nov 21, 2026, 2:15 AM */
export const formatMoment = (date: Date): string => moment.format(date);
/** With weekday, seconds and zone: for the hint over a shorter form. */
export const formatExactly = (date: Date): string => exact.format(date);
