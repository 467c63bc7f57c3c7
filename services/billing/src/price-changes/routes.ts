/** The HTTP API of price changes, which is an extension of the contract. */
import { manageable, readable } from '@tessera/kit/access/rules';
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import {
  PriceChange,
  PriceChangeCreate,
  PriceChangeListQuery,
  PriceChangePage,
  PriceChangeReach,
} from '@tessera/proto/api/billing/price-change';
import { billingDialect } from '@tessera/proto/api/error';
import { IdPath } from '@tessera/proto/api/fields';
import type { Billing } from '../billing.ts';
import { findProductRow } from '../catalog/products/find.ts';
import { findPriceChange } from './entity.ts';
import {
  createPriceChange,
  getPriceChange,
  getReach,
  listPriceChanges,
  withdrawPriceChange,
} from './service.ts';

const endpoint = endpointFor(billingDialect);
const needsRead = needsScope('products:read', 'products:write');
const needsWrite = needsScope('products:write');

export const priceChangeRoutes = (billing: Billing): Router => {
  const product = readable(billing, findProductRow);
  return Router()
    .get(
      '/products/:id/price-changes',
      needsRead,
      endpoint(
        {
          params: IdPath,
          row: product,
          query: PriceChangeListQuery,
          reply: PriceChangePage,
          summary: "List the price changes for a product's subscribers",
        },
        ({ row, query }) => listPriceChanges(billing, row, query),
      ),
    )
    .get(
      '/products/:id/price-changes/reach',
      needsRead,
      endpoint(
        {
          params: IdPath,
          row: product,
          reply: PriceChangeReach,
          summary: "Count the subscriptions not on their product's current prices",
        },
        ({ row }) => getReach(billing, row),
      ),
    )
    .post(
      '/products/:id/price-changes',
      needsWrite,
      endpoint(
        {
          params: IdPath,
          row: manageable(billing, findProductRow),
          body: PriceChangeCreate,
          reply: PriceChange,
          status: 201,
          summary: "Move a product's subscribers to its current prices",
        },
        ({ row, body }) => createPriceChange(billing, row, body),
      ),
    )
    .get(
      '/price-changes/:id',
      needsRead,
      endpoint(
        {
          params: IdPath,
          row: readable(billing, findPriceChange),
          reply: PriceChange,
          summary: 'Get a price change',
        },
        ({ row }) => getPriceChange(billing, row),
      ),
    )
    .delete(
      '/price-changes/:id',
      needsWrite,
      endpoint(
        {
          params: IdPath,
          row: manageable(billing, findPriceChange),
          reply: PriceChange,
          summary: 'Cancel a price change that has not taken effect',
        },
        ({ row }) => withdrawPriceChange(billing, row),
      ),
    );
};
