import { Skeleton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { PointTable } from '../../ui/chart/PointTable.tsx';
import type { ChartProps, Point } from '../../ui/chart/points.ts';
import { Sparkline } from '../../ui/chart/Sparkline.tsx';
import { TableSwitch } from '../../ui/chart/TableSwitch.tsx';
import { formatDay } from '../../ui/format/dates.ts';
import { formatMoney, formatMoneyBriefly } from '../../ui/format/money.ts';
import { Section } from '../../ui/pages/Section.tsx';
import { hoursAgo } from './made-up.ts';
import { Columns, Row, State } from './States.tsx';

const Chart = lazy(async () => ({ default: (await import('../../ui/chart/Chart.tsx')).Chart }));

const wave = (day: number): number => Math.round(60_000 + 40_000 * Math.sin(day / 3) + day * 900);

const pointsOf = (days: number, value: (day: number) => number, isCompared = true): Point[] =>
  Array.from({ length: days }, (_, day) => ({
    at: hoursAgo((days - day) * 24),
    value: value(day),
    before: isCompared ? Math.round(value(day) * 0.7) : null,
  }));

const shown: { name: string; kind: ChartProps['kind']; points: Point[] }[] = [
  { name: 'Line', kind: 'line', points: pointsOf(30, wave) },
  { name: 'Bars', kind: 'bars', points: pointsOf(14, wave) },
  { name: 'Above and below nothing', kind: 'bars', points: pointsOf(14, (day) => wave(day) - 70_000, false) },
  { name: 'Nothing sold', kind: 'line', points: pointsOf(7, () => 0) },
  { name: 'One day', kind: 'bars', points: pointsOf(1, wave, false) },
];

export const Charts = () => (
  <Section title="Charts">
    <Columns>
      {shown.map(({ name, kind, points }) => (
        <State key={name} name={name}>
          <Suspense fallback={<Skeleton height={248} radius="md" />}>
            <Chart
              label={`Revenue (${name})`}
              points={points}
              kind={kind}
              format={formatMoney}
              formatBriefly={formatMoneyBriefly}
              formatAt={formatDay}
              formatTick={formatDay}
            />
          </Suspense>
        </State>
      ))}
      <State name="As a table">
        <Switched />
        <PointTable
          label="Revenue (as a table)"
          headings={['Date', 'Revenue', 'Before']}
          rows={pointsOf(3, wave).map(({ at, value, before }) => ({
            at,
            time: formatDay(at),
            values: [value, before].map((amount) => formatMoney(amount ?? 0)),
          }))}
        />
      </State>
      <State name="Sparklines">
        <Row>
          <Sparkline values={[1, 4, 2, 6, 5, 9]} />
          <Sparkline values={[0, 0, 0]} />
          <Sparkline values={[3, -2, 1, -4]} />
        </Row>
      </State>
    </Columns>
  </Section>
);

const Switched = () => {
  const [isTable, setTable] = useState(true);
  return <TableSwitch isTable={isTable} onChange={setTable} labels={{ table: 'Table', chart: 'Chart' }} />;
};
