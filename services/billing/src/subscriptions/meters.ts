/** Usage of subscriptions on the meters of their prices. */
import { findRows } from '@tessera/kit/database/rows';
import { sql } from '@tessera/kit/database/sql';
import { type EntityManager, In, Not } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { MeterRow } from '../catalog/meters/entity.ts';
import { findMetersByIds } from '../catalog/meters/find.ts';
import type { FullPrice } from '../catalog/products/view.ts';
import { SubscriptionMeterEntity, type SubscriptionMeterRow, type SubscriptionRow } from './entity.ts';
import { billableStatuses } from './rules.ts';

export type FullSubscriptionMeter = SubscriptionMeterRow & { meter: MeterRow };

/** A meter that a subscription has begun to charge for. */
export type AddedMeter = { subscriptionId: string; customerId: string; meterId: string };

/** The meters of a subscription that it did not have `before`. */
export const addedMeters = (
  { id, customerId }: Pick<SubscriptionRow, 'id' | 'customerId'>,
  meters: readonly FullSubscriptionMeter[],
  before: readonly FullSubscriptionMeter[] = [],
): AddedMeter[] =>
  meters
    .filter(({ meterId }) => before.every((present) => present.meterId !== meterId))
    .map(({ meterId }) => ({ subscriptionId: id, customerId, meterId }));

/** Starts counting the usage of a new subscription. */
export const startMeters = async (
  em: EntityManager,
  { id, now, prices }: { id: string; now: Date; prices: readonly FullPrice[] },
): Promise<FullSubscriptionMeter[]> => {
  const meters = prices.flatMap(({ meter }) => meter ?? []);
  if (meters.length === 0) return [];
  const rows = meters.map((meter) => ({
    ...unused,
    id: uuidv7(),
    createdAt: now,
    subscriptionId: id,
    meter,
  }));
  await em.insert(
    SubscriptionMeterEntity,
    rows.map(({ meter, ...row }) => ({ ...row, meterId: meter.id })),
  );
  return rows.map((row) => ({ ...row, meterId: row.meter.id }));
};

const unused = { modifiedAt: null, consumedUnits: 0, creditedUnits: 0, amount: 0 };

/** Switches to the meters of other prices; usage of meters that stay is kept. */
export const replaceMeters = async (
  em: EntityManager,
  change: { id: string; now: Date; prices: readonly FullPrice[] },
): Promise<FullSubscriptionMeter[]> => {
  const { id, prices } = change;
  const wanted = prices.flatMap(({ meterId }) => meterId ?? []);
  await em.delete(SubscriptionMeterEntity, { subscriptionId: id, meterId: Not(In(wanted)) });
  const kept = await findSubscriptionMeters(em, [id]);
  const isNew = ({ meterId }: FullPrice) => kept.every((present) => present.meterId !== meterId);
  return [...kept, ...(await startMeters(em, { ...change, prices: prices.filter(isNew) }))];
};

/** Returns the usage of subscriptions, in the order in which counting began. */
export const findSubscriptionMeters = async (
  em: EntityManager,
  subscriptionIds: readonly string[],
): Promise<FullSubscriptionMeter[]> => {
  if (subscriptionIds.length === 0) return [];
  const rows = await findRows(
    em,
    SubscriptionMeterEntity,
    'WHERE r.subscription_id = ANY($1::uuid[]) ORDER BY r.id',
    [subscriptionIds],
  );
  const meters = await findMetersByIds(
    em,
    rows.map(({ meterId }) => meterId),
  );
  return rows.flatMap((row) => {
    const meter = meters.find(({ id }) => id === row.meterId);
    return meter ? [{ ...row, meter }] : [];
  });
};

/**
 * Returns the buyer's locale of the subscription that pays for a customer's meter; null: unknown, or no such
 * subscription.
 */
export const findMeterLocale = async (
  em: EntityManager,
  { customerId, meterId }: { customerId: string; meterId: string },
): Promise<string | null> => {
  const [row] = await sql<{ locale: string | null }>(
    em,
    `SELECT checkout.locale FROM subscriptions s JOIN subscription_meters sm ON sm.subscription_id = s.id
     LEFT JOIN checkouts checkout ON checkout.id = s.checkout_id
     WHERE s.customer_id = $1 AND sm.meter_id = $2 AND s.status = ANY($3) ORDER BY s.started_at, s.id LIMIT 1`,
    [customerId, meterId, billableStatuses],
  );
  return row?.locale ?? null;
};
