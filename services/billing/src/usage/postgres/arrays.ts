/** Writes Postgres array literals: the driver's serialization costs more per value than Postgres needs per row. */

const write = <Item>(items: readonly Item[], textOf: (item: Item) => string): string =>
  `{${items.map(textOf).join(',')}}`;

/** For values that need no quotes: ids, times, numbers. */
export const wordArray = <Item>(items: readonly Item[], of: (item: Item) => string | null): string =>
  write(items, (item) => of(item) ?? 'NULL');

const special = /["\\]/;

const quote = (text: string | null): string => {
  if (text === null) return 'NULL';
  return `"${special.test(text) ? text.replaceAll(/["\\]/g, String.raw`\$&`) : text}"`;
};

/** For any text. */
export const textArray = <Item>(items: readonly Item[], of: (item: Item) => string | null): string =>
  write(items, (item) => quote(of(item)));
