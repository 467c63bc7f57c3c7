import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { manageable, readable } from '@tessera/kit/access/rules';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import {
  Discount,
  DiscountCodeListQuery,
  DiscountCodePage,
  DiscountCodes,
  DiscountCodesCreate,
  DiscountCreate,
  DiscountListQuery,
  DiscountPage,
  DiscountUpdate,
} from '@tessera/proto/api/billing/discount';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import type { Billing } from '../../billing.ts';
import { createCodes, exportCodes, listCodes } from './codes.ts';
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
    )
    .use(codeRoutes(billing));

const codeRoutes = (billing: Billing): Router =>
  Router()
    .get(
      '/discounts/:id/codes',
      needsRead,
      endpoint(
        {
          params: IdPath,
          row: readable(billing, findDiscountRow),
          query: DiscountCodeListQuery,
          reply: DiscountCodePage,
          summary: "List a discount's codes",
        },
        ({ row, query }) => listCodes(billing, row, query),
      ),
    )
    .get(
      '/discounts/:id/codes/export',
      needsRead,
      endpoint(
        {
          params: IdPath,
          row: readable(billing, findDiscountRow),
          media: 'text/csv',
          summary: "Export a discount's codes (CSV)",
        },
        async ({ row, res }) => {
          res.status(200).set({
            'content-type': 'text/csv; charset=utf-8',
            'content-disposition': 'attachment; filename="codes.csv"',
          });
          await pipeline(Readable.from(exportCodes(billing, row)), res);
        },
      ),
    )
    .post(
      '/discounts/:id/codes',
      needsWrite,
      endpoint(
        {
          params: IdPath,
          row: manageable(billing, findDiscountRow),
          body: DiscountCodesCreate,
          reply: DiscountCodes,
          status: 201,
          summary: "Create a discount's codes",
        },
        ({ row, body }) => createCodes(billing, row, body),
      ),
    );
