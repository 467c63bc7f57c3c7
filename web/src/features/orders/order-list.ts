import { decimalOf } from '@tessera/proto/api/money';
import type { Order } from '../../api/orders.ts';
import type { Cell } from '../../ui/csv.ts';
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
  status: oneOf(statuses, list.filter('status')),
  productBillingType: oneOf(billingTypes, list.filter('type')),
  createdAfter: beginningOf(list.filter('from')),
  createdBefore: beginningOf(list.filter('until'), 1),
  minAmount: centsOf(list.filter('min')),
  maxAmount: centsOf(list.filter('max')),
});

/** An order as a row of a spreadsheet. The heads are those of the API, so that files of all languages are alike. */
export const orderCells = (order: Order): Record<string, Cell> => ({
  invoice_number: order.invoiceNumber,
  created_at: order.createdAt,
  status: order.status,
  customer_name: order.customer.name,
  customer_email: order.customer.email,
  product: order.product.name,
  currency: order.currency,
  net_amount: decimalOf(order.netAmount, order.currency),
  tax_amount: decimalOf(order.taxAmount, order.currency),
  total_amount: decimalOf(order.totalAmount, order.currency),
  refunded_amount: decimalOf(order.refundedAmount, order.currency),
  id: order.id,
});
