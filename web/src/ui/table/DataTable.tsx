import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect } from 'react';
import { mayPass } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { Card } from '../pages/Section.tsx';
import { Cards } from './Cards.tsx';
import type { Column, ListPlace, ListResult } from './columns.ts';
import classes from './DataTable.module.css';
import { ListError } from './ListError.tsx';
import { Pages } from './Pages.tsx';
import { Rows } from './Rows.tsx';
import { type RowsModel, useRows } from './use-rows.ts';
import { ViewMenu } from './ViewMenu.tsx';

export type { Column, ListResult } from './columns.ts';

export type DataTableProps<Row extends object> = {
  /** What the list contains, for screen readers: "Products". */
  label: string;
  /** Should be referentially stable between renderings. */
  columns: Column<Row>[];
  result: ListResult<Row>;
  rowKey: (row: Row) => string;
  /** Makes the first column a link that covers the whole row. */
  rowLink?: (row: Row) => string;
  /** The message of a failure. */
  describeError: (error: unknown) => string;
  /** Shown instead of the table when the list is empty. */
  empty: ReactNode;
  /** The result of `useListState`: page, sorting and filters. */
  list?: ListPlace;
  /** For a list within a page, whose page number is not in the address. */
  page?: number;
  onPage?: (page: number) => void;
  /** Inside a section that has its own frame. */
  isBare?: boolean;
  /** The key under which columns and density are stored on this device; enables their menu. */
  name?: string;
  /** Search and filters, above the rows. */
  toolbar?: ReactNode;
  /** Keeps the toolbar of an empty list, where it has actions: following the list, switching to its other half. */
  keepsTools?: boolean;
  /** Beside the column menu: saved views, export. */
  tools?: ReactNode;
  /** Actions for the selected rows; makes rows selectable. */
  renderActs?: (rows: Row[], clear: () => void) => ReactNode;
};

/** A list with its four states: loading, failed, empty, and filled page by page. Cards on a phone. */
export const DataTable = <Row extends object>(props: DataTableProps<Row>) => {
  const content = <Content {...props} />;
  return props.isBare ? content : <Card>{content}</Card>;
};

const none: never[] = [];

const Content = <Row extends object>(props: DataTableProps<Row>) => {
  const { result, columns, rowKey, name, list, toolbar, renderActs } = props;
  // While the next page loads the present one stays, dimmed by aria-busy.
  const shown = result.currentData ?? result.data;
  const model = useRows({ rows: shown?.items ?? none, columns, rowKey, name, place: list });
  const selected = model.table.getSelectedRowModel().rows.map(({ original }) => original);
  const isEmpty = shown?.pagination.totalCount === 0 && list?.isFiltered === false && !props.keepsTools;
  const isBarred = !isEmpty && (toolbar !== undefined || name !== undefined);
  return (
    <>
      {list && <Found count={list.isFiltered ? result.currentData?.pagination.totalCount : undefined} />}
      {isBarred && (
        <div className={classes.bar} data-screen>
          {/* Always there: a screen reader only announces what changes in an element that it knows. */}
          {renderActs && (
            <output className={classes.count}>
              {selected.length > 0 && t('table:selected', { count: selected.length })}
            </output>
          )}
          {selected.length > 0 && renderActs ? (
            <div className={classes.selected}>{renderActs(selected, model.clearSelection)}</div>
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

/** Announces how many rows search and filters match. Empty while they are asked for, so that the same number is news. */
const Found = ({ count }: { count: number | undefined }) => (
  <VisuallyHidden aria-live="polite">{count !== undefined && t('table:fitting', { count })}</VisuallyHidden>
);

type BodyProps<Row extends object> = DataTableProps<Row> & {
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
  const failed = result.error !== undefined && !result.isFetching && (
    <ListError
      error={result.error}
      describe={describeError}
      onRetry={result.refetch}
      onClear={list?.choose && (() => list.choose?.(''))}
    />
  );
  // Rows stay when only asking for them again failed, as without a connection.
  if (failed && !(result.currentData && mayPass(result.error))) return failed;
  if (!shown) return <LoadingRows columns={isPhone ? 2 : props.columns.length} label={label} />;
  if (shown.items.length === 0 && shown.pagination.totalCount === 0) return failed || empty;
  const List = isPhone ? Cards : Rows;
  return (
    <div aria-busy={result.isFetching && !result.currentData} className={classes.content}>
      {failed}
      <List label={label} model={model} rowLink={rowLink} isSelectable={renderActs !== undefined} />
      <Pages label={label} page={page} onPage={onPage} pagination={shown.pagination} />
    </div>
  );
};

type Paging = { page: number; onPage: ((page: number) => void) | undefined };

/** Goes to the last page when the current one does not exist any more, as after deleting its last row. */
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
