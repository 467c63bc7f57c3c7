import {
  SubscriptionListQuery,
  Subscription as SubscriptionShape,
  SubscriptionUpdate,
} from '@tessera/proto/api/billing/subscription';
import { api, type Kept } from './base.ts';
import { resource } from './resource.ts';

export type Subscription = Kept<typeof SubscriptionShape>;

const subscriptions = resource('Subscription', '/billing/v1/subscriptions', {
  one: SubscriptionShape,
  query: SubscriptionListQuery,
});

export const { useListSubscriptionsQuery, useGetSubscriptionQuery, useUpdateSubscriptionMutation } =
  api.injectEndpoints({
    endpoints: (build) => ({
      listSubscriptions: subscriptions.list(build),
      getSubscription: subscriptions.get(build),
      updateSubscription: subscriptions.update(build, SubscriptionUpdate, ['Customer']),
    }),
  });
