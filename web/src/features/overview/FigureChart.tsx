import { Skeleton } from '@mantine/core';
import { lazy, memo, Suspense, useState } from 'react';
import { t } from '../../i18n/t.ts';
import { PointTable } from '../../ui/chart/PointTable.tsx';
import type { Point } from '../../ui/chart/points.ts';
import { TableSwitch } from '../../ui/chart/TableSwitch.tsx';
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
  return (
    <Section
      title={label}
      description={[description, figure.note && t(figure.note)].filter(Boolean).join(' · ') || undefined}
      actions={
        <TableSwitch
          isTable={isTable}
          onChange={setTable}
          labels={{ table: t('overview:table'), chart: t('overview:chart') }}
        />
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
    <PointTable
      headings={[t('ui:date'), t(figure.label), t('chart:before')]}
      rows={points.map(({ at, value, before }) => ({
        at,
        time: formatPeriod(interval, at),
        values: [shown(value), shown(before)],
      }))}
    />
  );
};
