/** A list without pages, in the shape of a paginated list. */
export type WholeList<Row> = { items: Row[]; pagination: { totalCount: number; maxPage: number } };

export const wholeList = <Row>(items: Row[]): WholeList<Row> => ({
  items,
  pagination: { totalCount: items.length, maxPage: 1 },
});
