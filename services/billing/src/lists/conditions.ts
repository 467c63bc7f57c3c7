/** Conditions shared by lists: text search, metadata, ids. */
import { matches, searchPattern } from '@tessera/kit/database/search';
import type { MetadataQuery } from '@tessera/proto/api/billing/metadata';
import type { Bind, Condition } from './list.ts';

/** Rows whose column is one of the ids. */
export const isOneOf = (expression: string, ids: readonly string[] | undefined): Condition[] =>
  ids ? [(bind) => `${expression} = ANY(${bind(ids)}::uuid[])`] : [];

/** Rows where one of the columns contains the text, ignoring case and accents. Wildcards are escaped. */
export const containsText = (columns: readonly string[], text: string | undefined): Condition[] => {
  if (!text) return [];
  return [
    (bind) => {
      const pattern = bind(searchPattern(text));
      return `(${columns.map((column) => matches(column, pattern)).join(' OR ')})`;
    },
  ];
};

/** Rows whose column is one of the texts. */
export const isOneOfTexts = (expression: string, texts: readonly string[] | undefined): Condition[] =>
  texts ? [(bind) => `${expression} = ANY(${bind(texts)}::text[])`] : [];

/** Rows whose column is in a range; undefined bounds are open. `cast`: the type of the bounds. */
export const isWithin = (
  expression: string,
  cast: 'timestamptz' | 'integer',
  { from, to, before }: { from?: unknown; to?: unknown; before?: unknown },
): Condition[] => [
  ...(from === undefined ? [] : [(bind: Bind) => `${expression} >= ${bind(from)}::${cast}`]),
  ...(to === undefined ? [] : [(bind: Bind) => `${expression} <= ${bind(to)}::${cast}`]),
  ...(before === undefined ? [] : [(bind: Bind) => `${expression} < ${bind(before)}::${cast}`]),
];

type About = {
  text: string | undefined;
  /** Those whose rows are listed. The search must not name the row's: a subquery would run for each row. */
  organizations: readonly string[];
  own?: readonly string[];
};

/** Rows with the text in one of their own columns or in the name of their product. */
export const isAboutProduct = ({ text, organizations, own = [] }: About): Condition[] => {
  const [inOwn] = own.length > 0 ? containsText(own, text) : [];
  const [inProduct] = containsText(['p.name'], text);
  if (!inProduct) return [];
  return [
    (bind) =>
      `(${inOwn ? `${inOwn(bind)} OR ` : ''}r.product_id IN (SELECT p.id FROM products p
         WHERE p.organization_id = ANY(${bind(organizations)}::uuid[]) AND ${inProduct(bind)}))`,
  ];
};

type AboutRows = About & { table: string; isOfProduct?: boolean };

/**
 * Rows of a table with the text in one of their own columns, their customer or product. Each of these is found by its
 * own index, which a condition on all of them could not use. `isOfProduct`: whether the table's rows name a product.
 */
export const isAbout = ({
  table,
  text,
  organizations,
  own = [],
  isOfProduct = true,
}: AboutRows): Condition[] => {
  const [inOwn] = own.length > 0 ? containsText(own, text) : [];
  const [inProduct] = containsText(['p.name'], text);
  const [inCustomer] = containsText(['c.email', 'c.name'], text);
  if (!inProduct || !inCustomer) return [];
  return [
    (bind) => {
      const owners = `organization_id = ANY(${bind(organizations)}::uuid[])`;
      const found = [
        ...(isOfProduct
          ? [`products p JOIN ${table} r ON r.product_id = p.id WHERE p.${owners} AND ${inProduct(bind)}`]
          : []),
        `customers c JOIN ${table} r ON r.customer_id = c.id WHERE c.${owners} AND ${inCustomer(bind)}`,
        ...(inOwn ? [`${table} r WHERE r.${owners} AND ${inOwn(bind)}`] : []),
      ];
      return `r.id IN (${found.map((rows) => `SELECT r.id FROM ${rows}`).join(' UNION ')})`;
    },
  ];
};

/**
 * Rows whose metadata has, for each key of the filter, one of its texts. Containment uses the index; the comparison
 * of texts then excludes numbers in another notation.
 */
export const hasMetadata = (filter: MetadataQuery | undefined): Condition[] =>
  Object.entries(filter ?? {}).map(([key, texts]) => (bind) => {
    const candidates = texts
      .flatMap((text) => valuesOf(text))
      .map((value) => JSON.stringify({ [key]: value }));
    const contained = candidates.map((candidate) => `r.metadata @> ${bind(candidate)}::jsonb`).join(' OR ');
    return `((${contained}) AND r.metadata ->> ${bind(key)} = ANY(${bind(texts)}::text[]))`;
  });

/** The values that a text may stand for: itself, a number or a boolean. */
const valuesOf = (text: string): (string | number | boolean)[] => [
  text,
  ...(text === 'true' || text === 'false' ? [text === 'true'] : []),
  ...(/^-?\d/.test(text) && Number.isFinite(Number(text)) ? [Number(text)] : []),
];
