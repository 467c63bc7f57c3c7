import {
  CustomerCreate,
  CustomerDeleteQuery,
  CustomerListQuery,
  Customer as CustomerShape,
  CustomerState as CustomerStateShape,
  CustomerUpdate,
} from '@tessera/proto/api/billing/customer';
import { CustomerPaymentMethodPage } from '@tessera/proto/api/billing/customer-portal';
import { CustomerSession } from '@tessera/proto/api/billing/customer-session';
import { api, billingQuery, billingReply, type Stored } from './base.ts';
import { resource } from './resource.ts';
import { changeTags, tagOf } from './tags.ts';

export type Customer = Stored<typeof CustomerShape>;
export type CustomerState = Stored<typeof CustomerStateShape>;

const path = '/billing/v1/customers';
const customers = resource('Customer', path, { one: CustomerShape, query: CustomerListQuery });

/** Where all that is kept of a customer is as a file. */
export const customerFile = (id: string): string => `/api${path}/${id}/export`;

export const {
  useListCustomersQuery,
  useGetCustomerQuery,
  useGetCustomerStateQuery,
  useListCustomerCardsQuery,
  useOpenCustomerPagesMutation,
  useCreateCustomerMutation,
  useUpdateCustomerMutation,
  useDeleteCustomerMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listCustomers: customers.list(build),
    getCustomer: customers.get(build),
    createCustomer: customers.create(build, CustomerCreate),
    // Orders and subscriptions are shown with their customers.
    updateCustomer: customers.update(build, CustomerUpdate, ['Order', 'Subscription', 'UpcomingInvoice']),
    deleteCustomer: build.mutation<null, { id: string; anonymize: boolean }>({
      query: ({ id, anonymize }) => ({
        url: `${path}/${id}`,
        method: 'DELETE',
        query: anonymize ? billingQuery(CustomerDeleteQuery, { anonymize: 'true' }) : {},
      }),
      invalidatesTags: (_reply, _error, { id }) => [
        ...changeTags('Customer', id),
        'Order',
        'Subscription',
        'UpcomingInvoice',
      ],
    }),
    /** What a customer has now, by their id. */
    getCustomerState: build.query<CustomerState, string>({
      query: (id) => ({ url: `${path}/${id}/state` }),
      transformResponse: billingReply(CustomerStateShape),
      providesTags: (_reply, _error, id) => [tagOf('CustomerState', id)],
    }),
    /** The cards that a customer, by their id, has saved: the one that is charged first. */
    listCustomerCards: build.query<Stored<typeof CustomerPaymentMethodPage>, string>({
      query: (id) => ({ url: `${path}/${id}/payment-methods`, query: { limit: '100' } }),
      transformResponse: billingReply(CustomerPaymentMethodPage),
      providesTags: (_reply, _error, id) => [tagOf('CustomerState', id)],
    }),
    /** Opens a session for a customer, by their id, and answers the address of their own pages with it. */
    openCustomerPages: build.mutation<Stored<typeof CustomerSession>, string>({
      query: (customerId) => ({
        url: '/billing/v1/customer-sessions/',
        method: 'POST',
        body: { customer_id: customerId },
      }),
      transformResponse: billingReply(CustomerSession),
    }),
  }),
});
