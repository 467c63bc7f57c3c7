import { ActionIcon } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { describeFailure } from '../../api/failure.ts';
import { serverDate } from '../../api/server-time.ts';
import { t } from '../../i18n/t.ts';
import { type Cell, csvOf, download } from '../../ui/csv.ts';
import { notifyFailed } from '../../ui/notify.ts';
import { readPages } from './read-pages.ts';

/** What a column is called, as the API calls it in snake case, and what stands in it. */
export type ExportColumn<Row> = readonly [name: string, cell: (row: Row) => Cell];

type Props<Row extends { id: string }> = {
  /** What the file is called, before the day: `members`. */
  file: string;
  columns: readonly ExportColumn<Row>[];
  /** A page of the list, of `perPage` rows, by the filters that are chosen. */
  read: (page: number) => Promise<{ items: Row[]; pagination: { maxPage: number } }>;
  /** Among the tools of a table, which are lower than the buttons of a page. */
  isSmall?: boolean;
};

/**
 * Takes a whole list away as a file, where the server writes none. What it has comes from the requests of the page, so that
 * nobody gets more than they see there. `ui/ExportLink.tsx` is for lists that the server writes.
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
