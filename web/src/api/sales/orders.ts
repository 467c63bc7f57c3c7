import {
  OrderListQuery,
  OrderPaymentRetry,
  Order as OrderShape,
  OrderUpdate,
} from '@tessera/proto/api/billing/order';
import { api, billingReply, type Stored } from '../request/base.ts';
import { resource } from '../request/resource.ts';
import { changeTags, tagOf } from '../request/tags.ts';

export type Order = Stored<typeof OrderShape>;

const orders = resource('Order', '/billing/v1/orders', { one: OrderShape, query: OrderListQuery });

export const {
  useListOrdersQuery,
  useGetOrderQuery,
  useUpdateOrderMutation,
  useResendReceiptMutation,
  useRetryPaymentMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listOrders: orders.list(build),
    getOrder: orders.get(build),
    updateOrder: orders.update(build, OrderUpdate),
    /** Sends the receipt to the customer again. */
    resendReceipt: build.mutation<unknown, string>({
      query: (id) => ({ url: `/billing/v1/orders/${id}/receipt`, method: 'POST' }),
      invalidatesTags: (_reply, _error, id) => [tagOf('Order', id)],
    }),
    /** Charges an open order of a past-due subscription now. A decline is a result. */
    retryPayment: build.mutation<Stored<typeof OrderPaymentRetry>, string>({
      query: (id) => ({ url: `/billing/v1/orders/${id}/retry-payment`, method: 'POST' }),
      transformResponse: billingReply(OrderPaymentRetry),
      invalidatesTags: (_reply, _error, id) => [
        ...changeTags('Order', id),
        'Payment',
        'Subscription',
        'Customer',
        'CustomerState',
        'Wallet',
      ],
    }),
  }),
});
