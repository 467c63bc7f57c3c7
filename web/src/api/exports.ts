/** Where lists are had as CSV. */

export type ExportedList =
  | 'checkout-links'
  | 'custom-fields'
  | 'customers'
  | 'discounts'
  | 'orders'
  | 'products'
  | 'subscriptions';

/** The address of a list's file; `filters` are those of the list, in the words of the API. */
export const exportAddress = (
  list: ExportedList,
  filters: Record<string, string | boolean | undefined>,
): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined && value !== '') query.set(name, String(value));
  return `/api/billing/v1/${list}/export?${query.toString()}`;
};
