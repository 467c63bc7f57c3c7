import { useElementSize } from '@mantine/hooks';
import { scaleLinear, scalePoint } from '@visx/scale';
import { AreaClosed, Bar, LinePath } from '@visx/shape';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import classes from './Chart.module.css';
import { PointBox } from './PointBox.tsx';
import { type ChartProps, isKnown, type KnownPoint, type Point, stepOf } from './points.ts';

const height = 248;
const margin = { top: 12, right: 12, bottom: 26, left: 52 };
const inner = { top: margin.top, bottom: height - margin.bottom };
const widthOfTick = 88;
const ticksAcross = 4;

/** A figure over time compared with the previous period, readable by pointer, touch and arrow keys. */
export const Chart = (props: ChartProps) => {
  const { label, points, format, formatAt } = props;
  const { ref, width } = useElementSize<HTMLDivElement>();
  const [index, setIndex] = useState<number | null>(null);
  const scales = scalesOf(points, width);
  const point = index === null ? undefined : points[index];
  const last = Math.max(0, points.length - 1);
  // Until one is chosen, the latest: its number alone would be read as the figure.
  const read = point ?? points[last];
  const walk = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setIndex(null);
    const next = stepOf(event.key, index, points.length);
    if (next === null) return;
    event.preventDefault();
    setIndex(next);
  };
  const touch = ({ clientX, currentTarget }: PointerEvent) => {
    const x = clientX - currentTarget.getBoundingClientRect().left - margin.left;
    const step = (width - margin.left - margin.right) / Math.max(1, last);
    setIndex(Math.max(0, Math.min(last, Math.round(x / Math.max(1, step)))));
  };
  return (
    <div
      ref={ref}
      className={classes.chart}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input cannot hold the drawing
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={index ?? last}
      aria-valuetext={read && `${formatAt(read.at)}: ${read.value === null ? '—' : format(read.value)}`}
      onKeyDown={walk}
      onPointerMove={touch}
      onPointerDown={touch}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setIndex(null)}
      onBlur={() => setIndex(null)}
    >
      {width > 0 && <Drawing {...props} scales={scales} width={width} index={index} />}
      {point && width > 0 && <PointBox {...props} point={point} left={scales.x(point)} width={width} />}
    </div>
  );
};

const scalesOf = (points: Point[], width: number) => {
  const values = points.flatMap(({ value, before }) => [value ?? 0, before ?? 0]);
  const y = scaleLinear<number>({
    domain: [Math.min(0, ...values), Math.max(1, ...values)],
    range: [inner.bottom, inner.top],
    nice: ticksAcross,
  });
  const along = scalePoint<string>({
    domain: points.map(({ at }) => at),
    range: [margin.left, Math.max(margin.left, width - margin.right)],
    padding: points.length > 1 ? 0.3 : 0,
  });
  const x = ({ at }: Point): number => along(at) ?? 0;
  return { x, y, along };
};

/** Cents and counts are integers: fractional ticks get no label, nor do ticks whose labels would be equal. */
const namedTicks = (ticks: number[], name: (value: number) => string): number[] => {
  const names = new Set<string>();
  return ticks.filter((tick) => {
    if (!Number.isInteger(tick) || names.has(name(tick))) return false;
    names.add(name(tick));
    return true;
  });
};

type DrawingProps = ChartProps & {
  scales: ReturnType<typeof scalesOf>;
  width: number;
  index: number | null;
};

const Drawing = ({ points, kind, formatBriefly, formatTick, scales, width, index }: DrawingProps) => {
  const { x, y } = scales;
  const across = width - margin.left - margin.right;
  const every = Math.max(1, Math.ceil(points.length / Math.max(2, Math.floor(across / widthOfTick))));
  const ticks = points.filter((_, place) => place % every === 0).map(({ at }) => at);
  const whole = namedTicks(y.ticks(ticksAcross), formatBriefly);
  const chosen = index === null ? undefined : points[index];
  const known = points.filter(isKnown);
  // A line through a single point is invisible.
  const dotted = known.length === 1 ? known : known.filter((point) => point === chosen);
  return (
    <svg width={width} height={height} aria-hidden focusable="false" className={classes.drawing}>
      <Amounts values={whole} scales={scales} across={across} name={formatBriefly} />
      <Times ticks={ticks} scales={scales} name={formatTick} />
      {chosen && (
        <line className={classes.cross} x1={x(chosen)} x2={x(chosen)} y1={inner.top} y2={inner.bottom} />
      )}
      <LinePath
        data={points.filter(({ before }) => before !== null)}
        x={x}
        y={({ before }) => y(before ?? 0)}
        className={classes.before}
      />
      {kind === 'bars' ? (
        <Bars points={known} room={across / points.length} scales={scales} chosen={chosen} />
      ) : (
        <>
          <AreaClosed data={known} x={x} y={({ value }) => y(value)} yScale={y} className={classes.area} />
          <LinePath data={known} x={x} y={({ value }) => y(value)} className={classes.line} />
          {dotted.map((point) => (
            <circle key={point.at} className={classes.dot} cx={x(point)} cy={y(point.value)} r={4} />
          ))}
        </>
      )}
    </svg>
  );
};

type AmountsProps = {
  values: number[];
  scales: DrawingProps['scales'];
  across: number;
  name: (value: number) => string;
};

/** Horizontal grid lines, labelled at the left. */
const Amounts = ({ values, scales: { y }, across, name }: AmountsProps) => (
  <g className={classes.tick} textAnchor="end">
    {values.map((value) => (
      <g key={value} transform={`translate(${margin.left},${y(value)})`}>
        <line className={classes.rule} x2={across} />
        <text x={-11} y={4}>
          {name(value)}
        </text>
      </g>
    ))}
  </g>
);

type TimesProps = { ticks: Point['at'][]; scales: DrawingProps['scales']; name: (at: Point['at']) => string };

/** The horizontal axis with its times. */
const Times = ({ ticks, scales: { along }, name }: TimesProps) => {
  const [from, to] = along.range();
  return (
    <g className={classes.tick} textAnchor="middle" transform={`translate(0,${inner.bottom})`}>
      {ticks.map((at) => (
        <text key={at} x={along(at)} y={21}>
          {name(at)}
        </text>
      ))}
      <line className={classes.ground} x1={from} x2={to} />
    </g>
  );
};

type BarsProps = {
  points: KnownPoint[];
  /** The width per point, those without a value included: a bar must not cover the next. */
  room: number;
  scales: DrawingProps['scales'];
  chosen: Point | undefined;
};

const Bars = ({ points, room, scales: { x, y }, chosen }: BarsProps) => {
  const thick = Math.max(2, Math.min(28, room * 0.64));
  return points.map((point) => (
    <Bar
      key={point.at}
      x={x(point) - thick / 2}
      width={thick}
      y={Math.min(y(0), y(point.value))}
      height={Math.abs(y(point.value) - y(0))}
      rx={Math.min(3, thick / 3)}
      className={classes.bar}
      data-dim={(chosen !== undefined && chosen !== point) || undefined}
    />
  ));
};
