/** What the lists of the API have in common: how a table is paged, filtered and counted. */
import type { EntitySchema, ObjectLiteral } from 'typeorm';

/** Takes a value and answers its placeholder, `$1` and so on. */
export type Bind = (value: unknown) => string;

/** A condition on the row `r`. Values are bound, never written into the text. */
export type Condition = (bind: Bind) => string;

/**
 * A list. Expressions name the row `r`. `time` is the column of the default order; `facet`, with the values in
 * `facets`, is what rows are counted by besides their product (see migration 021).
 */
export type List<Row extends ObjectLiteral> = {
  entity: EntitySchema<Row>;
  table: string;
  time: string;
  /** Criterion of `sorting` -> expression; `product.name` and `customer.name` bring their joins. */
  sorts: Record<string, string>;
  /** What is listed at all. */
  where?: string;
  facet?: string;
  facets?: readonly string[];
};

/** Which rows a list shows. `conditions` are what nobody counts beforehand: whoever uses them pays for their matches. */
export type Filter = {
  organizations: readonly string[];
  products?: readonly string[] | undefined;
  facets?: readonly string[] | undefined;
  conditions?: Condition[];
};

export type Paging = { page: number; limit: number; sorting: readonly string[] };

/** The expression by which a list is sorted by words: in the order of an alphabet, whatever the database's own is. */
export const alphabetical = (column: string): string => `${column} COLLATE alphabetical`;

/** A statement in the making. */
export const createStatement = () => {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  return { values, bind };
};
