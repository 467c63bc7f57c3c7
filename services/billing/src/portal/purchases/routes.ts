/** The HTTP API of customers' purchases. */
import { endpointFor } from '@tessera/kit/http/endpoint';
import { customerOf, needsCustomer } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import {
  CustomerOrder,
  CustomerOrderConfirmPayment,
  CustomerOrderListQuery,
  CustomerOrderPage,
  CustomerOrderPaymentConfirmation,
  CustomerOrderPaymentStatus,
  CustomerOrderUpdate,
} from '@tessera/proto/api/billing/customer-purchase';
import { OrderInvoice } from '@tessera/proto/api/billing/order';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import { z } from 'zod';
import type { Billing } from '../../billing.ts';
import { own } from '../../customer-sessions/own.ts';
import { getInvoice, requestInvoice } from '../../invoices/request.ts';
import { findOrder } from '../../orders/find.ts';
import { getOwnOrder, listOwnOrders, updateOwnOrder } from './orders.ts';
import { getPaymentStatus, payOwnOrder } from './pay.ts';
import { subscriptionRoutes } from './subscription-routes.ts';

const endpoint = endpointFor(billingDialect);
const orders = '/customer-portal/orders';

export const portalPurchaseRoutes = (billing: Billing): Router =>
  Router().use(orderRoutes(billing), invoiceRoutes(billing), subscriptionRoutes(billing), payRoutes(billing));

const orderRoutes = (billing: Billing): Router => {
  const named = { params: IdPath, row: own(billing, findOrder) };
  return Router()
    .get(
      orders,
      endpoint(
        {
          query: CustomerOrderListQuery,
          reply: CustomerOrderPage,
          summary: "List the customer's orders",
        },
        ({ caller, query }) => listOwnOrders(billing, customerOf(caller), query),
      ),
    )
    .get(
      `${orders}/:id`,
      endpoint({ ...named, reply: CustomerOrder, summary: "Get a customer's order" }, ({ row }) =>
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
          summary: "Update the billing details of a customer's order",
        },
        ({ row, body }) => updateOwnOrder(billing, row, body),
      ),
    );
};

const invoiceRoutes = (billing: Billing): Router => {
  const named = { params: IdPath, row: own(billing, findOrder) };
  return (
    Router()
      // 202 with a body: the contract's client throws on an empty one.
      .post(
        `${orders}/:id/invoice`,
        endpoint(
          { ...named, reply: z.null(), status: 202, summary: "Generate an order's invoice" },
          ({ row }) => requestInvoice(billing, row),
        ),
      )
      .get(
        `${orders}/:id/invoice`,
        endpoint({ ...named, reply: OrderInvoice, summary: "Get an order's invoice URL" }, ({ row }) =>
          getInvoice(billing, row),
        ),
      )
  );
};

/** Manual payment of orders whose charge failed. */
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
          summary: 'Pay an unpaid order with a new or saved card',
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
          summary: "Get the status of an order's last payment",
        },
        ({ row }) => getPaymentStatus(billing, row),
      ),
    );
};
