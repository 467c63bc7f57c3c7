import { OrderListQuery, Order as OrderShape, OrderUpdate } from '@tessera/proto/api/billing/order';
import { api, type Stored } from './base.ts';
import { resource } from './resource.ts';
import { tagOf } from './tags.ts';

export type Order = Stored<typeof OrderShape>;

const orders = resource('Order', '/billing/v1/orders', { one: OrderShape, query: OrderListQuery });

export const { useListOrdersQuery, useGetOrderQuery, useUpdateOrderMutation, useResendReceiptMutation } =
  api.injectEndpoints({
    endpoints: (build) => ({
      listOrders: orders.list(build),
      getOrder: orders.get(build),
      updateOrder: orders.update(build, OrderUpdate),
      /** Sends the receipt to the customer again. */
      resendReceipt: build.mutation<unknown, string>({
        query: (id) => ({ url: `/billing/v1/orders/${id}/receipt`, method: 'POST' }),
        invalidatesTags: (_reply, _error, id) => [tagOf('Order', id)],
      }),
    }),
  });
