/** Arrays as Postgres reads them: written here, since the driver spends more on each value than Postgres on the row. */

const write = <Item>(items: readonly Item[], textOf: (item: Item) => string): string =>
  `{${items.map(textOf).join(',')}}`;

/** Of words that need no quotes: ids, times, numbers. */
export const wordArray = <Item>(items: readonly Item[], of: (item: Item) => string | null): string =>
  write(items, (item) => of(item) ?? 'NULL');

const special = /["\\]/;

const quote = (text: string | null): string => {
  if (text === null) return 'NULL';
  return `"${special.test(text) ? text.replaceAll(/["\\]/g, String.raw`\$&`) : text}"`;
};

/** Of any text. */
export const textArray = <Item>(items: readonly Item[], of: (item: Item) => string | null): string =>
  write(items, (item) => quote(of(item)));
