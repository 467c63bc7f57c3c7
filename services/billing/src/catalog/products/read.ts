/** Reading products one by one through the API, and who may change them. */

import { requireManager, requireReader } from '@tessera/kit/access';
import { kitErrors } from '@tessera/kit/errors';
import type { Product } from '@tessera/proto/api/billing/product';
import type { Caller } from '@tessera/proto/api/passport';
import type { Billing } from '../../billing.ts';
import { ProductEntity } from './entity.ts';
import { findProductsByIds } from './find.ts';
import { viewProduct } from './view.ts';

export const getProduct = async (billing: Billing, caller: Caller, id: string): Promise<Product> => {
  const [product] = await findProductsByIds(billing.db.manager, [id]);
  if (!product) throw kitErrors.ResourceNotFound();
  await requireReader(billing, caller, product.organizationId);
  return viewProduct(product);
};

/** Throws as `requireManager` does. */
export const assertMayWriteProduct = async (billing: Billing, caller: Caller, id: string): Promise<void> => {
  const row = await billing.db.manager.findOneBy(ProductEntity, { id });
  if (!row) throw kitErrors.ResourceNotFound();
  await requireManager(billing, caller, row.organizationId);
};
