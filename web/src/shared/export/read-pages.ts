/** Reads all pages of a list. */

/** The server's maximum page size. */
export const perPage = 100;

type Page<Row> = { items: Row[]; pagination: { maxPage: number } };

/**
 * Reads all rows, page by page. Concurrent inserts and deletions shift later pages: a row that is read twice is
 * returned once.
 */
export const readPages = async <Row extends { id: string }>(
  read: (page: number) => Promise<Page<Row>>,
): Promise<Row[]> => {
  const rows = new Map<string, Row>();
  for (let page = 1, last = 1; page <= last; page++) {
    const { items, pagination } = await read(page);
    for (const row of items) rows.set(row.id, row);
    last = pagination.maxPage;
  }
  return [...rows.values()];
};
