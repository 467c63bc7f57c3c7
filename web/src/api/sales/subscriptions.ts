import {
  ProjectedInvoice as ProjectedInvoiceShape,
  SubscriptionChangePreview,
  SubscriptionListQuery,
  Subscription as SubscriptionShape,
  SubscriptionUpdate,
  SubscriptionUpdateProduct,
} from '@tessera/proto/api/billing/subscription';
import type { z } from 'zod';
import { api, billingBody, billingReply, type Stored } from '../request/base.ts';
import { resource } from '../request/resource.ts';
import { tagOf } from '../request/tags.ts';

export type Subscription = Stored<typeof SubscriptionShape>;
export type ProjectedInvoice = Stored<typeof ProjectedInvoiceShape>;

/** Whether the subscription will have another order; without one the server refuses the request. */
export const hasUpcomingInvoice = ({
  status,
  cancelAtPeriodEnd,
  pauseAtPeriodEnd,
  endedAt,
}: Pick<Subscription, 'status' | 'cancelAtPeriodEnd' | 'pauseAtPeriodEnd' | 'endedAt'>): boolean =>
  (status === 'active' || status === 'trialing') &&
  !cancelAtPeriodEnd &&
  !pauseAtPeriodEnd &&
  endedAt === null;

type Asked = z.input<typeof SubscriptionUpdateProduct> & { id: string };

const subscriptions = resource('Subscription', '/billing/v1/subscriptions', {
  one: SubscriptionShape,
  query: SubscriptionListQuery,
});

export const {
  useListSubscriptionsQuery,
  useGetSubscriptionQuery,
  useUpdateSubscriptionMutation,
  useGetUpcomingInvoiceQuery,
  usePreviewSubscriptionChangeQuery,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listSubscriptions: subscriptions.list(build),
    getSubscription: subscriptions.get(build),
    // The upcoming invoice is refetched where there still is one.
    updateSubscription: subscriptions.update(build, SubscriptionUpdate, (reply) => [
      'Customer',
      'Order',
      'Wallet',
      ...(reply && hasUpcomingInvoice(reply) ? [tagOf('UpcomingInvoice', reply.id)] : []),
    ]),
    getUpcomingInvoice: build.query<ProjectedInvoice, string>({
      query: (id) => ({ url: `/billing/v1/subscriptions/${id}/upcoming` }),
      transformResponse: billingReply(ProjectedInvoiceShape),
      providesTags: (_reply, _error, id) => [tagOf('UpcomingInvoice', id)],
    }),
    previewSubscriptionChange: build.query<Stored<typeof SubscriptionChangePreview>, Asked>({
      query: ({ id, ...changes }) => ({
        url: `/billing/v1/subscriptions/${id}/preview`,
        method: 'POST',
        body: billingBody(SubscriptionUpdateProduct, changes),
      }),
      transformResponse: billingReply(SubscriptionChangePreview),
      providesTags: (_reply, _error, { id }) => [tagOf('Subscription', id)],
    }),
  }),
});
