/** Maps price changes to API responses. */
import type { PriceChange } from '@tessera/proto/api/billing/price-change';
import type { PriceChangeRow } from './entity.ts';

export const viewPriceChange = (row: PriceChangeRow, pendingCount: number): PriceChange => ({
  ...row,
  status: row.status === 'announced' ? (pendingCount > 0 ? 'planned' : 'done') : row.status,
  pendingCount,
});
