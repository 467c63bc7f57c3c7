/** The HTTP API of customers' grants. */
import { endpointFor } from '@tessera/kit/http/endpoint';
import { customerOf, needsCustomer } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import {
  CustomerBenefitGrant,
  CustomerBenefitGrantListQuery,
  CustomerBenefitGrantPage,
  CustomerBenefitGrantUpdate,
} from '@tessera/proto/api/billing/customer-grant';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import type { Billing } from '../../billing.ts';
import { getOwnGrant, listOwnGrants, ownGrant, updateOwnGrant } from './grants.ts';

const endpoint = endpointFor(billingDialect);
const base = '/customer-portal/benefit-grants';

export const portalBenefitRoutes = (billing: Billing): Router => {
  const named = { params: IdPath, row: ownGrant(billing), reply: CustomerBenefitGrant };
  return Router()
    .get(
      base,
      endpoint(
        {
          query: CustomerBenefitGrantListQuery,
          reply: CustomerBenefitGrantPage,
          summary: "List the customer's benefit grants",
        },
        ({ caller, query }) => listOwnGrants(billing, customerOf(caller), query),
      ),
    )
    .get(
      `${base}/:id`,
      endpoint({ ...named, summary: "Get a customer's benefit grant" }, ({ row, caller }) =>
        getOwnGrant(billing, row, customerOf(caller)),
      ),
    )
    .patch(
      `${base}/:id`,
      needsCustomer,
      endpoint(
        { ...named, body: CustomerBenefitGrantUpdate, summary: 'Set the connected account of a grant' },
        ({ row, body, caller }) => updateOwnGrant(billing, row, body, customerOf(caller)),
      ),
    );
};
