import { Order, OrderPage } from '@tessera/proto/api/billing/order';
import type { z } from 'zod';
import { api, billingReply, type ListArguments, listQuery } from './base.ts';

type ListOrders = ListArguments & { customerId?: string; productId?: string; billingType?: string };

const path = '/billing/v1/orders/';
const readPage = billingReply(OrderPage);
const pageSize = 100;

/** Enough for the overview of a busy month; beyond it the figures say that they are partial. */
const maxPages = 20;

export type OrdersSince = { orders: Order[]; isPartial: boolean };

const orders = api.injectEndpoints({
  endpoints: (build) => ({
    listOrders: build.query<z.output<typeof OrderPage>, ListOrders>({
      query: ({ customerId, productId, billingType, ...list }) => ({
        url: path,
        query: {
          ...listQuery(list),
          customer_id: customerId,
          product_id: productId,
          product_billing_type: billingType,
        },
      }),
      transformResponse: readPage,
      providesTags: ['Order'],
    }),
    getOrder: build.query<Order, string>({
      query: (id) => ({ url: `${path}${id}` }),
      transformResponse: billingReply(Order),
      providesTags: ['Order'],
    }),
    /** Reads newest first, page by page, until an order is older than asked for. */
    listOrdersSince: build.query<OrdersSince, { organizationId: string; since: string }>({
      queryFn: async ({ organizationId, since }, _api, _extra, send) => {
        const orders: Order[] = [];
        for (let page = 1; page <= maxPages; page += 1) {
          const { data, error } = await send({
            url: path,
            query: { ...listQuery({ organizationId, page, limit: pageSize }), sorting: '-created_at' },
          });
          if (error) return { error };
          const { items, pagination } = readPage(data);
          const recent = items.filter(({ createdAt }) => createdAt.toISOString() >= since);
          orders.push(...recent);
          if (recent.length < items.length || page >= pagination.maxPage)
            return { data: { orders, isPartial: false } };
        }
        return { data: { orders, isPartial: true } };
      },
      providesTags: ['Order'],
    }),
  }),
});

export const { useListOrdersQuery, useGetOrderQuery, useListOrdersSinceQuery } = orders;
