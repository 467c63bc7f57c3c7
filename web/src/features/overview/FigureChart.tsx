import { Skeleton } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { lazy, memo, Suspense, useState } from 'react';
import { t } from '../../i18n/t.ts';
import type { Point } from '../../ui/chart/points.ts';
import { Section } from '../../ui/pages/Section.tsx';
import classes from './FigureChart.module.css';
import { type Figure, pointsOf } from './figures.ts';
import {
  formatFigure,
  formatFigureBriefly,
  formatPeriod,
  formatPeriodBriefly,
  type Interval,
} from './format.ts';
import type { Figures } from './use-figures.ts';

const Chart = lazy(async () => ({ default: (await import('../../ui/chart/Chart.tsx')).Chart }));

type Look = { figure: Figure; interval: Interval };
type Props = { look: Look; data: Figures; description?: string };

/** The chosen metric over time with the previous period, as a chart or a table. */
export const FigureChart = memo(({ look, data, description }: Props) => {
  const [isTable, setTable] = useState(false);
  const { figure, interval } = look;
  const label = t(figure.label);
  const kind = { ...figure, currency: data.currency };
  const points = data.now && pointsOf(figure.slug, data.now.periods, data.then?.periods);
  const Icon = isTable ? IconChartBar : IconTable;
  return (
    <Section
      title={label}
      description={[description, figure.note && t(figure.note)].filter(Boolean).join(' · ') || undefined}
      actions={
        <button
          type="button"
          className={classes.switch}
          aria-pressed={isTable}
          onClick={() => setTable(!isTable)}
        >
          <Icon size={15} aria-hidden />
          {isTable ? t('overview:chart') : t('overview:table')}
        </button>
      }
    >
      {!points && data.error !== undefined ? (
        // The tiles above show the error and a retry.
        <p className={classes.none}>—</p>
      ) : !points ? (
        <Skeleton height={248} radius="md" />
      ) : isTable ? (
        <FigureTable look={look} data={data} points={points} />
      ) : (
        <Suspense fallback={<Skeleton height={248} radius="md" />}>
          <Chart
            label={label}
            points={points}
            kind={figure.kind}
            format={(value) => formatFigure(kind, value)}
            formatBriefly={(value) => formatFigureBriefly(kind, value)}
            formatAt={(at) => formatPeriod(interval, at)}
            formatTick={(at) => formatPeriodBriefly(interval, at)}
          />
        </Suspense>
      )}
    </Section>
  );
});

type TableProps = Pick<Props, 'look' | 'data'> & { points: Point[] };

const FigureTable = ({ look: { figure, interval }, data: { currency }, points }: TableProps) => {
  const shown = (value: number | null) =>
    value === null ? '—' : formatFigure({ ...figure, currency }, value);
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('ui:date')}</th>
          <th scope="col">{t(figure.label)}</th>
          <th scope="col">{t('chart:before')}</th>
        </tr>
      </thead>
      <tbody>
        {points.map(({ at, value, before }) => (
          <tr key={at}>
            <th scope="row">{formatPeriod(interval, at)}</th>
            <td>{shown(value)}</td>
            <td>{shown(before)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
