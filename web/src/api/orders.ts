import { OrderListQuery, OrderPage, Order as OrderShape } from '@tessera/proto/api/billing/order';
import { api, billingReply, type Kept } from './base.ts';
import { listQuery, resource } from './resource.ts';
import { listTag } from './tags.ts';

export type Order = Kept<typeof OrderShape>;

const path = '/billing/v1/orders';
const orders = resource('Order', path, { one: OrderShape, query: OrderListQuery });
const readPage = billingReply(OrderPage);
const pageSize = 100;

/** Enough for the overview of a busy month; beyond it the figures say that they are partial. */
const maxPages = 20;

export type OrdersSince = { orders: Order[]; isPartial: boolean };

export const { useListOrdersQuery, useGetOrderQuery, useListOrdersSinceQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    listOrders: orders.list(build),
    getOrder: orders.get(build),
    /** Reads newest first, page by page, until an order is older than asked for. */
    listOrdersSince: build.query<OrdersSince, { organizationId: string; since: string }>({
      queryFn: async ({ organizationId, since }, _api, _extra, send) => {
        const orders: Order[] = [];
        for (let page = 1; page <= maxPages; page += 1) {
          const { data, error } = await send({
            url: `${path}/`,
            query: listQuery(OrderListQuery, {
              organizationId,
              page,
              limit: pageSize,
              sorting: '-created_at',
            }),
          });
          if (error) return { error };
          const { items, pagination } = readPage(data);
          const recent = items.filter(({ createdAt }) => new Date(createdAt).toISOString() >= since);
          orders.push(...recent);
          if (recent.length < items.length || page >= pagination.maxPage)
            return { data: { orders, isPartial: false } };
        }
        return { data: { orders, isPartial: true } };
      },
      providesTags: [listTag('Order')],
    }),
  }),
});
