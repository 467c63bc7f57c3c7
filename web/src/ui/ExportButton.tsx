import { ActionIcon } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../i18n/t.ts';
import { type Cell, csvOf, download } from './csv.ts';
import { notifyFailed } from './notify.ts';

type Page<Row> = { items: Row[]; pagination: { maxPage: number } };

type Props<Row> = {
  /** Name of the file, without its ending. */
  name: string;
  /** What a row says, by the head of its column. */
  cells: (row: Row) => Record<string, Cell>;
  /** One page of all that the list shows, 100 rows each. Fails when it cannot be read. */
  loadPage: (page: number) => Promise<Page<Row>>;
};

/** Rows beyond this many are for the API. */
const mostPages = 50;

const loadAll = async <Row,>(loadPage: Props<Row>['loadPage']): Promise<Row[]> => {
  const first = await loadPage(1);
  const rows = [...first.items];
  for (let page = 2; page <= Math.min(first.pagination.maxPage, mostPages); page += 1)
    rows.push(...(await loadPage(page)).items);
  return rows;
};

/** Takes away all rows that a list shows, with its filters and in its order. */
export const ExportButton = <Row,>({ name, cells, loadPage }: Props<Row>) => {
  const [isBusy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    try {
      const rows = (await loadAll(loadPage)).map(cells);
      const head = Object.keys(rows[0] ?? {});
      const text = csvOf(
        head,
        rows.map((row) => head.map((key) => row[key] ?? null)),
      );
      download(`${name}.csv`, text);
    } catch {
      notifyFailed(t('table:exportFailed'));
    }
    setBusy(false);
  };
  return (
    <ActionIcon
      variant="default"
      size={32}
      aria-label={t('table:export')}
      loading={isBusy}
      onClick={() => void take()}
    >
      <IconDownload size={16} aria-hidden />
    </ActionIcon>
  );
};
