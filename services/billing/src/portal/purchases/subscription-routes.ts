/** The HTTP API of customers' subscriptions. */
import { endpointFor } from '@tessera/kit/http/endpoint';
import { customerOf, needsCustomer } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import {
  CustomerSubscription,
  CustomerSubscriptionDuplicate,
  CustomerSubscriptionListQuery,
  CustomerSubscriptionOffer,
  CustomerSubscriptionPage,
  CustomerSubscriptionUpdate,
  CustomerSubscriptionUpdateProduct,
} from '@tessera/proto/api/billing/customer-purchase';
import { ProjectedInvoice, SubscriptionChangePreview } from '@tessera/proto/api/billing/subscription';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import type { Billing } from '../../billing.ts';
import { own } from '../../customer-sessions/own.ts';
import { findSubscription } from '../../subscriptions/find.ts';
import { endOwnDuplicate, getOwnDuplicate, getOwnNextInvoice } from './duplicate.ts';
import { acceptOwnOffer, getOwnOffer } from './offer.ts';
import {
  cancelOwnSubscription,
  getOwnSubscription,
  listOwnSubscriptions,
  previewOwnChange,
  updateOwnSubscription,
} from './subscriptions.ts';

const endpoint = endpointFor(billingDialect);
const subscriptions = '/customer-portal/subscriptions';

export const subscriptionRoutes = (billing: Billing): Router =>
  Router().use(ownRoutes(billing), plannedRoutes(billing), offerRoutes(billing), duplicateRoutes(billing));

const ownRoutes = (billing: Billing): Router => {
  const named = { params: IdPath, row: own(billing, findSubscription), reply: CustomerSubscription };
  return Router()
    .get(
      subscriptions,
      endpoint(
        {
          query: CustomerSubscriptionListQuery,
          reply: CustomerSubscriptionPage,
          summary: "List the customer's subscriptions",
        },
        ({ caller, query }) => listOwnSubscriptions(billing, customerOf(caller), query),
      ),
    )
    .get(
      `${subscriptions}/:id`,
      endpoint({ ...named, summary: "Get a customer's subscription" }, ({ row }) =>
        getOwnSubscription(billing, row),
      ),
    )
    .patch(
      `${subscriptions}/:id`,
      needsCustomer,
      endpoint(
        {
          ...named,
          body: CustomerSubscriptionUpdate,
          summary: 'Update a subscription: change its product, cancel or uncancel it',
        },
        ({ row, body, caller }) => updateOwnSubscription(billing, row, body, customerOf(caller)),
      ),
    )
    .delete(
      `${subscriptions}/:id`,
      endpoint({ ...named, summary: 'Cancel a subscription at the end of the period' }, ({ row }) =>
        cancelOwnSubscription(billing, row),
      ),
    );
};

/** Previews of the next order and of changes. */
const plannedRoutes = (billing: Billing): Router => {
  const named = { params: IdPath, row: own(billing, findSubscription) };
  return Router()
    .get(
      `${subscriptions}/:id/upcoming`,
      endpoint(
        { ...named, reply: ProjectedInvoice, summary: "Preview a subscription's next order" },
        ({ row, caller }) => getOwnNextInvoice(billing, row, customerOf(caller)),
      ),
    )
    .post(
      `${subscriptions}/:id/preview`,
      needsCustomer,
      endpoint(
        {
          ...named,
          body: CustomerSubscriptionUpdateProduct,
          reply: SubscriptionChangePreview,
          status: 200,
          summary: 'Preview the charge for a product change',
        },
        ({ row, body, caller }) => previewOwnChange(billing, row, body, customerOf(caller)),
      ),
    );
};

/** The retention offer and its acceptance. */
const offerRoutes = (billing: Billing): Router => {
  const named = { params: IdPath, row: own(billing, findSubscription) };
  return Router()
    .get(
      `${subscriptions}/:id/offer`,
      endpoint(
        { ...named, reply: CustomerSubscriptionOffer, summary: 'Get the retention offer' },
        ({ row }) => getOwnOffer(billing, row),
      ),
    )
    .post(
      `${subscriptions}/:id/offer`,
      endpoint(
        {
          ...named,
          reply: CustomerSubscription,
          status: 200,
          summary: 'Accept the retention offer',
        },
        ({ row }) => acceptOwnOffer(billing, row),
      ),
    );
};

/** Detecting and ending a duplicate subscription. */
const duplicateRoutes = (billing: Billing): Router => {
  const named = { params: IdPath, row: own(billing, findSubscription) };
  return Router()
    .get(
      `${subscriptions}/:id/duplicate`,
      endpoint(
        {
          ...named,
          reply: CustomerSubscriptionDuplicate,
          summary: 'Get whether this subscription is a duplicate',
        },
        ({ row, caller }) => getOwnDuplicate(billing, row, customerOf(caller)),
      ),
    )
    .post(
      `${subscriptions}/:id/duplicate`,
      endpoint(
        {
          ...named,
          reply: CustomerSubscription,
          status: 200,
          summary: 'End and refund a duplicate subscription',
        },
        ({ row, caller }) => endOwnDuplicate(billing, row, customerOf(caller)),
      ),
    );
};
