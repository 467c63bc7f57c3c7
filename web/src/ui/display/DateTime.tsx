import type { Timestamp } from '@tessera/proto/api/wire';
import { formatDay, formatExactly, formatMoment, formatRelatively, formatSecond } from '../format/dates.ts';
import classes from './DateTime.module.css';

type Props = {
  value: Timestamp | null;
  withTime?: boolean | 'seconds';
  /** Relative ("3 hours ago") while the date is a few days away. */
  isRelative?: boolean;
  fallback?: string;
};

/** A point in time in the reader's time zone, with the exact time in a tooltip. */
export const DateTime = ({ value, withTime = false, isRelative = false, fallback = '—' }: Props) => {
  if (value === null) return fallback;
  const form = withTime === 'seconds' ? formatSecond : withTime ? formatMoment : formatDay;
  return (
    <time
      dateTime={value}
      title={formatExactly(value)}
      {...(isRelative && { className: classes.relative, 'data-moment': form(value) })}
    >
      {isRelative ? formatRelatively(value) : form(value)}
    </time>
  );
};
