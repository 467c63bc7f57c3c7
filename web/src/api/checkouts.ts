import { Checkout } from '@tessera/proto/api/billing/checkout';
import { CheckoutCreate } from '@tessera/proto/api/billing/checkout-requests';
import { api, billingBody, billingReply, type Kept } from './base.ts';

export const { useCreateCheckoutMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    createCheckout: build.mutation<Kept<typeof Checkout>, { productId: string }>({
      query: ({ productId }) => ({
        url: '/billing/v1/checkouts/',
        method: 'POST',
        body: billingBody(CheckoutCreate, { products: [productId] }),
      }),
      transformResponse: billingReply(Checkout),
    }),
  }),
});
