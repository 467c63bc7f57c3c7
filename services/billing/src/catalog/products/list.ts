import { readableOrganizations } from '@tessera/kit/access/rules';
import type { Product, ProductExportQuery, ProductListQuery } from '@tessera/proto/api/billing/product';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller } from '@tessera/proto/api/passport';
import type { Billing } from '../../billing.ts';
import { containsText, hasMetadata, isOneOf } from '../../lists/conditions.ts';
import { productFacet, productFacetsOf } from '../../lists/facets.ts';
import { alphabetical, type Condition, type Filter, inOrderOf, type List } from '../../lists/list.ts';
import { findPage } from '../../lists/page.ts';
import { ProductEntity, type ProductRow } from './entity.ts';
import { fillProducts } from './find.ts';
import { viewProduct } from './view.ts';

export const productList: List<ProductRow> = {
  entity: ProductEntity,
  table: 'products',
  time: 'created_at',
  sorts: {
    created_at: 'r.created_at',
    name: alphabetical('r.name'),
    price_amount_type: inOrderOf(['free', 'custom', 'fixed', 'metered_unit'], 'r.price_amount_type'),
    price_amount: 'r.price_amount',
  },
  facet: productFacet,
};

/** The filter of a list query. */
export const filterProducts = async (
  billing: Billing,
  caller: Caller,
  query: ProductExportQuery,
): Promise<Filter> => ({
  organizations: await readableOrganizations(billing, caller, query.organizationId),
  facets: productFacetsOf(query),
  conditions: [
    ...isOneOf('r.id', query.id),
    ...hasBenefit(query.benefitId),
    ...containsText(['r.name'], query.query),
    ...hasMetadata(query.metadata),
  ],
});

/** Returns a page of the products of the caller's organizations. */
export const listProducts = async (billing: Billing, caller: Caller, query: ProductListQuery) => {
  const filter = await filterProducts(billing, caller, query);
  const em = billing.db.manager;
  const [rows, total] = await findPage(em, productList, { filter, paging: query });
  return pageReply<Product>((await fillProducts(em, rows)).map(viewProduct), total, query);
};

const hasBenefit = (ids: readonly string[] | undefined): Condition[] =>
  ids
    ? [
        (bind) =>
          `r.id IN (SELECT link.product_id FROM product_benefits link WHERE link.benefit_id = ANY(${bind(ids)}::uuid[]))`,
      ]
    : [];
