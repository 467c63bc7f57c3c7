import classes from './DataTable.module.css';
import { Lead } from './Rows.tsx';
import { SelectRow } from './SelectRow.tsx';
import type { RowsModel } from './use-rows.ts';

type Props<Row extends object> = {
  label: string;
  model: RowsModel<Row>;
  rowLink: ((row: Row) => string) | undefined;
  isSelectable: boolean;
};

/** Rows as cards, stacked, on a phone. */
export const Cards = <Row extends object>({ label, model, rowLink, isSelectable }: Props<Row>) => (
  <ul className={classes.cards} aria-label={label}>
    {model.table.getRowModel().rows.map((row) => {
      const columns = row
        .getVisibleCells()
        .flatMap((cell) => model.columnOf(cell.column.id) ?? [])
        .filter(({ isWide }) => !isWide);
      return (
        <li key={row.id} className={rowLink ? classes.linked : undefined}>
          {columns.map((column, index) => (
            <div
              key={column.key}
              className={index === 0 ? classes.cardLead : column.isMenu ? classes.cardMenu : classes.cardLine}
            >
              {index === 0 && isSelectable && <SelectRow row={row} size="sm" />}
              {index > 0 && !column.isHeaderHidden && (
                <span className={classes.cardLabel}>{column.header}</span>
              )}
              {index === 0 ? (
                <span id={`row-${row.id}`} className={classes.cardAbout}>
                  <Lead to={rowLink?.(row.original)}>{column.cell(row.original)}</Lead>
                </span>
              ) : (
                column.cell(row.original)
              )}
            </div>
          ))}
        </li>
      );
    })}
  </ul>
);
