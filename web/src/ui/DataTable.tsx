import { Pagination, Skeleton, Table, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import classes from './DataTable.module.css';
import { ErrorState } from './ErrorState.tsx';
import { Card } from './Section.tsx';

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Amounts stand at the right. */
  align?: 'left' | 'right';
  /** For columns whose content explains itself: the header is only read aloud. */
  isHeaderHidden?: boolean;
  /** Left out on a phone. */
  isWide?: boolean;
};

/** What RTK Query's list hooks answer, as far as a table cares. */
export type ListResult<Row> = {
  currentData?: { items: Row[]; pagination: { totalCount: number; maxPage: number } } | undefined;
  data?: { items: Row[]; pagination: { totalCount: number; maxPage: number } } | undefined;
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

type Props<Row> = {
  /** What the list holds, for screen readers: "Products". */
  label: string;
  columns: Column<Row>[];
  result: ListResult<Row>;
  rowKey: (row: Row) => string;
  /** Makes the first column a link that the whole row follows. */
  rowLink?: (row: Row) => string;
  /** The words of a failure. */
  describeError: (error: unknown) => string;
  /** Shown instead of the table when there is nothing at all. */
  empty: ReactNode;
  page?: number;
  onPage?: (page: number) => void;
  /** Inside a section that has its own frame. */
  isBare?: boolean;
};

/** A list with its four states: loading, failed, empty, and filled page by page. Cards on a phone. */
export const DataTable = <Row,>(props: Props<Row>) => {
  const content = <Content {...props} />;
  return props.isBare ? content : <Card>{content}</Card>;
};

const Content = <Row,>({ result, empty, describeError, ...props }: Props<Row>) => {
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
  // While the next page is on its way the present one stays, dimmed by aria-busy.
  const shown = result.currentData ?? result.data;
  useLastPage(props, result.currentData);
  if (result.error && !result.isFetching)
    return <ErrorState message={describeError(result.error)} onRetry={result.refetch} />;
  if (!shown) return <LoadingRows columns={isPhone ? 2 : props.columns.length} label={props.label} />;
  if (shown.items.length === 0 && shown.pagination.totalCount === 0) return empty;
  const List = isPhone ? Cards : Rows;
  return (
    <div aria-busy={result.isFetching && !result.currentData} className={classes.content}>
      <List {...props} rows={shown.items} />
      <Pages {...props} pagination={shown.pagination} />
    </div>
  );
};

/** Whoever removes the last row of the last page goes on to the page before. */
const useLastPage = <Row,>(
  { page = 1, onPage }: Pick<Props<Row>, 'page' | 'onPage'>,
  current: ListResult<Row>['currentData'],
): void => {
  const last = Math.max(1, current?.pagination.maxPage ?? page);
  useEffect(() => {
    if (page > last) onPage?.(last);
  }, [page, last, onPage]);
};

type ListProps<Row> = Pick<Props<Row>, 'label' | 'columns' | 'rowKey' | 'rowLink'> & { rows: Row[] };

const Rows = <Row,>({ label, columns, rowKey, rowLink, rows }: ListProps<Row>) => (
  <Table.ScrollContainer minWidth={560} scrollAreaProps={{ type: 'auto', offsetScrollbars: 'present' }}>
    <Table
      verticalSpacing="sm"
      horizontalSpacing="var(--space-5)"
      className={classes.table}
      aria-label={label}
    >
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ key, header, align = 'left', isHeaderHidden }) => (
            <Table.Th key={key} ta={align}>
              {isHeaderHidden ? <VisuallyHidden>{header}</VisuallyHidden> : header}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={rowKey(row)} className={rowLink ? classes.linked : undefined}>
            {columns.map((column, index) => (
              <Table.Td key={column.key} ta={column.align ?? 'left'}>
                {index === 0 ? <Lead row={row} column={column} rowLink={rowLink} /> : column.cell(row)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
);

type LeadProps<Row> = { row: Row; column: Column<Row>; rowLink: Props<Row>['rowLink'] };

const Lead = <Row,>({ row, column, rowLink }: LeadProps<Row>) =>
  rowLink ? (
    <Link to={rowLink(row)} className={classes.lead}>
      {column.cell(row)}
    </Link>
  ) : (
    column.cell(row)
  );

const Cards = <Row,>({ label, columns, rowKey, rowLink, rows }: ListProps<Row>) => (
  <ul className={classes.cards} aria-label={label}>
    {rows.map((row) => (
      <li key={rowKey(row)} className={rowLink ? classes.linked : undefined}>
        {columns
          .filter(({ isWide }) => !isWide)
          .map((column, index) => (
            <div key={column.key} className={index === 0 ? classes.cardLead : classes.cardLine}>
              {index > 0 && !column.isHeaderHidden && (
                <span className={classes.cardLabel}>{column.header}</span>
              )}
              {index === 0 ? <Lead row={row} column={column} rowLink={rowLink} /> : column.cell(row)}
            </div>
          ))}
      </li>
    ))}
  </ul>
);

type PagesProps<Row> = Pick<Props<Row>, 'label' | 'page' | 'onPage'> & {
  pagination: { totalCount: number; maxPage: number };
};

const Pages = <Row,>({ label, page = 1, onPage, pagination }: PagesProps<Row>) => {
  if (!onPage || pagination.maxPage <= 1) return null;
  return (
    <nav className={classes.pages} aria-label={`Pages of ${label.toLowerCase()}`}>
      <span className={classes.total}>
        Page {page} of {pagination.maxPage} · {pagination.totalCount} in all
      </span>
      <Pagination
        size="sm"
        total={pagination.maxPage}
        value={page}
        onChange={onPage}
        siblings={1}
        getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
      />
    </nav>
  );
};

const LoadingRows = ({ columns, label }: { columns: number; label: string }) => (
  <div className={classes.loading} aria-live="polite">
    <VisuallyHidden>Loading {label.toLowerCase()}</VisuallyHidden>
    {[68, 52, 74, 60, 46].map((width) => (
      <div key={width} className={classes.loadingRow} aria-hidden>
        {Array.from({ length: columns }, (_, column) => (
          <Skeleton key={column} height={12} width={`${column === 0 ? width : width - 20}%`} radius="sm" />
        ))}
      </div>
    ))}
  </div>
);
