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
import { api, billingQuery, billingReply, type Stored } from '../request/base.ts';
import { resource } from '../request/resource.ts';
import { changeTags, tagOf } from '../request/tags.ts';

export type Customer = Stored<typeof CustomerShape>;
export type CustomerState = Stored<typeof CustomerStateShape>;

const path = '/billing/v1/customers';
const customers = resource('Customer', path, { one: CustomerShape, query: CustomerListQuery });

/** Address of the file with all data of a customer. */
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
    /** A customer's present state, by customer id. */
    getCustomerState: build.query<CustomerState, string>({
      query: (id) => ({ url: `${path}/${id}/state` }),
      transformResponse: billingReply(CustomerStateShape),
      providesTags: (_reply, _error, id) => [tagOf('CustomerState', id)],
    }),
    /** A customer's saved cards, by customer id; the default card first. */
    listCustomerCards: build.query<Stored<typeof CustomerPaymentMethodPage>, string>({
      query: (id) => ({ url: `${path}/${id}/payment-methods`, query: { limit: '100' } }),
      transformResponse: billingReply(CustomerPaymentMethodPage),
      providesTags: (_reply, _error, id) => [tagOf('CustomerState', id)],
    }),
    /** Creates a session for a customer, by customer id, and returns the address of the customer portal with it. */
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
