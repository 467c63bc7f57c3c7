import { manageable, readable } from '@tessera/kit/access';
import { endpointFor } from '@tessera/kit/endpoint';
import { needsScope } from '@tessera/kit/passport';
import { Router } from '@tessera/kit/router';
import {
  Discount,
  DiscountCreate,
  DiscountListQuery,
  DiscountPage,
  DiscountUpdate,
} from '@tessera/proto/api/billing/discount';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import type { Billing } from '../../billing.ts';
import { findDiscountRow } from './find.ts';
import { listDiscounts } from './list.ts';
import { readDiscount } from './read.ts';
import { createDiscount, deleteDiscount, updateDiscount } from './service.ts';

const endpoint = endpointFor(billingDialect);
const needsRead = needsScope('discounts:read', 'discounts:write');
const needsWrite = needsScope('discounts:write');

export const discountRoutes = (billing: Billing): Router =>
  Router()
    .get(
      '/discounts',
      needsRead,
      endpoint(
        { query: DiscountListQuery, reply: DiscountPage, summary: 'List discounts' },
        ({ query, caller }) => listDiscounts(billing, caller, query),
      ),
    )
    .post(
      '/discounts',
      needsWrite,
      endpoint(
        { body: DiscountCreate, reply: Discount, status: 201, summary: 'Create a discount' },
        ({ body, caller }) => createDiscount(billing, caller, body),
      ),
    )
    .get(
      '/discounts/:id',
      needsRead,
      endpoint(
        {
          params: IdPath,
          row: readable(billing, findDiscountRow),
          reply: Discount,
          summary: 'Get a discount',
        },
        ({ row }) => readDiscount(billing.db.manager, row),
      ),
    )
    .patch(
      '/discounts/:id',
      needsWrite,
      endpoint(
        {
          params: IdPath,
          row: manageable(billing, findDiscountRow),
          body: DiscountUpdate,
          reply: Discount,
          summary: 'Update a discount',
        },
        ({ row, body }) => updateDiscount(billing, row, body),
      ),
    )
    .delete(
      '/discounts/:id',
      needsWrite,
      endpoint(
        { params: IdPath, row: manageable(billing, findDiscountRow), summary: 'Delete a discount' },
        ({ row }) => deleteDiscount(billing, row),
      ),
    );
