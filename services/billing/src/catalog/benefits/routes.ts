import { manageable, readable } from '@tessera/kit/access/rules';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import {
  Benefit,
  BenefitCreate,
  BenefitListQuery,
  BenefitPage,
  BenefitUpdate,
} from '@tessera/proto/api/billing/benefit';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import type { Billing } from '../../billing.ts';
import { deleteBenefit } from '../../endings/benefit.ts';
import { findBenefit } from './find.ts';
import { listBenefits } from './list.ts';
import { createBenefit, updateBenefit } from './service.ts';
import { viewBenefit } from './view.ts';

const endpoint = endpointFor(billingDialect);
const needsRead = needsScope('benefits:read', 'benefits:write');
const needsWrite = needsScope('benefits:write');

export const benefitRoutes = (billing: Billing): Router =>
  Router()
    .get(
      '/benefits',
      needsRead,
      endpoint(
        { query: BenefitListQuery, reply: BenefitPage, summary: 'List benefits' },
        ({ query, caller }) => listBenefits(billing, caller, query),
      ),
    )
    .post(
      '/benefits',
      needsWrite,
      endpoint(
        { body: BenefitCreate, reply: Benefit, status: 201, summary: 'Create a benefit' },
        ({ body, caller }) => createBenefit(billing, caller, body),
      ),
    )
    .get(
      '/benefits/:id',
      needsRead,
      endpoint(
        { params: IdPath, row: readable(billing, findBenefit), reply: Benefit, summary: 'Get a benefit' },
        ({ row }) => viewBenefit(row),
      ),
    )
    .patch(
      '/benefits/:id',
      needsWrite,
      endpoint(
        {
          params: IdPath,
          row: manageable(billing, findBenefit),
          body: BenefitUpdate,
          reply: Benefit,
          summary: 'Update a benefit',
        },
        ({ row, body }) => updateBenefit(billing, row, body),
      ),
    )
    .delete(
      '/benefits/:id',
      needsWrite,
      endpoint(
        { params: IdPath, row: manageable(billing, findBenefit), summary: 'Delete a benefit' },
        ({ row }) => deleteBenefit(billing, row),
      ),
    );
