/** Addresses of lists as CSV. */
import { snakeCase } from '@tessera/proto/api/wire';

export type ExportedList =
  | 'benefits'
  | 'checkout-links'
  | 'checkouts'
  | 'custom-fields'
  | 'customers'
  | 'discounts'
  | 'events'
  | 'files'
  | 'license-keys'
  | 'meters'
  | 'metrics'
  | 'orders'
  | 'payments'
  | 'products'
  | 'subscriptions';

type Value = string | number | boolean | undefined;
type Filter = Value | readonly Value[];

/**
 * The address of a list's file; `filters` are those of the list, in camel case. Keys of metadata are kept as they
 * are.
 */
export const exportAddress = (
  list: ExportedList,
  filters: Record<string, Filter>,
  metadata: Record<string, string> = {},
): string => {
  const query = new URLSearchParams();
  for (const [name, filter] of Object.entries(filters))
    for (const value of [filter].flat())
      if (value !== undefined && value !== '') query.append(snakeCase(name), String(value));
  for (const [key, value] of Object.entries(metadata)) query.set(`metadata[${key}]`, value);
  return `/api/billing/v1/${list}/export?${query.toString()}`;
};
