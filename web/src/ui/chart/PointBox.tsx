import { t } from '../../i18n/t.ts';
import classes from './Chart.module.css';
import type { ChartProps, Point } from './points.ts';

type Props = Pick<ChartProps, 'label' | 'format' | 'formatAt'> & {
  point: Point;
  left: number;
  width: number;
};

/** The tooltip of a point. */
export const PointBox = ({ label, format, formatAt, point, left, width }: Props) => (
  <div className={classes.box} data-side={left > width / 2 ? 'left' : 'right'} style={{ left }} aria-hidden>
    <div className={classes.when}>{formatAt(point.at)}</div>
    <div className={classes.row}>
      <span className={classes.key} data-now />
      <span>{label}</span>
      <b>{point.value === null ? '—' : format(point.value)}</b>
    </div>
    {point.before !== null && (
      <div className={classes.row}>
        <span className={classes.key} />
        <span>{t('chart:before')}</span>
        <b>{format(point.before)}</b>
      </div>
    )}
  </div>
);
