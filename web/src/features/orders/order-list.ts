import { beginningOf } from '../../ui/filters/days.ts';
import type { ListState } from '../../ui/filters/list-state.ts';
import { amounts, anId, anyText, days, oneOf } from '../../ui/filters/values.ts';

const statuses = ['pending', 'paid', 'refunded', 'partially_refunded'];
const billingTypes = ['one_time', 'recurring'];

/** Filters that the URL may hold. */
export const orderFilters = {
  query: anyText,
  product: anId,
  status: oneOf(statuses),
  type: oneOf(billingTypes),
  ...days,
  ...amounts,
};

const centsOf = (text: string): number | undefined => (text === '' ? undefined : Number(text));

/** Builds the server query from the list state in the URL. */
export const filtersOf = (organizationId: string, list: ListState) => ({
  organizationId,
  query: list.filter('query'),
  productId: list.filter('product') || undefined,
  status: list.filter('status') || undefined,
  productBillingType: list.filter('type') || undefined,
  createdAfter: beginningOf(list.filter('from')),
  createdBefore: beginningOf(list.filter('until'), 1),
  minAmount: centsOf(list.filter('min')),
  maxAmount: centsOf(list.filter('max')),
});
