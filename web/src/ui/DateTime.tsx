import { formatDay, formatExactly, formatMoment } from './dates.ts';

type Props = { value: Date | null; withTime?: boolean; fallback?: string };

/** A point in time in the reader's zone; the exact moment is in the hint. */
export const DateTime = ({ value, withTime = false, fallback = '—' }: Props) =>
  value === null ? (
    fallback
  ) : (
    <time dateTime={value.toISOString()} title={formatExactly(value)}>
      {withTime ? formatMoment(value) : formatDay(value)}
    </time>
  );
