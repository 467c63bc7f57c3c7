/**
 * Closes a subscription's usage: it becomes lines for an order, and counting restarts at 0. Everything ingested
 * before is counted first, whatever its timestamp; later events belong to the next period.
 */
import { isDeepStrictEqual } from 'node:util';
import { sql } from '@tessera/kit/database/sql';
import { Big } from 'big.js';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { FullPrice } from '../../catalog/products/view.ts';
import type { SubscriptionRow } from '../../subscriptions/entity.ts';
import { costOf, findUse, type MeteredUse, priceMeters } from '../costs/accrue.ts';
import { labelOf } from '../costs/amount.ts';
import { countAllUsage } from '../counting/round.ts';
import { resetMeters } from '../credits/credits.ts';
import type { OwnCredit } from '../credits/left.ts';
import { keyOf } from '../figures/pairs.ts';
import { funcOf } from '../filter.ts';
import { lockCustomerMeters } from '../locks.ts';
import { UsageEntryEntity } from './entity.ts';
import { findShares } from './shared.ts';

/** `until`: the end of the closed period. `meters`: only these; absent: all. */
type Closing = {
  subscription: SubscriptionRow;
  until: Date;
  meters?: readonly string[];
  /** The period continues at other prices: the minimum is due at its end. */
  isPart?: boolean;
  /** No period follows. */
  isLast?: boolean;
  /** Reads the credit that the subscription itself has given, and others. */
  findOwn?: () => Promise<OwnCredit[]>;
};

/**
 * Closes a period, once: what is used until a renewal is tried again belongs to the next one. The caller holds the
 * subscription's lock. Returns whether there was anything to close.
 */
export const closePeriod = async (em: EntityManager, now: Date, closing: Closing): Promise<boolean> => {
  const { subscription, until } = closing;
  if ((await findUse(em, 'sm.subscription_id = $1', subscription.id)).length === 0) return false;
  const isFirst = await noteClosing(em, closing);
  // A period that is over in the instant in which it began shares its end with the one before.
  const isEmpty = until <= subscription.currentPeriodStart;
  if (!isFirst && !isEmpty) return false;
  await closeMeters(em, now, closing);
  return true;
};

/** Returns whether no period with this end was closed before. */
const noteClosing = async (em: EntityManager, { subscription, until }: Closing): Promise<boolean> => {
  const noted = await sql(
    em,
    `INSERT INTO usage_closings (subscription_id, period_end) VALUES ($1, $2) ON CONFLICT DO NOTHING
     RETURNING subscription_id`,
    [subscription.id, until],
  );
  return noted.length > 0;
};

/**
 * Before a subscription's prices change: closes the usage of meters whose price changes or is dropped, at the agreed
 * price. Minimum, maximum and mean of a period cannot be split: where such a meter keeps a price, the new one applies
 * to the whole period.
 */
export const closeChangedPrices = async (
  em: EntityManager,
  now: Date,
  { prices, ...closing }: Pick<Closing, 'subscription' | 'findOwn'> & { prices: readonly FullPrice[] },
): Promise<void> => {
  const use = await findUse(em, 'sm.subscription_id = $1', closing.subscription.id);
  const meters = use.filter((one) => isClosed(one, prices)).map(({ meterId }) => meterId);
  if (meters.length > 0) await closeMeters(em, now, { ...closing, until: now, meters, isPart: true });
};

/** Returns the lines that closing now would create: a subscription's usage so far. */
export const findOpenUse = async (
  em: EntityManager,
  { id, currency }: Pick<SubscriptionRow, 'id' | 'currency'>,
): Promise<UseLine[]> =>
  (await findUse(em, 'sm.subscription_id = $1', id)).flatMap((use) => lineOf(use, currency));

export type UseLine = { label: string; amount: number; productPriceId: string };

/**
 * Returns the lines that a change to these prices would close now, and those open after it. `isNewPeriod`: a period
 * begins with the change, and the caller closes the current one.
 */
export const findUseAfter = async (
  em: EntityManager,
  { id, currency, status }: Pick<SubscriptionRow, 'id' | 'currency' | 'status'>,
  { prices, isNewPeriod }: { prices: readonly FullPrice[]; isNewPeriod: boolean },
): Promise<{ closed: UseLine[]; open: UseLine[] }> => {
  const use = await findUse(em, 'sm.subscription_id = $1', id);
  const closing = isNewPeriod ? use : use.filter((one) => isClosed(one, prices));
  const left = use.map((one) =>
    closing.includes(one)
      ? { ...one, consumedUnits: '0', creditedUnits: isNewPeriod ? 0 : leftOf(one) }
      : one,
  );
  const kept = left.flatMap((one) => {
    const price = prices.find(({ meterId }) => meterId === one.meterId);
    return price ? [{ ...one, ...agreedOf(price) }] : [];
  });
  const isNew = ({ meterId }: FullPrice): boolean => use.every((one) => one.meterId !== meterId);
  const isFree = status === 'trialing';
  const fresh = prices.filter(isNew).flatMap((price) => freshUse(price, isFree) ?? []);
  return {
    closed: isNewPeriod ? [] : closing.flatMap((one) => lineOf(one, currency, { isPart: true })),
    open: [...kept, ...fresh].flatMap((one) => lineOf(one, currency)),
  };
};

/** Whole units of unused credit, which are carried over to another price. */
const leftOf = ({ consumedUnits, creditedUnits }: MeteredUse): number => {
  const left = new Big(creditedUnits).minus(consumedUnits).round(0, Big.roundDown);
  return left.gt(0) ? left.toNumber() : 0;
};

const agreedOf = ({ id, unitAmount, capAmount, tariff }: FullPrice) => ({
  productPriceId: id,
  unitAmount,
  capAmount,
  tariff,
});

/** The initial usage of a meter that is counted from now on. */
const freshUse = (price: FullPrice, isFree: boolean): MeteredUse | null =>
  price.meter && {
    ...agreedOf(price),
    id: price.id,
    meterId: price.meter.id,
    meterName: price.meter.name,
    func: funcOf(price.meter.aggregation),
    consumedUnits: '0',
    creditedUnits: 0,
    isFree,
  };

const isClosed = (
  { meterId, func, unitAmount, capAmount, tariff }: MeteredUse,
  prices: readonly FullPrice[],
): boolean => {
  const next = prices.find((price) => price.meterId === meterId);
  if (!next) return true;
  const isSame =
    Number(next.unitAmount) === Number(unitAmount) &&
    next.capAmount === capAmount &&
    isDeepStrictEqual(next.tariff, tariff);
  return !isSame && !['min', 'max', 'avg'].includes(func);
};

const closeMeters = async (em: EntityManager, now: Date, closing: Closing): Promise<void> => {
  const { subscription, until, meters, isPart = false, isLast = false } = closing;
  const { id, organizationId, customerId } = subscription;
  await countAllUsage(em, now, organizationId);
  const isWanted = ({ meterId }: MeteredUse): boolean => meters?.includes(meterId) ?? true;
  const seen = (await findUse(em, 'sm.subscription_id = $1', id)).filter(isWanted);
  const pairs = seen.map(({ meterId }) => ({ customerId, meterId }));
  await lockCustomerMeters(
    em,
    pairs.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)),
  );
  const use = (await findUse(em, 'sm.subscription_id = $1', id)).filter(isWanted);
  await em.insert(
    UsageEntryEntity,
    use.flatMap((one) => entryOf(one, { now, subscription, until, isPart })),
  );
  const ids = use.map((one) => one.id);
  await em.query(
    `UPDATE subscription_meters SET count = 0, sum = 0, min = NULL, max = NULL, credited_units = 0, modified_at = $2
     WHERE id = ANY($1::uuid[])`,
    [ids, now],
  );
  await priceMeters(em, ids);
  const isFree = subscription.status === 'trialing';
  const own = isPart && !isFree ? [] : await closing.findOwn?.();
  for (const { meterId, isPaying, isShared } of await findShares(em, subscription, pairs.map(meterOf))) {
    // What another subscription pays for goes on within that one's period.
    if (!isPaying) continue;
    const reset = { begin: until, isPart, periodEnd: subscription.currentPeriodEnd };
    const meter = { organizationId, customerId, meterId };
    await resetMeters(em, now, [meter], { ...reset, own: own ?? [], isFree, isPassedOn: isLast && isShared });
  }
};

const meterOf = ({ meterId }: { meterId: string }): string => meterId;

const entryOf = (
  use: MeteredUse,
  {
    now,
    subscription,
    until,
    isPart,
  }: { now: Date; subscription: SubscriptionRow; until: Date; isPart: boolean },
) => {
  const { meterId, consumedUnits, creditedUnits } = use;
  return lineOf(use, subscription.currency, { isPart }).map((line) => ({
    ...line,
    id: uuidv7(),
    createdAt: now,
    organizationId: subscription.organizationId,
    subscriptionId: subscription.id,
    meterId,
    periodStart: subscription.currentPeriodStart,
    periodEnd: until,
    consumedUnits,
    creditedUnits,
    orderId: null,
  }));
};

/** Usage and credit of 0 make no line, unless the minimum is due; nor does the usage of a trial. */
export const lineOf = (use: MeteredUse, currency: string, { isPart = false }: { isPart?: boolean } = {}) => {
  const { meterName, productPriceId, unitAmount, capAmount, tariff, consumedUnits, creditedUnits } = use;
  if (productPriceId === null || unitAmount === null || use.isFree) return [];
  const amount = costOf(use, { isPart });
  if (Number(consumedUnits) === 0 && creditedUnits === 0 && amount === 0) return [];
  const label = labelOf({ unitAmount, capAmount, tariff }, { meterName, used: use, currency });
  return [{ label, amount, productPriceId }];
};
