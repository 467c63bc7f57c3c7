/** Where lists are had as CSV. */
import { snakeCase } from '@tessera/proto/api/wire';

export type ExportedList =
  | 'benefits'
  | 'checkout-links'
  | 'custom-fields'
  | 'customers'
  | 'discounts'
  | 'files'
  | 'license-keys'
  | 'metrics'
  | 'orders'
  | 'payments'
  | 'products'
  | 'subscriptions';

/** The address of a list's file; `filters` are those of the list, in the words of code. */
export const exportAddress = (
  list: ExportedList,
  filters: Record<string, string | number | boolean | undefined>,
): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined && value !== '') query.set(snakeCase(name), String(value));
  return `/api/billing/v1/${list}/export?${query.toString()}`;
};
