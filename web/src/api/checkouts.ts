import { Checkout } from '@tessera/proto/api/billing/checkout';
import { CheckoutCreate } from '@tessera/proto/api/billing/checkout-requests';
import { api, billingBody, billingReply } from './base.ts';

const checkouts = api.injectEndpoints({
  endpoints: (build) => ({
    createCheckout: build.mutation<Checkout, { productId: string }>({
      query: ({ productId }) => ({
        url: '/billing/v1/checkouts/',
        method: 'POST',
        body: billingBody(CheckoutCreate, { products: [productId] }),
      }),
      transformResponse: billingReply(Checkout),
    }),
  }),
});

export const { useCreateCheckoutMutation } = checkouts;
