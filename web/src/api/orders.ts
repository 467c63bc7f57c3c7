import { OrderListQuery, Order as OrderShape } from '@tessera/proto/api/billing/order';
import { api, type Stored } from './base.ts';
import { resource } from './resource.ts';

export type Order = Stored<typeof OrderShape>;

const orders = resource('Order', '/billing/v1/orders', { one: OrderShape, query: OrderListQuery });

export const { useListOrdersQuery, useGetOrderQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    listOrders: orders.list(build),
    getOrder: orders.get(build),
  }),
});
