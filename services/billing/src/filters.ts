/** Conditions that lists share: text search and metadata. Columns are property paths such as `product.name`. */
import type { MetadataQuery } from '@tessera/proto/api/billing/metadata';
import { Brackets, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';

/** Keeps rows where one of the columns contains the text, ignoring case. Wildcards in it are ordinary characters. */
export const whereText = <Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  columns: readonly string[],
  text: string | undefined,
): SelectQueryBuilder<Row> => {
  if (!text) return query;
  const pattern = `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;
  return query.andWhere(
    new Brackets((any) => {
      for (const column of columns) any.orWhere(`${column} ILIKE :pattern`, { pattern });
    }),
  );
};

/** Keeps rows whose metadata has, for each key of the filter, one of the texts given for it. */
export const whereMetadata = <Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  filter: MetadataQuery | undefined,
): SelectQueryBuilder<Row> => {
  for (const [index, [key, values]] of Object.entries(filter ?? {}).entries())
    query.andWhere(`${query.alias}.metadata ->> :metadataKey${index} IN (:...metadataValues${index})`, {
      [`metadataKey${index}`]: key,
      [`metadataValues${index}`]: values,
    });
  return query;
};
