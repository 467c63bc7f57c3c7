import { ActionIcon } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { describeFailure } from '../../api/request/failure.ts';
import { serverDate } from '../../api/request/server-time.ts';
import { t } from '../../i18n/t.ts';
import { notifyFailed } from '../../ui/dialogs/notify.ts';
import { type Cell, csvOf, download } from '../../ui/table/csv.ts';
import { readPages } from './read-pages.ts';

/** A column's name, in snake case as in the API, and its cell. */
export type ExportColumn<Row> = readonly [name: string, cell: (row: Row) => Cell];

type Props<Row extends { id: string }> = {
  /** The file's name, without the date: `members`. */
  file: string;
  columns: readonly ExportColumn<Row>[];
  /** Reads a page of the list, of `perPage` rows, with the current filters. */
  read: (page: number) => Promise<{ items: Row[]; pagination: { maxPage: number } }>;
  /** Uses the smaller buttons of table toolbars. */
  isSmall?: boolean;
};

/**
 * Exports a whole list as a file, for lists without a server export. It reads the page's own endpoint, so that users
 * get no more than they see there. `ui/table/ExportLink.tsx` is for lists with a server export.
 */
export const ExportRows = <Row extends { id: string }>({
  file,
  columns,
  read,
  isSmall = false,
}: Props<Row>) => {
  const [isBusy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    try {
      const rows = await readPages(read);
      const cells = rows.map((row) => columns.map(([, cell]) => cell(row)));
      const day = serverDate().toISOString().slice(0, 10);
      const head = columns.map(([name]) => name);
      download(`${file}-${day}.csv`, csvOf(head, cells));
    } catch (error) {
      notifyFailed(describeFailure(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <ActionIcon
      variant="default"
      size={isSmall ? 32 : 36}
      aria-label={t('ui:exportCsv')}
      loading={isBusy}
      onClick={() => void take()}
    >
      <IconDownload size={16} aria-hidden />
    </ActionIcon>
  );
};
