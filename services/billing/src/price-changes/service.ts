/** Announces new prices to existing subscriptions, and withdraws them. */
import { kitErrors, refuseField } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/events/outbox';
import type {
  PriceChange,
  PriceChangeCreate,
  PriceChangeReach,
} from '@tessera/proto/api/billing/price-change';
import { type PageQuery, pageReply } from '@tessera/proto/api/page';
import { In } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { Billing } from '../billing.ts';
import { noteCatalogChange } from '../catalog/changes/entity.ts';
import type { ProductRow } from '../catalog/products/entity.ts';
import { findProduct, lockProduct } from '../catalog/products/find.ts';
import {
  countPending,
  countReached,
  findPriceChange,
  lockPriceChange,
  PriceChangeEntity,
  type PriceChangeRow,
} from './entity.ts';
import { priceChangeErrors } from './errors.ts';
import { viewPriceChange } from './view.ts';

const refuse = (message: string) => refuseField(['path', 'id'], message);

/**
 * Changes subscriptions to the product's current prices; customers are notified in the background. Throws
 * PriceChangeInProgress; 422 for a one-time product or one whose customers choose the price.
 */
export const createPriceChange = async (
  billing: Billing,
  { id: productId }: Pick<ProductRow, 'id'>,
  { applies, prorationBehavior = null }: PriceChangeCreate,
): Promise<PriceChange> => {
  const row = await transact(billing.db, async (em) => {
    const product = await lockProduct(em, productId);
    if (product.recurringInterval === null) throw refuse('Product is not a recurring product.');
    if (product.prices.some(({ amountType }) => amountType === 'custom'))
      throw refuse('Product has a price that customers choose themselves.');
    const open = { productId, status: In(['announcing', 'withdrawing']) };
    if (await em.existsBy(PriceChangeEntity, open)) throw priceChangeErrors.PriceChangeInProgress();
    const change: PriceChangeRow = {
      id: uuidv7(),
      createdAt: billing.now(),
      modifiedAt: null,
      organizationId: product.organizationId,
      productId,
      priceIds: product.prices.map(({ id }) => id),
      applies,
      prorationBehavior,
      status: 'announcing',
      announcedCount: 0,
    };
    await em.insert(PriceChangeEntity, change);
    await noteCatalogChange(em, 'price_change', change);
    return change;
  });
  return viewPriceChange(row, 0);
};

/** Returns the number of subscriptions that a change would affect. */
export const getReach = async (
  { db }: Billing,
  { id }: Pick<ProductRow, 'id'>,
): Promise<PriceChangeReach> => {
  const product = await findProduct(db.manager, { id });
  if (!product) throw kitErrors.ResourceNotFound();
  const priceIds = product.prices.map((price) => price.id);
  return { subscriptionsCount: await countReached(db.manager, { productId: id, priceIds }) };
};

/** Returns a page of a product's changes, newest first. */
export const listPriceChanges = async (
  { db }: Billing,
  { id: productId }: Pick<ProductRow, 'id'>,
  query: PageQuery,
) => {
  const { page, limit } = query;
  const [rows, total] = await db.manager.findAndCount(PriceChangeEntity, {
    where: { productId },
    order: { createdAt: 'DESC', id: 'DESC' },
    skip: (page - 1) * limit,
    take: limit,
  });
  const pending = await countPending(
    db.manager,
    rows.map(({ id }) => id),
  );
  return pageReply(
    rows.map((row) => viewPriceChange(row, pending.get(row.id) ?? 0)),
    total,
    query,
  );
};

export const getPriceChange = async (
  { db }: Billing,
  { id }: Pick<PriceChangeRow, 'id'>,
): Promise<PriceChange> => {
  const row = await findPriceChange(db.manager, { id });
  if (!row) throw new Error(`price change ${id} is gone`);
  return viewPriceChange(row, (await countPending(db.manager, [id])).get(id) ?? 0);
};

/** Subscriptions that are not changed yet keep their prices. Throws PriceChangeDone. */
export const withdrawPriceChange = async (billing: Billing, { id }: PriceChangeRow): Promise<PriceChange> => {
  await transact(billing.db, async (em) => {
    const row = await lockPriceChange(em, id);
    if (!row) throw new Error(`price change ${id} is gone`);
    if (row.status === 'withdrawing' || row.status === 'withdrawn') return;
    const pending = (await countPending(em, [id])).get(id) ?? 0;
    if (row.status === 'announced' && pending === 0) throw priceChangeErrors.PriceChangeDone();
    await em.update(PriceChangeEntity, { id }, { status: 'withdrawing', modifiedAt: billing.now() });
    await noteCatalogChange(em, 'price_withdrawal', row);
  });
  return getPriceChange(billing, { id });
};
