/** The HTTP API of what customers have bought. */
import { endpointFor } from '@tessera/kit/endpoint';
import { customerOf, needsCustomer } from '@tessera/kit/passport';
import { Router } from '@tessera/kit/router';
import {
  CustomerOrder,
  CustomerOrderConfirmPayment,
  CustomerOrderListQuery,
  CustomerOrderPage,
  CustomerOrderPaymentConfirmation,
  CustomerOrderPaymentStatus,
  CustomerOrderUpdate,
  CustomerSubscription,
  CustomerSubscriptionListQuery,
  CustomerSubscriptionOffer,
  CustomerSubscriptionPage,
  CustomerSubscriptionUpdate,
  CustomerSubscriptionUpdateProduct,
} from '@tessera/proto/api/billing/customer-purchase';
import { OrderInvoice } from '@tessera/proto/api/billing/order';
import { ProjectedInvoice, SubscriptionChangePreview } from '@tessera/proto/api/billing/subscription';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import { z } from 'zod';
import type { Billing } from '../../billing.ts';
import { getInvoice, requestInvoice } from '../../invoices/request.ts';
import { findOrder } from '../../orders/find.ts';
import { getProjectedInvoice } from '../../product-changes/projected.ts';
import { findSubscription } from '../../subscriptions/find.ts';
import { own } from '../own.ts';
import { acceptOwnOffer, getOwnOffer } from './offer.ts';
import { getOwnOrder, listOwnOrders, updateOwnOrder } from './orders.ts';
import { getPaymentStatus, payOwnOrder } from './pay.ts';
import {
  cancelOwnSubscription,
  getOwnSubscription,
  listOwnSubscriptions,
  previewOwnChange,
  updateOwnSubscription,
} from './subscriptions.ts';

const endpoint = endpointFor(billingDialect);
const orders = '/customer-portal/orders';
const subscriptions = '/customer-portal/subscriptions';

export const portalPurchaseRoutes = (billing: Billing): Router =>
  Router().use(
    orderRoutes(billing),
    invoiceRoutes(billing),
    subscriptionRoutes(billing),
    plannedRoutes(billing),
    offerRoutes(billing),
    payRoutes(billing),
  );

const orderRoutes = (billing: Billing): Router => {
  const named = { params: IdPath, row: own(billing, findOrder) };
  return Router()
    .get(
      orders,
      endpoint(
        {
          query: CustomerOrderListQuery,
          reply: CustomerOrderPage,
          summary: 'List the orders of this customer',
        },
        ({ caller, query }) => listOwnOrders(billing, customerOf(caller), query),
      ),
    )
    .get(
      `${orders}/:id`,
      endpoint({ ...named, reply: CustomerOrder, summary: 'Get an order of this customer' }, ({ row }) =>
        getOwnOrder(billing, row),
      ),
    )
    .patch(
      `${orders}/:id`,
      needsCustomer,
      endpoint(
        {
          ...named,
          body: CustomerOrderUpdate,
          reply: CustomerOrder,
          summary: 'Correct the billing details of an order of this customer',
        },
        ({ row, body }) => updateOwnOrder(billing, row, body),
      ),
    );
};

const invoiceRoutes = (billing: Billing): Router => {
  const named = { params: IdPath, row: own(billing, findOrder) };
  return (
    Router()
      // 202 with a body: an empty one makes the contract's client throw.
      .post(
        `${orders}/:id/invoice`,
        endpoint(
          { ...named, reply: z.null(), status: 202, summary: 'Generate the invoice of an order' },
          ({ row }) => requestInvoice(billing, row),
        ),
      )
      .get(
        `${orders}/:id/invoice`,
        endpoint(
          { ...named, reply: OrderInvoice, summary: 'Where to fetch the invoice of an order' },
          ({ row }) => getInvoice(billing, row),
        ),
      )
  );
};

const subscriptionRoutes = (billing: Billing): Router => {
  const named = { params: IdPath, row: own(billing, findSubscription), reply: CustomerSubscription };
  return Router()
    .get(
      subscriptions,
      endpoint(
        {
          query: CustomerSubscriptionListQuery,
          reply: CustomerSubscriptionPage,
          summary: 'List the subscriptions of this customer',
        },
        ({ caller, query }) => listOwnSubscriptions(billing, customerOf(caller), query),
      ),
    )
    .get(
      `${subscriptions}/:id`,
      endpoint({ ...named, summary: 'Get a subscription of this customer' }, ({ row }) =>
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
          summary: 'Change the product of a subscription, cancel it, or keep it',
        },
        ({ row, body, caller }) => updateOwnSubscription(billing, row, body, customerOf(caller)),
      ),
    )
    .delete(
      `${subscriptions}/:id`,
      endpoint({ ...named, summary: 'End a subscription with its period' }, ({ row }) =>
        cancelOwnSubscription(billing, row),
      ),
    );
};

/** What will be charged, and what a change would. */
const plannedRoutes = (billing: Billing): Router => {
  const named = { params: IdPath, row: own(billing, findSubscription) };
  return Router()
    .get(
      `${subscriptions}/:id/upcoming`,
      endpoint(
        { ...named, reply: ProjectedInvoice, summary: 'Get the next order of a subscription as it will be' },
        ({ row }) => getProjectedInvoice(billing, row),
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
          summary: 'Get what a change of product would charge',
        },
        ({ row, body, caller }) => previewOwnChange(billing, row, body, customerOf(caller)),
      ),
    );
};

/** What its customer is offered who is about to cancel, and taking it. */
const offerRoutes = (billing: Billing): Router => {
  const named = { params: IdPath, row: own(billing, findSubscription) };
  return Router()
    .get(
      `${subscriptions}/:id/offer`,
      endpoint(
        { ...named, reply: CustomerSubscriptionOffer, summary: 'Get what is offered in place of canceling' },
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
          summary: 'Take what is offered in place of canceling',
        },
        ({ row }) => acceptOwnOffer(billing, row),
      ),
    );
};

/** Paying by hand what could not be charged. */
const payRoutes = (billing: Billing): Router => {
  const named = { params: IdPath, row: own(billing, findOrder) };
  return Router()
    .post(
      `${orders}/:id/confirm-payment`,
      needsCustomer,
      endpoint(
        {
          ...named,
          body: CustomerOrderConfirmPayment,
          reply: CustomerOrderPaymentConfirmation,
          status: 200,
          summary: 'Pay an order that could not be charged, by a new card or a saved one',
        },
        ({ row, body }) => payOwnOrder(billing, row, body),
      ),
    )
    .get(
      `${orders}/:id/payment-status`,
      endpoint(
        {
          ...named,
          reply: CustomerOrderPaymentStatus,
          summary: 'Get how the last payment of an order stands',
        },
        ({ row }) => getPaymentStatus(billing, row),
      ),
    );
};
