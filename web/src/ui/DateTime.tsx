import type { Timestamp } from '@tessera/proto/api/wire';
import { formatDay, formatExactly, formatMoment } from './dates.ts';

type Props = { value: Timestamp | null; withTime?: boolean; fallback?: string };

/** A point in time in the reader's zone; the exact moment is in the hint. */
export const DateTime = ({ value, withTime = false, fallback = '—' }: Props) =>
  value === null ? (
    fallback
  ) : (
    <time dateTime={value} title={formatExactly(value)}>
      {withTime ? formatMoment(value) : formatDay(value)}
    </time>
  );
