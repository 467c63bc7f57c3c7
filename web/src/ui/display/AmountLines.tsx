import { formatMoney } from '../format/money.ts';
import classes from './AmountLines.module.css';

type Line = {
  label: string;
  cents: number;
  key?: string;
  /** Shown instead of the amount. */
  text?: string;
};

type Props = { currency: string; items: Line[]; sums: Line[]; total: Line; after?: Line[] };

/** The items bought and the amounts, as on a receipt. */
export const AmountLines = ({ currency, items, sums, total, after = [] }: Props) => {
  const line = (kind: string | undefined) => (entry: Line) => (
    <div key={entry.key ?? entry.label} className={kind}>
      <dt>{entry.label}</dt>
      <dd>{entry.text ?? formatMoney(entry.cents, currency)}</dd>
    </div>
  );
  return (
    <dl className={classes.lines}>
      {items.map(line(classes.item))}
      {sums.map(line(classes.sum))}
      {line(classes.total)(total)}
      {after.map(line(classes.sum))}
    </dl>
  );
};
