import { Customer, CustomerPage, CustomerState } from '@tessera/proto/api/billing/customer';
import type { z } from 'zod';
import { api, billingReply, type ListArguments, listQuery } from './base.ts';

const path = '/billing/v1/customers/';

const customers = api.injectEndpoints({
  endpoints: (build) => ({
    listCustomers: build.query<z.output<typeof CustomerPage>, ListArguments & { query?: string }>({
      query: ({ query, ...list }) => ({ url: path, query: { ...listQuery(list), query } }),
      transformResponse: billingReply(CustomerPage),
      providesTags: ['Customer'],
    }),
    getCustomer: build.query<Customer, string>({
      query: (id) => ({ url: `${path}${id}` }),
      transformResponse: billingReply(Customer),
      providesTags: ['Customer'],
    }),
    getCustomerState: build.query<CustomerState, string>({
      query: (id) => ({ url: `${path}${id}/state` }),
      transformResponse: billingReply(CustomerState),
      providesTags: ['Customer'],
    }),
  }),
});

export const { useListCustomersQuery, useGetCustomerQuery, useGetCustomerStateQuery } = customers;
