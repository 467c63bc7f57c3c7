/** Archives products. */
import { productUpdated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { emitAll } from '../../events.ts';
import { ProductEntity } from './entity.ts';
import { productEvent } from './events.ts';
import { fillProducts } from './find.ts';

/** Archives all products of an organization, within the transaction that deletes the organization. */
export const archiveProductsOf = async (
  em: EntityManager,
  organizationId: string,
  now: Date,
): Promise<void> => {
  const rows = await em.find(ProductEntity, {
    where: { organizationId, isArchived: false },
    lock: { mode: 'pessimistic_write' },
    order: { id: 'ASC' },
  });
  const changes = { isArchived: true, modifiedAt: now };
  await em.update(ProductEntity, { organizationId, isArchived: false }, changes);
  const products = await fillProducts(em, rows);
  await emitAll(
    em,
    products.map((product) => productEvent(productUpdated, { ...product, ...changes })),
  );
};
