import {
  type ColumnDef,
  columnVisibilityFeature,
  type RowSelectionState,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import type { Column, ListPlace } from './columns.ts';
import { useLiking } from './remembered.ts';
import type { Fit } from './use-fit.ts';

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature, rowSortingFeature });
export type Features = typeof features;

type Options<Row> = {
  rows: Row[];
  columns: Column<Row>[];
  rowKey: (row: Row) => string;
  name?: string | undefined;
  place?: ListPlace | undefined;
};

const applied = <State>(updater: Updater<State>, state: State): State =>
  typeof updater === 'function' ? (updater as (state: State) => State)(state) : updater;

/** A sortable column is identified by the API's sorting name. */
const idOf = <Row>({ key, sort }: Column<Row>): string => sort?.replace(/^-/, '') ?? key;

/** Converts `-created_at` to the table's sorting, and back. */
const sortingOf = (sorting: string | undefined) =>
  sorting ? [{ id: sorting.replace(/^-/, ''), desc: sorting.startsWith('-') }] : [];

/** The columns as the table's library takes them. */
const useDefinitions = <Row extends object>(columns: Column<Row>[], isSorted: boolean) =>
  useMemo(
    () =>
      columns.map(
        (column): ColumnDef<Features, Row> => ({
          id: idOf(column),
          header: column.header,
          // The server sorts; the table requires an accessor for sortable columns.
          accessorFn: () => '',
          sortDescFirst: column.sort?.startsWith('-') ?? false,
          enableSorting: column.sort !== undefined && isSorted,
          // The first column identifies the row.
          enableHiding: column !== columns[0] && !column.isHeaderHidden,
          cell: ({ row }) => column.cell(row.original),
        }),
      ),
    [columns, isSorted],
  );

/** The model of a table that is sorted and paginated by the server: visible columns, sorting, selection. */
export const useRows = <Row extends object>({ rows, columns, rowKey, name, place }: Options<Row>) => {
  const [liking, changeLiking] = useLiking(name);
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({});
  const [fit, setFit] = useState<Fit>({ dropped: 0, isWide: false });
  const definitions = useDefinitions(columns, place !== undefined);
  const columnVisibility = Object.fromEntries(
    columns.map((column) => [idOf(column), liking.columns[column.key] ?? !column.isExtra]),
  );
  const sorting = sortingOf(place?.sorting);
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowKey,
    manualSorting: true,
    enableMultiSort: false,
    enableSortingRemoval: false,
    state: { columnVisibility, rowSelection, sorting },
    onRowSelectionChange: setRowSelection,
    onColumnVisibilityChange: (updater) => {
      const shown = applied(updater, columnVisibility);
      changeLiking({
        columns: Object.fromEntries(columns.map((each) => [each.key, shown[idOf(each)] ?? true])),
      });
    },
    onSortingChange: (updater) => {
      const [first] = applied(updater, sorting);
      if (first) place?.setSorting(`${first.desc ? '-' : ''}${first.id}`);
    },
  });
  const columnOf = useMemo(() => new Map(columns.map((column) => [idOf(column), column])), [columns]);
  const lesser = columns.filter((column) => column.isWide && columnVisibility[idOf(column)]).map(idOf);
  lesser.reverse();
  return {
    table,
    /** The columns that a narrow table leaves out, the first ones first. */
    lesser,
    fit,
    setFit,
    /** Whether a column is left out because the table has no room for it. */
    isDropped: (id: string) => lesser.indexOf(id) !== -1 && lesser.indexOf(id) < fit.dropped,
    /** Our definition of a column of the model. */
    columnOf: (id: string) => columnOf.get(id),
    isDense: liking.isDense,
    setDense: (isDense: boolean) => changeLiking({ isDense }),
    clearSelection: () => setRowSelection({}),
  };
};

export type RowsModel<Row extends object> = ReturnType<typeof useRows<Row>>;
