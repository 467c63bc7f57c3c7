import { manageable, readable } from '@tessera/kit/access/rules';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import {
  Product,
  ProductBenefitsUpdate,
  ProductCreate,
  ProductListQuery,
  ProductPage,
  ProductUpdate,
} from '@tessera/proto/api/billing/product';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import type { Billing } from '../../billing.ts';
import { updateProductBenefits } from './benefits.ts';
import { findProduct, findProductRow } from './find.ts';
import { listProducts } from './list.ts';
import { createProduct, updateProduct } from './service.ts';
import { viewProduct } from './view.ts';

const endpoint = endpointFor(billingDialect);
const needsRead = needsScope('products:read', 'products:write');
const needsWrite = needsScope('products:write');

export const productRoutes = (billing: Billing): Router =>
  Router()
    .get(
      '/products',
      needsRead,
      endpoint(
        { query: ProductListQuery, reply: ProductPage, summary: 'List products' },
        ({ query, caller }) => listProducts(billing, caller, query),
      ),
    )
    .post(
      '/products',
      needsWrite,
      endpoint(
        { body: ProductCreate, reply: Product, status: 201, summary: 'Create a product' },
        ({ body, caller }) => createProduct(billing, caller, body),
      ),
    )
    .get(
      '/products/:id',
      needsRead,
      endpoint(
        { params: IdPath, row: readable(billing, findProduct), reply: Product, summary: 'Get a product' },
        ({ row }) => viewProduct(row),
      ),
    )
    .patch(
      '/products/:id',
      needsWrite,
      endpoint(
        {
          params: IdPath,
          row: manageable(billing, findProductRow),
          body: ProductUpdate,
          reply: Product,
          summary: 'Update a product',
        },
        ({ row, body }) => updateProduct(billing, row, body),
      ),
    )
    .post(
      '/products/:id/benefits',
      needsWrite,
      endpoint(
        {
          params: IdPath,
          row: manageable(billing, findProductRow),
          body: ProductBenefitsUpdate,
          reply: Product,
          summary: "Set a product's benefits",
        },
        ({ row, body }) => updateProductBenefits(billing, row, body),
      ),
    );
