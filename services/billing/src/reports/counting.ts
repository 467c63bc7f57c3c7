/** The parameters of a query of figures, and the rows that they select. */
import type { MetricsQuery } from '@tessera/proto/api/billing/metrics';
import type { Bind } from '../lists/list.ts';

export type Counting = Omit<MetricsQuery, 'organizationId' | 'currency'> & {
  organizations: readonly string[];
  currency: string;
};

/** SQL conditions on rows `r`: these organizations, products and currency. */
export const whereOf = (bind: Bind, { organizations, productId, currency }: Counting): string[] => [
  `r.organization_id = ANY(${bind(organizations)}::uuid[])`,
  `r.currency = ${bind(currency)}`,
  ...(productId ? [`r.product_id = ANY(${bind(productId)}::uuid[])`] : []),
];
