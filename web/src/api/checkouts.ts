import { CheckoutListQuery, Checkout as CheckoutShape } from '@tessera/proto/api/billing/checkout';
import { api, type Stored } from './base.ts';
import { resource } from './resource.ts';

export type Checkout = Stored<typeof CheckoutShape>;

const checkouts = resource('Checkout', '/billing/v1/checkouts', {
  one: CheckoutShape,
  query: CheckoutListQuery,
});

export const { useListCheckoutsQuery, useGetCheckoutQuery } = api.injectEndpoints({
  endpoints: (build) => ({ listCheckouts: checkouts.list(build), getCheckout: checkouts.get(build) }),
});
