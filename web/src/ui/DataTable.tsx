import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect } from 'react';
import { t } from '../i18n/t.ts';
import classes from './DataTable.module.css';
import { ListError } from './ListError.tsx';
import { Card } from './Section.tsx';
import { Cards } from './table/Cards.tsx';
import type { Column, ListPlace, ListResult } from './table/columns.ts';
import { Pages } from './table/Pages.tsx';
import { Rows } from './table/Rows.tsx';
import { type RowsModel, useRows } from './table/use-rows.ts';
import { ViewMenu } from './table/ViewMenu.tsx';

export type { Column, ListResult } from './table/columns.ts';

type Props<Row extends object> = {
  /** What the list holds, for screen readers: "Products". */
  label: string;
  /** Stable between renderings where it can be. */
  columns: Column<Row>[];
  result: ListResult<Row>;
  rowKey: (row: Row) => string;
  /** Makes the first column a link that the whole row follows. */
  rowLink?: (row: Row) => string;
  /** The words of a failure. */
  describeError: (error: unknown) => string;
  /** Shown instead of the table when there is nothing at all. */
  empty: ReactNode;
  /** What `useListState` answers: the page, and what the server sorts by. */
  list?: ListPlace;
  /** For a list within a page, whose page is not in the address. */
  page?: number;
  onPage?: (page: number) => void;
  /** Inside a section that has its own frame. */
  isBare?: boolean;
  /** Under which the chosen columns and the density are kept on this device; with it comes the menu to choose them. */
  name?: string;
  /** Search and filters, above the rows. */
  toolbar?: ReactNode;
  /** Where there is something to do with a list that has nothing in it: following it, looking at its other half. */
  keepsTools?: boolean;
  /** Beside the menu of the columns: saved views, taking the rows away. */
  tools?: ReactNode;
  /** What can be done with the rows that are selected; with it, rows can be. */
  renderActs?: (rows: Row[], clear: () => void) => ReactNode;
};

/** A list with its four states: loading, failed, empty, and filled page by page. Cards on a phone. */
export const DataTable = <Row extends object>(props: Props<Row>) => {
  const content = <Content {...props} />;
  return props.isBare ? content : <Card>{content}</Card>;
};

const none: never[] = [];

const Content = <Row extends object>(props: Props<Row>) => {
  const { result, columns, rowKey, name, list, toolbar, renderActs } = props;
  // While the next page is on its way the present one stays, dimmed by aria-busy.
  const shown = result.currentData ?? result.data;
  const model = useRows({ rows: shown?.items ?? none, columns, rowKey, name, place: list });
  const selected = model.table.getSelectedRowModel().rows.map(({ original }) => original);
  const isEmpty = shown?.pagination.totalCount === 0 && list?.isFiltered === false && !props.keepsTools;
  const isBarred = !isEmpty && (toolbar !== undefined || name !== undefined);
  return (
    <>
      {isBarred && (
        <div className={classes.bar}>
          {selected.length > 0 && renderActs ? (
            <output className={classes.selected}>
              <span>{t('table:selected', { count: selected.length })}</span>
              {renderActs(selected, model.clearSelection)}
            </output>
          ) : (
            <search className={classes.tools}>{toolbar}</search>
          )}
          {(props.tools !== undefined || name !== undefined) && (
            <div className={classes.side}>
              {props.tools}
              {name !== undefined && <ViewMenu model={model} />}
            </div>
          )}
        </div>
      )}
      <Body {...props} shown={shown} model={model} />
    </>
  );
};

type BodyProps<Row extends object> = Props<Row> & {
  shown: ListResult<Row>['data'];
  model: RowsModel<Row>;
};

const Body = <Row extends object>({
  result,
  shown,
  model,
  empty,
  describeError,
  ...props
}: BodyProps<Row>) => {
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const { label, rowLink, list, renderActs } = props;
  const page = list?.page ?? props.page ?? 1;
  const onPage = list?.setPage ?? props.onPage;
  useLastPage({ page, onPage }, result.currentData);
  if (result.error && !result.isFetching)
    return (
      <ListError
        error={result.error}
        describe={describeError}
        onRetry={result.refetch}
        onClear={list?.choose && (() => list.choose?.(''))}
      />
    );
  if (!shown) return <LoadingRows columns={isPhone ? 2 : props.columns.length} label={label} />;
  if (shown.items.length === 0 && shown.pagination.totalCount === 0) return empty;
  const List = isPhone ? Cards : Rows;
  return (
    <div aria-busy={result.isFetching && !result.currentData} className={classes.content}>
      <List label={label} model={model} rowLink={rowLink} isSelectable={renderActs !== undefined} />
      <Pages label={label} page={page} onPage={onPage} pagination={shown.pagination} />
    </div>
  );
};

type Paging = { page: number; onPage: ((page: number) => void) | undefined };

/** Whoever removes the last row of the last page goes on to the page before. */
const useLastPage = ({ page, onPage }: Paging, current: ListResult<unknown>['currentData']): void => {
  const last = Math.max(1, current?.pagination.maxPage ?? page);
  useEffect(() => {
    if (page > last) onPage?.(last);
  }, [page, last, onPage]);
};

const LoadingRows = ({ columns, label }: { columns: number; label: string }) => (
  <div className={classes.loading} aria-live="polite">
    <VisuallyHidden>{t('table:loading', { label })}</VisuallyHidden>
    {[68, 52, 74, 60, 46].map((width) => (
      <div key={width} className={classes.loadingRow} aria-hidden>
        {Array.from({ length: columns }, (_, column) => (
          <Skeleton key={column} height={12} width={`${column === 0 ? width : width - 20}%`} radius="sm" />
        ))}
      </div>
    ))}
  </div>
);
