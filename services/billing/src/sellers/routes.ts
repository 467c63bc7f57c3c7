/** The HTTP API of a seller's legal details. */
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import { SellerDetails, SellerDetailsQuery, SellerDetailsUpdate } from '@tessera/proto/api/billing/seller';
import { billingDialect } from '@tessera/proto/api/error';
import type { Billing } from '../billing.ts';
import { getSellerDetails, updateSellerDetails } from './service.ts';

const endpoint = endpointFor(billingDialect);

export const sellerRoutes = (billing: Billing): Router =>
  Router()
    .get(
      '/seller-details',
      needsScope('organizations:read', 'organizations:write'),
      endpoint(
        { query: SellerDetailsQuery, reply: SellerDetails, summary: "Get a seller's invoice details" },
        ({ query, caller }) => getSellerDetails(billing, caller, query),
      ),
    )
    .patch(
      '/seller-details',
      needsScope('organizations:write'),
      endpoint(
        { body: SellerDetailsUpdate, reply: SellerDetails, summary: "Update a seller's invoice details" },
        ({ body, caller }) => updateSellerDetails(billing, caller, body),
      ),
    );
