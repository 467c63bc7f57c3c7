/** The benefits that a product grants. */
import { isDeepStrictEqual } from 'node:util';
import { refuseEntries } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/events/outbox';
import type { Product, ProductBenefitsUpdate } from '@tessera/proto/api/billing/product';
import { productUpdated } from '@tessera/proto/events/billing';
import { type EntityManager, In } from 'typeorm';
import type { Billing } from '../../billing.ts';
import { emitAll } from '../../events.ts';
import { lockBenefitsByIds } from '../benefits/find.ts';
import { noteCatalogChange } from '../changes/entity.ts';
import { ProductBenefitEntity, ProductEntity, type ProductRow } from './entity.ts';
import { emitProduct, productEvent } from './events.ts';
import { findProductsByIds, lockProduct } from './find.ts';
import { viewProduct } from './view.ts';

/** Replaces the product's benefits with the complete, ordered list. The same list is no change. */
export const updateProductBenefits = async (
  billing: Billing,
  { id }: ProductRow,
  body: ProductBenefitsUpdate,
): Promise<Product> => {
  const ids = body.benefits;
  return transact(billing.db, async (em) => {
    const found = new Map((await lockBenefitsByIds(em, ids)).map((benefit) => [benefit.id, benefit]));
    const product = await lockProduct(em, id);
    refuseEntries(['body', 'benefits'], ids, (benefitId, index) => {
      const benefit = found.get(benefitId);
      if (!benefit || benefit.deletedAt || benefit.organizationId !== product.organizationId)
        return 'Benefit does not exist.';
      if (ids.indexOf(benefitId) !== index) return 'The benefit is listed twice.';
      const isChosen = product.benefits.some((present) => present.id === benefitId);
      return benefit.selectable || isChosen ? null : 'The benefit cannot be chosen.';
    });
    const present = product.benefits.map((benefit) => benefit.id);
    if (isDeepStrictEqual(ids, present)) return viewProduct(product);
    const benefits = ids.flatMap((benefitId) => found.get(benefitId) ?? []);
    await em.delete(ProductBenefitEntity, { productId: product.id });
    await em.insert(
      ProductBenefitEntity,
      benefits.map((benefit, position) => ({ productId: product.id, benefitId: benefit.id, position })),
    );
    const changes = { modifiedAt: billing.now() };
    await em.update(ProductEntity, { id: product.id }, changes);
    const updated = { ...product, ...changes, benefits };
    await emitProduct(em, productUpdated, updated);
    await noteCatalogChange(em, 'product', product);
    return viewProduct(updated);
  });
};

/** Removes a benefit that is being deleted from every product, in a fixed number of statements. */
export const detachBenefit = async (em: EntityManager, benefitId: string, now: Date): Promise<void> => {
  const links = await em.find(ProductBenefitEntity, { where: { benefitId } });
  const ids = links.map(({ productId }) => productId).toSorted();
  if (ids.length === 0) return;
  await em.query('SELECT 1 FROM products WHERE id = ANY($1) ORDER BY id FOR UPDATE', [ids]);
  await em.delete(ProductBenefitEntity, { benefitId });
  await em.update(ProductEntity, { id: In(ids) }, { modifiedAt: now });
  const products = await findProductsByIds(em, ids);
  await emitAll(
    em,
    products.map((product) => productEvent(productUpdated, product)),
  );
};
