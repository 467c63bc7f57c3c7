/** The HTTP API of customers' saved cards. */
import { readable } from '@tessera/kit/access/rules';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { customerOf, needsCustomer, needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import {
  CustomerPaymentMethod,
  CustomerPaymentMethodConfirm,
  CustomerPaymentMethodCreate,
  CustomerPaymentMethodPage,
  CustomerPaymentMethodSetup,
  CustomerPaymentMethodUpdate,
  PaymentMethodPath,
} from '@tessera/proto/api/billing/customer-portal';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import { PageQuery } from '@tessera/proto/api/page';
import type { Billing } from '../../billing.ts';
import { findCustomer } from '../../customers/find.ts';
import { addMethod, confirmMethod } from './add.ts';
import { chooseMethod, listMethodsOf, listOwnMethods, ownMethod, removeMethod } from './methods.ts';

const endpoint = endpointFor(billingDialect);
const base = '/customer-portal/customers/me/payment-methods';

export const portalMethodRoutes = (billing: Billing): Router => {
  const named = { params: PaymentMethodPath, row: ownMethod(billing) };
  return Router()
    .get(
      '/customers/:id/payment-methods',
      needsScope('customers:read', 'customers:write'),
      endpoint(
        {
          params: IdPath,
          query: PageQuery,
          row: readable(billing, findCustomer),
          reply: CustomerPaymentMethodPage,
          summary: "List a customer's payment methods",
        },
        ({ row, query }) => listMethodsOf(billing, row.id, query),
      ),
    )
    .get(
      base,
      endpoint(
        {
          query: PageQuery,
          reply: CustomerPaymentMethodPage,
          summary: "List the customer's payment methods",
        },
        ({ caller, query }) => listOwnMethods(billing, customerOf(caller), query),
      ),
    )
    .post(
      base,
      needsCustomer,
      endpoint(
        {
          body: CustomerPaymentMethodCreate,
          reply: CustomerPaymentMethodSetup,
          status: 201,
          summary: 'Add a payment method',
        },
        ({ caller, body }) => addMethod(billing, customerOf(caller), body),
      ),
    )
    .post(
      `${base}/confirm`,
      needsCustomer,
      endpoint(
        {
          body: CustomerPaymentMethodConfirm,
          reply: CustomerPaymentMethodSetup,
          status: 201,
          summary: "Confirm a saved card after its bank's challenge",
        },
        ({ caller, body }) => confirmMethod(billing, customerOf(caller), body),
      ),
    )
    .patch(
      `${base}/:id`,
      needsCustomer,
      endpoint(
        {
          ...named,
          body: CustomerPaymentMethodUpdate,
          reply: CustomerPaymentMethod,
          summary: 'Set the default payment method',
        },
        ({ row }) => chooseMethod(billing, row),
      ),
    )
    .delete(
      `${base}/:id`,
      endpoint({ ...named, summary: 'Delete a payment method' }, ({ row }) => removeMethod(billing, row)),
    );
};
