/**
 * Price changes that were announced while a subscription was set to end: if it is uncanceled, they apply to it as
 * well.
 */
import { isDeepStrictEqual } from 'node:util';
import { emit } from '@tessera/kit/events/outbox';
import { priceChangeAnnounced } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { findProduct, withPrices } from '../catalog/products/find.ts';
import { pricesIn } from '../catalog/products/rules.ts';
import type { PendingUpdate, SubscriptionRow } from '../subscriptions/entity.ts';
import { fillSubscriptions } from '../subscriptions/find.ts';
import { planAnnouncement } from './announcement.ts';
import { findLastSince } from './entity.ts';

/**
 * Returns the pending update that an uncanceled subscription has missed since it was canceled, and notifies its
 * customer; its former pending update if there is nothing newer. A step of the transaction that uncancels it.
 */
export const announceMissed = async (
  em: EntityManager,
  now: Date,
  row: SubscriptionRow,
): Promise<PendingUpdate | null> => {
  const { productId, canceledAt, currency, priceIds } = row;
  const change = canceledAt && (await findLastSince(em, { productId, since: canceledAt }));
  const product = change && (await findProduct(em, { id: productId }));
  if (!product) return row.pendingUpdate;
  const promised = await withPrices(em, product, change.priceIds);
  const wanted = pricesIn(promised.prices, currency).map(({ id }) => id);
  const isMissed = wanted.length > 0 && !isDeepStrictEqual(wanted.toSorted(), priceIds.toSorted());
  const [full] = isMissed ? await fillSubscriptions(em, [row]) : [];
  if (!full) return row.pendingUpdate;
  const { pendingUpdate, event } = planAnnouncement(full, { change, product: promised, now });
  await emit(em, priceChangeAnnounced, event);
  return pendingUpdate;
};
