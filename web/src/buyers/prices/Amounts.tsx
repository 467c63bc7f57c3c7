import classes from '../../ui/display/AmountLines.module.css';

type Line = { label: string; text: string };
type Props = { items?: Line[]; sums: Line[]; total: Line; after?: Line[] };

/** The items bought and the amounts, as on a receipt. */
export const Amounts = ({ items = [], sums, total, after = [] }: Props) => {
  const line =
    (kind: string | undefined) =>
    ({ label, text }: Line) => (
      <div key={label} className={kind}>
        <dt dir="auto">{label}</dt>
        <dd>{text}</dd>
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
