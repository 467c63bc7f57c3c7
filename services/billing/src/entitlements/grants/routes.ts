/** The HTTP API of grants. */
import { manageable, readable } from '@tessera/kit/access/rules';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import { BenefitGrantListQuery } from '@tessera/proto/api/billing/benefit';
import { BenefitGrant, BenefitGrantPage, BenefitGrantPath } from '@tessera/proto/api/billing/benefit-grant';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import type { Billing } from '../../billing.ts';
import { findBenefit } from '../../catalog/benefits/find.ts';
import { retryGrant } from '../accesses/retry.ts';
import { listGrants } from './read.ts';

const endpoint = endpointFor(billingDialect);

export const grantRoutes = (billing: Billing): Router =>
  Router()
    .get(
      '/benefits/:id/grants',
      needsScope('benefits:read', 'benefits:write'),
      endpoint(
        {
          params: IdPath,
          row: readable(billing, findBenefit),
          query: BenefitGrantListQuery,
          reply: BenefitGrantPage,
          summary: "List a benefit's grants",
        },
        ({ row, query }) => listGrants(billing, row, query),
      ),
    )
    .post(
      '/benefits/:id/grants/:grantId/retry',
      needsScope('benefits:write'),
      endpoint(
        {
          params: BenefitGrantPath,
          row: manageable(billing, findBenefit),
          reply: BenefitGrant,
          status: 202,
          summary: 'Retry a grant that another platform has refused',
        },
        ({ row, params }) => retryGrant(billing, row, params.grantId),
      ),
    );
