import { Subscription, SubscriptionPage } from '@tessera/proto/api/billing/subscription';
import type { z } from 'zod';
import { api, billingReply, type ListArguments, listQuery } from './base.ts';

type ListSubscriptions = ListArguments & { customerId?: string; active?: boolean };

const path = '/billing/v1/subscriptions/';

const subscriptions = api.injectEndpoints({
  endpoints: (build) => ({
    listSubscriptions: build.query<z.output<typeof SubscriptionPage>, ListSubscriptions>({
      query: ({ customerId, active, ...list }) => ({
        url: path,
        query: { ...listQuery(list), customer_id: customerId, active },
      }),
      transformResponse: billingReply(SubscriptionPage),
      providesTags: ['Subscription'],
    }),
    getSubscription: build.query<Subscription, string>({
      query: (id) => ({ url: `${path}${id}` }),
      transformResponse: billingReply(Subscription),
      providesTags: ['Subscription'],
    }),
  }),
});

export const { useListSubscriptionsQuery, useGetSubscriptionQuery } = subscriptions;
