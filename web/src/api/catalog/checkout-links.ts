import {
  CheckoutLinkCreate,
  CheckoutLinkListQuery,
  CheckoutLink as CheckoutLinkShape,
  CheckoutLinkUpdate,
} from '@tessera/proto/api/billing/checkout-link';
import { api, type Stored } from '../request/base.ts';
import { resource } from '../request/resource.ts';

export type CheckoutLink = Stored<typeof CheckoutLinkShape>;

const path = '/billing/v1/checkout-links';
const links = resource('CheckoutLink', path, { one: CheckoutLinkShape, query: CheckoutLinkListQuery });

export const {
  useListCheckoutLinksQuery,
  useGetCheckoutLinkQuery,
  useCreateCheckoutLinkMutation,
  useUpdateCheckoutLinkMutation,
  useDeleteCheckoutLinkMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listCheckoutLinks: links.list(build),
    getCheckoutLink: links.get(build),
    createCheckoutLink: links.create(build, CheckoutLinkCreate),
    updateCheckoutLink: links.update(build, CheckoutLinkUpdate),
    deleteCheckoutLink: links.remove(build),
  }),
});
