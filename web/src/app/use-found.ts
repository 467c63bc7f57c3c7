import { useDebouncedValue } from '@mantine/hooks';
import { skipToken } from '@reduxjs/toolkit/query';
import { useCurrentOrganization } from '../api/current-organization.ts';
import { useListCustomersQuery } from '../api/customers.ts';
import { useListOrdersQuery } from '../api/orders.ts';
import { useListProductsQuery } from '../api/products.ts';
import { paths } from '../paths.ts';
import { describePrice } from '../shared/describe/price.ts';
import { customerName } from '../ui/customer-name.ts';
import { formatDay } from '../ui/dates.ts';
import { formatMoney } from '../ui/money.ts';

const shortestQuery = 2;
const limit = 4;

/** What of the organization the server finds for a few letters: customers, orders and products, a handful each. */
export const useFound = (typed: string) => {
  const { organization } = useCurrentOrganization();
  const { id: organizationId, slug } = organization;
  const [query] = useDebouncedValue(typed, 180);
  const isAsked = typed.length >= shortestQuery && query.length >= shortestQuery;
  const search = isAsked ? { organizationId, query, limit } : skipToken;
  const customers = useListCustomersQuery(search);
  const orders = useListOrdersQuery(search);
  const products = useListProductsQuery(search);
  const shown = <Item>(items: Item[] | undefined): Item[] => (isAsked ? (items ?? []) : []);
  const found = {
    customers: shown(customers.data?.items).map(({ id, name, email }) => ({
      id,
      title: customerName({ name, email }),
      note: email,
      to: paths.customer(slug, id),
    })),
    orders: shown(orders.data?.items).map((order) => ({
      id: order.id,
      title: `${customerName(order.customer)} · ${order.product.name}`,
      note: `${formatMoney(order.totalAmount, order.currency)}, ${formatDay(order.createdAt)}`,
      to: paths.order(slug, order.id),
    })),
    products: shown(products.data?.items).map(
      ({ id, name, prices, recurringInterval, recurringIntervalCount }) => ({
        id,
        title: name,
        note: describePrice(prices, recurringInterval, recurringIntervalCount),
        to: paths.product(slug, id),
      }),
    ),
  };
  return {
    ...found,
    isEmpty: Object.values(found).every((items) => items.length === 0),
    isSearching:
      typed.length >= shortestQuery &&
      (typed !== query || [customers, orders, products].some(({ isFetching, data }) => isFetching && !data)),
  };
};
