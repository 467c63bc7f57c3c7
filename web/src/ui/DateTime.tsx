import type { Timestamp } from '@tessera/proto/api/wire';
import { formatDay, formatExactly, formatMoment, formatRelatively } from './dates.ts';

type Props = {
  value: Timestamp | null;
  withTime?: boolean;
  /** How long ago, while that is a matter of days. */
  isRelative?: boolean;
  fallback?: string;
};

/** A point in time in the reader's zone; the exact moment is in the hint. */
export const DateTime = ({ value, withTime = false, isRelative = false, fallback = '—' }: Props) => {
  if (value === null) return fallback;
  const form = withTime ? formatMoment : formatDay;
  return (
    <time dateTime={value} title={formatExactly(value)}>
      {isRelative ? formatRelatively(value) : form(value)}
    </time>
  );
};
