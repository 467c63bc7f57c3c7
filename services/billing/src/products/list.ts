import { pageRows, sortBy } from '@tessera/kit/page';
import type { Product, ProductListQuery } from '@tessera/proto/api/billing/product';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller } from '@tessera/proto/api/passport';
import type { SelectQueryBuilder } from 'typeorm';
import type { Billing } from '../billing.ts';
import { whereMetadata, whereText } from '../filters.ts';
import { readableOrganizations } from '../memberships/service.ts';
import { ProductEntity, type ProductRow } from './entity.ts';
import { fillProducts } from './find.ts';
import { viewProduct } from './view.ts';

const sortColumns = {
  created_at: 'product.createdAt',
  name: 'product.name',
  price_amount_type: 'product.priceAmountType',
  price_amount: 'product.priceAmount',
};

/** A page of the products of the caller's organizations. */
export const listProducts = async (billing: Billing, caller: Caller, filter: ProductListQuery) => {
  const organizations = await readableOrganizations(billing, caller, filter.organizationId);
  if (organizations.length === 0) return pageReply<Product>([], 0, filter);
  const em = billing.db.manager;
  const query = em
    .createQueryBuilder(ProductEntity, 'product')
    .where('product.organizationId IN (:...organizations)', { organizations });
  sortBy(whereFits(query, filter), filter.sorting, sortColumns);
  const [rows, total] = await pageRows(query, filter);
  return pageReply((await fillProducts(em, rows)).map(viewProduct), total, filter);
};

const whereFits = (
  query: SelectQueryBuilder<ProductRow>,
  { id, query: text, isArchived, isRecurring, benefitId, metadata }: ProductListQuery,
): SelectQueryBuilder<ProductRow> => {
  if (id) query.andWhere('product.id IN (:...ids)', { ids: id });
  if (isArchived !== undefined) query.andWhere('product.isArchived = :isArchived', { isArchived });
  if (isRecurring !== undefined)
    query.andWhere(`product.recurringInterval IS ${isRecurring ? 'NOT NULL' : 'NULL'}`);
  if (benefitId)
    query.andWhere(
      `EXISTS (SELECT 1 FROM product_benefits link
         WHERE link.product_id = product.id AND link.benefit_id IN (:...benefitIds))`,
      { benefitIds: benefitId },
    );
  return whereMetadata(whereText(query, ['product.name'], text), metadata);
};
