import { VisuallyHidden } from '@mantine/core';
import type { Metrics } from '../../api/metrics.ts';
import { formatDay } from '../../ui/dates.ts';
import { formatMoneyBriefly } from '../../ui/money.ts';
import classes from './RevenueChart.module.css';

/** What came in on one day, which begins at `timestamp`. */
export type Day = Pick<Metrics['periods'][number], 'timestamp' | 'revenue'>;

/** The shape of a month in bars. The figure above says what it comes to, each bar what its day brought. */
export const RevenueChart = ({ days }: { days: Day[] }) => {
  const most = Math.max(1, ...days.map(({ revenue }) => revenue));
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure className={classes.figure}>
      <VisuallyHidden>{summaryOf(days)}</VisuallyHidden>
      <div className={classes.bars} aria-hidden>
        {days.map((day) => (
          <div
            key={day.timestamp}
            className={classes.day}
            title={`${formatDay(day.timestamp)}: ${formatMoneyBriefly(day.revenue)}`}
          >
            <div
              className={classes.bar}
              data-empty={day.revenue <= 0 || undefined}
              style={{ height: `${Math.max(0, (day.revenue / most) * 100)}%` }}
            />
          </div>
        ))}
      </div>
      {first && last && (
        <figcaption className={classes.caption}>
          <span>{formatDay(first.timestamp)}</span>
          <span>{formatDay(last.timestamp)}</span>
        </figcaption>
      )}
    </figure>
  );
};

const summaryOf = (days: Day[]): string => {
  const best = days.reduce<Day | null>((top, day) => (day.revenue > (top?.revenue ?? 0) ? day : top), null);
  return best === null
    ? 'Revenue by day: none in this period.'
    : `Revenue by day. The best day was ${formatDay(best.timestamp)} with ${formatMoneyBriefly(best.revenue)}.`;
};
