import { useState } from 'react';
import { serverDate } from '../api/request/server-time.ts';
import { day, shortDay, units } from '../buyers/prices/format.ts';
import { PointTable } from '../ui/chart/PointTable.tsx';
import { TableSwitch } from '../ui/chart/TableSwitch.tsx';
import { ownTimeZone } from '../ui/format/time-zone.ts';
import { type MeterQuantities, routes } from './api.ts';
import { t } from './i18n.ts';
import { useAsked } from './portal.ts';
import classes from './UsagePage.module.css';
import { Shown } from './ui/State.tsx';

const days = 30;
const hourMilliseconds = 3_600_000;

/** The usage of the last days as a chart or a table, with its total in words. */
export const UsageHistory = ({ id, name }: { id: string; name: string }) => {
  const [range] = useState(() => lastDays(serverDate()));
  const asked = useAsked<MeterQuantities>(routes.quantities(id, range));
  return (
    <Shown asked={asked} lines={2}>
      {(history) => <History name={name} history={history} />}
    </Shown>
  );
};

/** The chart has no room for the days' amounts: only a pointer can ask for one. So they are a table as well. */
const History = ({ name, history }: { name: string; history: MeterQuantities }) => {
  const [isTable, setTable] = useState(false);
  const { quantities, total } = history;
  if (!quantities.some(({ quantity }) => quantity > 0))
    return <p className={classes.quiet}>{t('usage.noneLately', { count: days })}</p>;
  const label = t('usage.historyOf', { name, total: units(total) });
  return (
    <figure className={classes.history}>
      <figcaption>
        {t('usage.history', { count: days, total: units(total) })}
        <TableSwitch
          isTable={isTable}
          onChange={setTable}
          labels={{ table: t('usage.table'), chart: t('usage.chart') }}
        />
      </figcaption>
      {isTable ? (
        <PointTable
          label={label}
          headings={[t('usage.day'), t('usage.consumed')]}
          rows={quantities.map(({ timestamp, quantity }) => ({
            at: timestamp,
            time: day(timestamp),
            values: [units(quantity)],
          }))}
        />
      ) : (
        <Chart label={label} quantities={quantities} />
      )}
    </figure>
  );
};

type ChartProps = { label: string; quantities: MeterQuantities['quantities'] };

const Chart = ({ label, quantities }: ChartProps) => {
  const most = Math.max(...quantities.map(({ quantity }) => quantity));
  return (
    <>
      {/* The scale: the top of the highest bar. */}
      <div className={classes.most} aria-hidden>
        {units(most)}
      </div>
      <div
        className={classes.bars}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an image cannot hold the bars
        role="img"
        aria-label={label}
      >
        {quantities.map(({ timestamp, quantity }) => (
          <span
            key={timestamp}
            title={`${day(timestamp)} – ${units(quantity)}`}
            style={{ blockSize: `${Math.max(0, quantity / most) * 100}%` }}
          />
        ))}
      </div>
      <div className={classes.days} aria-hidden>
        {[quantities.at(0), quantities.at(-1)].map(
          (end) => end && <span key={end.timestamp}>{shortDay(end.timestamp)}</span>,
        )}
      </div>
    </>
  );
};

/** Includes usage during the visit. */
const endOfHour = (now: Date): Date =>
  new Date(Math.ceil(now.getTime() / hourMilliseconds) * hourMilliseconds - 1);

/** Whole days of the reader's time zone: a partial first day would show too little usage. */
const lastDays = (now: Date): string => {
  const start = new Date(now);
  start.setHours(0, 0, 0, 0);
  // Not in milliseconds: days with a change of daylight saving time are shorter or longer.
  start.setDate(start.getDate() - days + 1);
  return new URLSearchParams({
    start_timestamp: start.toISOString(),
    end_timestamp: endOfHour(now).toISOString(),
    interval: 'day',
    timezone: ownTimeZone(),
  }).toString();
};
