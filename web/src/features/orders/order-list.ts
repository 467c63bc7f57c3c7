import { beginningOf } from '../../ui/filters/days.ts';
import type { ListState } from '../../ui/list-state.ts';

const statuses = ['pending', 'paid', 'refunded', 'partially_refunded'];
const billingTypes = ['one_time', 'recurring'];

/** What an address chose of a few; nothing for what it made up. */
const oneOf = (options: string[], chosen: string): string | undefined =>
  options.includes(chosen) ? chosen : undefined;

const centsOf = (text: string): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined);

/** Which orders the server is asked for, by what the address says. */
export const filtersOf = (organizationId: string, list: ListState) => ({
  organizationId,
  query: list.filter('query'),
  productId: list.filter('product') || undefined,
  status: oneOf(statuses, list.filter('status')),
  productBillingType: oneOf(billingTypes, list.filter('type')),
  createdAfter: beginningOf(list.filter('from')),
  createdBefore: beginningOf(list.filter('until'), 1),
  minAmount: centsOf(list.filter('min')),
  maxAmount: centsOf(list.filter('max')),
});
