/** Types shared by the lists of the API: how a table is paged, filtered and counted. */
import type { EntitySchema, ObjectLiteral } from 'typeorm';

/** Adds a value to a statement and returns its placeholder, `$1` and so on. */
export type Bind = (value: unknown) => string;

/** A condition on the row `r`. Values must be bound, never written into the SQL. */
export type Condition = (bind: Bind) => string;

/**
 * A list. Expressions name the row `r`. `time`: column of the default order. `facet`: the expression that rows are
 * counted by in addition to the product, with the values in `facets` (see migration 021).
 */
export type List<Row extends ObjectLiteral> = {
  entity: EntitySchema<Row>;
  table: string;
  time: string;
  /** Maps values of `sorting` to expressions; columns of `product`, `customer`, `discount`, `meter` bring their joins. */
  sorts: Record<string, string>;
  /** Condition of all rows that are listed. */
  where?: string;
  facet?: string;
  facets?: readonly string[];
  /** Facets with a partial index of their own: the condition of its rows, as it stands in the index. */
  partial?: Record<string, string>;
  /** The column of what rows are counted by as `products`, and the table it refers to. Default: products. */
  owner?: { column: string; table: string };
  /** Sorts by what rows are counted by: the facet as text (of lists without `partial`), or the product's name. */
  groups?: Record<string, 'facet' | 'product'>;
};

/**
 * The rows of a list. `conditions` are not counted in advance: with them, all matches are read. `without`: rows that
 * are left out, few and in an index, so that only these are counted.
 */
export type Filter = {
  organizations: readonly string[];
  products?: readonly string[] | undefined;
  facets?: readonly string[] | undefined;
  without?: string | undefined;
  conditions?: Condition[];
};

/** What the rows of a list are counted by as `products`. */
export const ownerOf = <Row extends ObjectLiteral>({ owner }: List<Row>) =>
  owner ?? { column: 'product_id', table: 'products' };

export type Paging = { page: number; limit: number; sorting: readonly string[] };

/** Sorts text alphabetically, independent of the database's default collation. */
export const alphabetical = (column: string): string => `${column} COLLATE alphabetical`;

/** Sorts by what a customer is shown as: the name, or the e-mail address of those without one. */
export const customerAsShown = alphabetical('coalesce(customer.name, customer.email)');

/** Sorts the values of a column, or of a CASE, in this order. The values must be constants of this code. */
export const inOrderOf = (values: readonly string[], column: string): string =>
  `array_position('{${values.join(',')}}'::text[], ${column})`;

/** Creates a list of parameters and the function that binds values to it. */
export const createStatement = () => {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  return { values, bind };
};
