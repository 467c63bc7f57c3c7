import { formatMoney, perInterval } from '../format/money.ts';
import classes from './Money.module.css';

type Props = { cents: number; currency?: string; interval?: string | null; count?: number | null };

/** An amount in tabular figures, so that columns line up. */
export const Money = ({ cents, currency = 'usd', interval = null, count = 1 }: Props) => (
  <span className={classes.money}>
    {formatMoney(cents, currency)}
    {interval !== null && <span className={classes.interval}>{perInterval(interval, count)}</span>}
  </span>
);
