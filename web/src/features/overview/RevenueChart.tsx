import { VisuallyHidden } from '@mantine/core';
import { formatDay } from '../../ui/dates.ts';
import { formatMoneyBriefly } from '../../ui/money.ts';
import type { Day } from './figures.ts';
import classes from './RevenueChart.module.css';

const dateOf = ({ date }: Day): Date => new Date(`${date}T12:00:00`);

/** The shape of a month in bars. The figure above says what it comes to, each bar what its day brought. */
export const RevenueChart = ({ days }: { days: Day[] }) => {
  const most = Math.max(1, ...days.map(({ cents }) => cents));
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure className={classes.figure}>
      <VisuallyHidden>{summaryOf(days)}</VisuallyHidden>
      <div className={classes.bars} aria-hidden>
        {days.map((day) => (
          <div
            key={day.date}
            className={classes.day}
            title={`${formatDay(dateOf(day))}: ${formatMoneyBriefly(day.cents)}`}
          >
            <div
              className={classes.bar}
              data-empty={day.cents <= 0 || undefined}
              style={{ height: `${Math.max(0, (day.cents / most) * 100)}%` }}
            />
          </div>
        ))}
      </div>
      {first && last && (
        <figcaption className={classes.caption}>
          <span>{formatDay(dateOf(first))}</span>
          <span>{formatDay(dateOf(last))}</span>
        </figcaption>
      )}
    </figure>
  );
};

const summaryOf = (days: Day[]): string => {
  const best = days.reduce((top, day) => (day.cents > top.cents ? day : top), { date: '', cents: 0 });
  return best.cents === 0
    ? 'Revenue by day: none in this period.'
    : `Revenue by day. The best day was ${formatDay(dateOf(best))} with ${formatMoneyBriefly(best.cents)}.`;
};
