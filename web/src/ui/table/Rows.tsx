import { Checkbox, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../../i18n/t.ts';
import classes from './DataTable.module.css';
import { SelectRow } from './SelectRow.tsx';
import { rankOf, useFit } from './use-fit.ts';
import type { RowsModel } from './use-rows.ts';

type Props<Row extends object> = {
  label: string;
  model: RowsModel<Row>;
  rowLink: ((row: Row) => string) | undefined;
  isSelectable: boolean;
};

/** Scrollable elements must be focusable, so that they can be scrolled by keyboard. */
const scrolling = { 'data-wide': true, tabIndex: 0 };
const fitting = { tabIndex: -1 };

/** Rows as a table with a sticky, sortable header. */
export const Rows = <Row extends object>({ label, model, rowLink, isSelectable }: Props<Row>) => {
  const { table, columnOf, isDense, lesser, fit, setFit } = model;
  const box = useFit(fit, lesser.length, setFit);
  return (
    <div ref={box} className={classes.scroll} {...(fit.isWide ? scrolling : fitting)}>
      <table className={classes.table} aria-label={label} data-dense={isDense || undefined}>
        <thead>
          <tr>
            {isSelectable && (
              <th className={classes.check}>
                <Checkbox
                  size="xs"
                  aria-label={t('table:selectAll')}
                  checked={table.getIsAllRowsSelected()}
                  indeterminate={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
                  onChange={table.getToggleAllRowsSelectedHandler()}
                />
              </th>
            )}
            {table.getFlatHeaders().map((header) => (
              <HeadCell
                key={header.id}
                header={header}
                column={columnOf(header.column.id)}
                rank={rankOf(lesser, header.column.id)}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <BodyRow
              key={row.id}
              row={row}
              columnOf={columnOf}
              lesser={lesser}
              to={rowLink?.(row.original)}
              isSelectable={isSelectable}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
};

type HeadProps<Row extends object> = {
  header: ReturnType<RowsModel<Row>['table']['getFlatHeaders']>[number];
  column: ReturnType<RowsModel<Row>['columnOf']>;
  rank: number | undefined;
};

const HeadCell = <Row extends object>({ header, column, rank }: HeadProps<Row>) => {
  const sorted = header.column.getIsSorted();
  return (
    <th
      scope="col"
      data-align={column?.align}
      data-lesser={rank}
      aria-sort={sorted === false ? undefined : sorted === 'asc' ? 'ascending' : 'descending'}
    >
      {column?.isHeaderHidden ? (
        <VisuallyHidden>{column.header}</VisuallyHidden>
      ) : header.column.getCanSort() ? (
        <button
          type="button"
          className={classes.sort}
          data-sorted={sorted !== false || undefined}
          onClick={header.column.getToggleSortingHandler()}
        >
          {column?.header}
          <SortMark sorted={sorted} />
        </button>
      ) : (
        column?.header
      )}
    </th>
  );
};

type RowProps<Row extends object> = {
  row: ReturnType<RowsModel<Row>['table']['getRowModel']>['rows'][number];
  columnOf: RowsModel<Row>['columnOf'];
  lesser: string[];
  /** The row's page, if any. */
  to: string | undefined;
  isSelectable: boolean;
};

const BodyRow = <Row extends object>({ row, columnOf, lesser, to, isSelectable }: RowProps<Row>) => (
  <tr
    className={to === undefined ? undefined : classes.linked}
    data-selected={row.getIsSelected() || undefined}
  >
    {isSelectable && (
      <td className={classes.check}>
        <SelectRow row={row} size="xs" />
      </td>
    )}
    {row.getVisibleCells().map((cell, index) => {
      const column = columnOf(cell.column.id);
      const content = column?.cell(row.original);
      return (
        <td
          key={cell.id}
          id={index === 0 ? `row-${row.id}` : undefined}
          data-align={column?.align}
          data-lesser={rankOf(lesser, cell.column.id)}
          data-words={hasShortWords(content) || undefined}
        >
          {index === 0 ? <Lead to={to}>{content}</Lead> : content}
        </td>
      );
    })}
  </tr>
);

/** Short words fit in any column; only longer ones, such as addresses, may break anywhere. */
const hasShortWords = (content: ReactNode): boolean =>
  typeof content === 'string' && !/[^\s-]{17}/.test(content);

const SortMark = ({ sorted }: { sorted: false | 'asc' | 'desc' }) => {
  const Icon = sorted === false ? IconSelector : sorted === 'asc' ? IconArrowUp : IconArrowDown;
  return <Icon size={13} aria-hidden />;
};

/** The first cell; its link, if the row has a page, covers the whole row. */
export const Lead = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to === undefined ? (
    children
  ) : (
    <Link to={to} className={classes.lead}>
      {children}
    </Link>
  );
