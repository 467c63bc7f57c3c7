/** The HTTP API of grants. */
import { readable } from '@tessera/kit/access/rules';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import { BenefitGrantListQuery } from '@tessera/proto/api/billing/benefit';
import { BenefitGrantPage } from '@tessera/proto/api/billing/benefit-grant';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import type { Billing } from '../../billing.ts';
import { findBenefit } from '../../catalog/benefits/find.ts';
import { listGrants } from './read.ts';

const endpoint = endpointFor(billingDialect);

export const grantRoutes = (billing: Billing): Router =>
  Router().get(
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
  );
