/** Pagination in the billing API (contracts/billing.md, section 1). */
import { z } from 'zod';

/** `page` and `limit` of a list request. A limit above 100 is clamped, not rejected. */
export const PageQuery = z.object({
  page: z.coerce.number().int().gt(0).max(1_000_000).default(1),
  limit: z.coerce
    .number()
    .int()
    .gt(0)
    .default(10)
    .transform((limit) => Math.min(limit, 100))
    .describe('Items per page, at most 100. Higher values are treated as 100.'),
});
export type PageQuery = z.output<typeof PageQuery>;

export const Pagination = z.object({ totalCount: z.int(), maxPage: z.int() });

/** One page of a list: the items, the total count and the number of the last page. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), pagination: Pagination });

/** Builds the reply of a list from its rows and their total. */
export const pageReply = <Item>(items: Item[], totalCount: number, query: { limit: number }) => ({
  items,
  pagination: { totalCount, maxPage: Math.ceil(totalCount / query.limit) },
});
