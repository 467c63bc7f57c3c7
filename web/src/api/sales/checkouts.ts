import { CheckoutListQuery, Checkout as CheckoutShape } from '@tessera/proto/api/billing/checkout';
import { CheckoutCreate } from '@tessera/proto/api/billing/checkout-requests';
import type { z } from 'zod';
import { api, billingBody, billingReply, type Stored } from '../request/base.ts';
import { resource } from '../request/resource.ts';
import { listTag } from '../request/tags.ts';

export type Checkout = Stored<typeof CheckoutShape>;

/** The fields of a checkout that are shared. */
export const SharedCheckout = CheckoutShape.pick({ id: true, url: true, expiresAt: true });

const checkouts = resource('Checkout', '/billing/v1/checkouts', {
  one: CheckoutShape,
  query: CheckoutListQuery,
});

export const { useListCheckoutsQuery, useGetCheckoutQuery, useCreateCheckoutMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    listCheckouts: checkouts.list(build),
    getCheckout: checkouts.get(build),
    createCheckout: build.mutation<Stored<typeof SharedCheckout>, z.input<typeof CheckoutCreate>>({
      query: (value) => ({
        url: '/billing/v1/checkouts/',
        method: 'POST',
        body: billingBody(CheckoutCreate, value),
      }),
      transformResponse: billingReply(SharedCheckout),
      invalidatesTags: [listTag('Checkout')],
    }),
  }),
});
