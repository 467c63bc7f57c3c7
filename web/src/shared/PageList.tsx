import { type ExportedList, exportAddress } from '../api/request/exports.ts';
import { describeFailure } from '../api/request/failure.ts';
import type { ListState } from '../ui/filters/list-state.ts';
import { SavedViews } from '../ui/filters/SavedViews.tsx';
import { DataTable, type DataTableProps } from '../ui/table/DataTable.tsx';
import { ExportLink } from '../ui/table/ExportLink.tsx';
import { SelectedRows } from './selection/SelectedRows.tsx';
import type { BulkAct } from './selection/use-bulk-act.ts';

type Props<Row extends { id: string }> = Omit<DataTableProps<Row>, 'rowKey' | 'describeError' | 'tools'> & {
  /** The list in the API, under whose name columns and views are stored too. */
  name: ExportedList;
  list: ListState;
  /** The filters of the query, for the file of all rows that match. */
  filters: Parameters<typeof exportAddress>[1];
  /** Wanted metadata, by keys that are not renamed. */
  metadata?: Record<string, string> | undefined;
  /** What can be done with selected rows, besides exporting them. */
  act?: BulkAct<Row>;
};

/** The list that a page is about: with saved views, its file, and rows that can be selected. */
export const PageList = <Row extends { id: string }>({ filters, metadata, act, ...table }: Props<Row>) => {
  const { name, list } = table;
  return (
    <DataTable
      rowKey={({ id }) => id}
      describeError={describeFailure}
      tools={
        <>
          <SavedViews list={list} name={name} />
          <ExportLink href={exportAddress(name, filters, metadata)} />
        </>
      }
      renderActs={(rows, clear) => <SelectedRows rows={rows} clear={clear} file={name} act={act} />}
      {...table}
    />
  );
};
