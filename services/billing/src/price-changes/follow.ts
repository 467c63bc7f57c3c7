/**
 * Applies price changes to subscriptions in the background, page by page: sets or withdraws their pending update, and
 * notifies their customers.
 */
import { emit } from '@tessera/kit/events/outbox';
import {
  priceChangeAnnounced,
  priceChangeWithdrawn,
  subscriptionUpdated,
} from '@tessera/proto/events/billing';
import { type EntityManager, In } from 'typeorm';
import { type FollowCatalogChange, pageSize } from '../catalog/changes/worker.ts';
import { findProduct, withPrices } from '../catalog/products/find.ts';
import type { FullProduct } from '../catalog/products/view.ts';
import { emitAll } from '../events.ts';
import { type PendingUpdate, SubscriptionEntity } from '../subscriptions/entity.ts';
import { fillSubscriptions } from '../subscriptions/find.ts';
import { withoutAnnounced } from '../subscriptions/pending.ts';
import { type FullSubscription, subscriptionEvents } from '../subscriptions/view.ts';
import { planAnnouncement } from './announcement.ts';
import {
  lockPending,
  lockPriceChange,
  lockReached,
  PriceChangeEntity,
  type PriceChangeRow,
} from './entity.ts';

const firstId = '00000000-0000-0000-0000-000000000000';

/** New subscriptions after the change already have the new prices. */
export const followPriceChange: FollowCatalogChange = async (em, now, { subjectId, cursor }) => {
  const change = await lockPriceChange(em, subjectId);
  if (change?.status !== 'announcing') return null;
  const product = await findProduct(em, { id: change.productId });
  if (!product) return null;
  const ids = await lockReached(em, { ...change, after: cursor ?? firstId, limit: pageSize });
  const promised = await withPrices(em, product, change.priceIds);
  let announced = 0;
  for (const full of await readLocked(em, ids))
    if (await announce(em, now, { full, change, product: promised })) announced += 1;
  const isLast = ids.length < pageSize;
  await em.update(
    PriceChangeEntity,
    { id: change.id },
    {
      announcedCount: change.announcedCount + announced,
      ...(isLast && { status: 'announced' as const, modifiedAt: now }),
    },
  );
  return isLast ? null : (ids.at(-1) ?? null);
};

const readLocked = async (em: EntityManager, ids: readonly string[]): Promise<FullSubscription[]> =>
  ids.length === 0
    ? []
    : fillSubscriptions(
        em,
        await em.find(SubscriptionEntity, { where: { id: In([...ids]) }, order: { id: 'ASC' } }),
      );

/** A change of product that is already scheduled stays: it brings that product's current prices. */
const announce = async (
  em: EntityManager,
  now: Date,
  { full, change, product }: { full: FullSubscription; change: PriceChangeRow; product: FullProduct },
): Promise<boolean> => {
  const { pendingUpdate: present } = full.row;
  if (present && !present.priceChangeId) return false;
  // A subscription that was uncanceled has been notified then.
  if (present?.priceChangeId === change.id) return false;
  const announcement = planAnnouncement(full, { change, product, now });
  await write(em, full, announcement.pendingUpdate, now);
  await emit(em, priceChangeAnnounced, announcement.event);
  return true;
};

const write = async (
  em: EntityManager,
  full: FullSubscription,
  pendingUpdate: PendingUpdate | null,
  now: Date,
): Promise<void> => {
  const changes = { pendingUpdate, modifiedAt: now };
  await em.update(SubscriptionEntity, { id: full.row.id }, changes);
  const changed = { ...full, row: { ...full.row, ...changes } };
  await emitAll(em, subscriptionEvents([subscriptionUpdated], changed, 'price_change'));
};

/** Withdraws the change from subscriptions that wait for it. */
export const followPriceWithdrawal: FollowCatalogChange = async (em, now, { subjectId, cursor }) => {
  const change = await lockPriceChange(em, subjectId);
  if (change?.status !== 'withdrawing') return null;
  const ids = await lockPending(em, { id: change.id, after: cursor ?? firstId, limit: pageSize });
  for (const full of await readLocked(em, ids)) {
    await write(em, full, withoutAnnounced(full.row.pendingUpdate), now);
    const { id: subscriptionId, organizationId, customerId } = full.row;
    await emit(em, priceChangeWithdrawn, {
      subscriptionId,
      organizationId,
      customerId,
      priceChangeId: change.id,
    });
  }
  if (ids.length === pageSize) return ids.at(-1) ?? null;
  await em.update(PriceChangeEntity, { id: change.id }, { status: 'withdrawn', modifiedAt: now });
  return null;
};
