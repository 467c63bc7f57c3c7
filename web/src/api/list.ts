/** A list that comes in one piece, in the form of those that come in pages. */
export type WholeList<Row> = { items: Row[]; pagination: { totalCount: number; maxPage: number } };

export const wholeList = <Row>(items: Row[]): WholeList<Row> => ({
  items,
  pagination: { totalCount: items.length, maxPage: 1 },
});
