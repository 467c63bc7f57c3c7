/** Product events. */
import { outboxRow } from '@tessera/kit/events/outbox';
import { Product } from '@tessera/proto/api/billing/product';
import type { productCreated, productUpdated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { emitAll, type OutboxEvent, snapshotOf } from '../../events.ts';
import { briefProduct } from './brief.ts';
import { type FullProduct, viewProduct } from './view.ts';

export const emitProduct = (
  em: EntityManager,
  type: typeof productCreated | typeof productUpdated,
  product: FullProduct,
): Promise<void> => emitAll(em, [productEvent(type, product)]);

/** The outbox row of a product event. */
export const productEvent = (
  type: typeof productCreated | typeof productUpdated,
  product: FullProduct,
): OutboxEvent => {
  const view = viewProduct(product);
  return outboxRow(type as typeof productUpdated, {
    productId: product.id,
    organizationId: product.organizationId,
    snapshot: snapshotOf(Product, view, () => briefProduct(view)),
  });
};
