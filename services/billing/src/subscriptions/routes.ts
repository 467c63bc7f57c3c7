/** The HTTP API of subscriptions. */
import { manageable, readable } from '@tessera/kit/access/rules';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import {
  ProjectedInvoice,
  Subscription,
  SubscriptionChangePreview,
  SubscriptionListQuery,
  SubscriptionPage,
  SubscriptionUpdate,
  SubscriptionUpdateProduct,
} from '@tessera/proto/api/billing/subscription';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import type { Billing } from '../billing.ts';
import { endSubscription, updateSubscription } from '../endings/subscription.ts';
import { previewChange } from '../product-changes/preview.ts';
import { getNextInvoice } from '../product-changes/projected.ts';
import { findSubscription } from './find.ts';
import { listSubscriptions } from './list.ts';
import { getSubscription } from './read.ts';

const endpoint = endpointFor(billingDialect);
const needsWrite = needsScope('subscriptions:write');
const needsRead = needsScope('subscriptions:read', 'subscriptions:write');

export const subscriptionRoutes = (billing: Billing): Router =>
  Router()
    .get(
      '/subscriptions',
      needsRead,
      endpoint(
        { query: SubscriptionListQuery, reply: SubscriptionPage, summary: 'List subscriptions' },
        ({ caller, query }) => listSubscriptions(billing, caller, query),
      ),
    )
    .get(
      '/subscriptions/:id',
      needsRead,
      endpoint(
        {
          params: IdPath,
          row: readable(billing, findSubscription),
          reply: Subscription,
          summary: 'Get a subscription',
        },
        ({ row }) => getSubscription(billing, row),
      ),
    )
    .get(
      '/subscriptions/:id/upcoming',
      needsRead,
      endpoint(
        {
          params: IdPath,
          row: readable(billing, findSubscription),
          reply: ProjectedInvoice,
          summary: "Preview a subscription's next order",
        },
        ({ row }) => getNextInvoice(billing, row),
      ),
    )
    .post(
      '/subscriptions/:id/preview',
      needsRead,
      endpoint(
        {
          params: IdPath,
          row: readable(billing, findSubscription),
          body: SubscriptionUpdateProduct,
          reply: SubscriptionChangePreview,
          status: 200,
          summary: 'Preview the charge for a product change',
        },
        ({ row, body }) => previewChange(billing, row, { body, knowsOthers: true }),
      ),
    )
    .patch(
      '/subscriptions/:id',
      needsWrite,
      endpoint(
        {
          params: IdPath,
          row: manageable(billing, findSubscription),
          body: SubscriptionUpdate,
          reply: Subscription,
          summary: 'Update a subscription: change its product or discount, cancel, uncancel or revoke it',
        },
        ({ row, body }) => updateSubscription(billing, row, body),
      ),
    )
    .delete(
      '/subscriptions/:id',
      needsWrite,
      endpoint(
        {
          params: IdPath,
          row: manageable(billing, findSubscription),
          reply: Subscription,
          summary: 'Revoke a subscription immediately',
        },
        ({ row }) => endSubscription(billing, row),
      ),
    );
