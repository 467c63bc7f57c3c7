/** Events about products. */
import { outboxRow } from '@tessera/kit/outbox';
import { Product } from '@tessera/proto/api/billing/product';
import { toWire } from '@tessera/proto/api/wire';
import type { productCreated, productUpdated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { emitAll, type OutboxEvent } from '../../events.ts';
import { type FullProduct, viewProduct } from './view.ts';

export const emitProduct = (
  em: EntityManager,
  type: typeof productCreated | typeof productUpdated,
  product: FullProduct,
): Promise<void> => emitAll(em, [productEvent(type, product)]);

/** Says that a product came into being or changed. */
export const productEvent = (
  type: typeof productCreated | typeof productUpdated,
  product: FullProduct,
): OutboxEvent =>
  outboxRow(type as typeof productUpdated, {
    productId: product.id,
    organizationId: product.organizationId,
    snapshot: JSON.stringify(toWire(Product, viewProduct(product), 'snake')),
  });
