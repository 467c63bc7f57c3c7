/** A list read to its end. */

/** As many rows as the server gives at once. */
export const perPage = 100;

type Page<Row> = { items: Row[]; pagination: { maxPage: number } };

/**
 * All rows, a page at a time. Where something is added or taken away meanwhile, the pages behind it move: a row that comes
 * twice is taken once.
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
