/** Starts subscriptions, or moves them to another product. Steps of the transaction that sells them. */
import { insertRows } from '@tessera/kit/database/rows';
import type { SubscriptionRecurringInterval } from '@tessera/proto/api/billing/enums';
import { subscriptionActive, subscriptionCreated, subscriptionUpdated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { noteCatalogChange } from '../catalog/changes/entity.ts';
import { answersAfter } from '../catalog/custom-fields/answers.ts';
import type { FullDiscount } from '../catalog/discounts/find.ts';
import type { Trial } from '../catalog/products/trial.ts';
import type { FullPrice, FullProduct } from '../catalog/products/view.ts';
import type { CustomerRow } from '../customers/entity.ts';
import { mergeMetadata } from '../customers/rules.ts';
import type { OutboxEvent } from '../events.ts';
import { SubscriptionEntity, type SubscriptionRow } from './entity.ts';
import { lockSubscription } from './lock.ts';
import {
  type AddedMeter,
  addedMeters,
  type FullSubscriptionMeter,
  findSubscriptionMeters,
  replaceMeters,
  startMeters,
} from './meters.ts';
import { anchorDayOf, periodEnd, trialEndOf, trialNotice } from './rules.ts';
import { subscriptionEvents } from './view.ts';

/** What was agreed per period, in minor units of the currency: `amount` is the subtotal less the discount. */
export type Terms = {
  subtotalAmount: number;
  amount: number;
  currency: string;
  discount: FullDiscount | null;
  /** Nothing is charged before the trial ends; both null: no trial. */
  trial: Trial;
  /** The customer has already had a trial: this one ends as it begins, and the first period is charged then. */
  isTrialUsed: boolean;
};

/** What a subscription was created from. */
export type Origin = Pick<SubscriptionRow, 'checkoutId' | 'isRepeated' | 'metadata' | 'customFieldData'>;

export type Sold = {
  customer: CustomerRow;
  product: FullProduct;
  /** The agreed prices; they may have been archived since. */
  prices: FullPrice[];
  terms: Terms;
  origin: Origin;
};

/** `events` are for the caller to emit, after those of the order that pays for it. */
export type Started = { row: SubscriptionRow; events: OutboxEvent[] };

/**
 * Credits meters that subscriptions have just begun to charge for with what their customers have left. Returns
 * whether there was any.
 */
export type Carry = (em: EntityManager, added: readonly AddedMeter[]) => Promise<boolean>;

/** Writes active subscriptions whose first periods begin now. */
export const startSubscriptions = async (
  em: EntityManager,
  now: Date,
  all: readonly Sold[],
  carry: Carry,
): Promise<Started[]> => {
  const rows = all.map((sold) => rowOf(now, sold));
  await insertRows(em, SubscriptionEntity, rows);
  const counted: FullSubscriptionMeter[] = [];
  for (const [at, { id }] of rows.entries())
    counted.push(...(await startMeters(em, { id, now, prices: (all[at] as Sold).prices })));
  const meters = Map.groupBy(counted, ({ subscriptionId }) => subscriptionId);
  const metersOf = await carried(em, { rows, meters, carry });
  return rows.map((row, at) => {
    const { customer, product, prices, terms } = all[at] as Sold;
    const full = { row, customer, product, prices, discount: terms.discount, meters: metersOf(row) };
    return { row, events: subscriptionEvents([subscriptionCreated, subscriptionActive], full) };
  });
};

/** Carries credit over to the meters, and returns them as they are then. */
const carried = async (
  em: EntityManager,
  {
    rows,
    meters,
    carry,
  }: { rows: readonly SubscriptionRow[]; meters: Map<string, FullSubscriptionMeter[]>; carry: Carry },
): Promise<(row: SubscriptionRow) => FullSubscriptionMeter[]> => {
  const added = rows.flatMap((row) => addedMeters(row, meters.get(row.id) ?? []));
  const present =
    added.length > 0 && (await carry(em, added))
      ? Map.groupBy(await findSubscriptionMeters(em, [...meters.keys()]), (it) => it.subscriptionId)
      : meters;
  return ({ id }) => present.get(id) ?? [];
};

const rowOf = (now: Date, sold: Sold): SubscriptionRow => {
  const { customer, product, origin } = sold;
  return {
    ...active,
    ...termsOf(now, sold),
    ...origin,
    ...unpaused,
    id: uuidv7(),
    createdAt: now,
    modifiedAt: null,
    organizationId: product.organizationId,
    customerId: customer.id,
    startedAt: now,
  };
};

/**
 * Turns a free subscription into a paid one: the same subscription with a new product and a new period. `isOwners`:
 * the buyer is known to be its owner. Otherwise it stays with the checkout that created it, since a checkout's
 * session may open what belongs to the checkout.
 */
export const replaceProduct = async (
  em: EntityManager,
  now: Date,
  { id, isOwners, carry, ...sold }: Sold & { id: string; isOwners: boolean; carry: Carry },
): Promise<Started> => {
  const { customer, product, prices, terms, origin } = sold;
  const present = await lockSubscription(em, id);
  const before = await findSubscriptionMeters(em, [id]);
  const changes = {
    ...active,
    ...termsOf(now, sold),
    ...unpaused,
    modifiedAt: now,
    startedAt: present.startedAt ?? now,
    ...(isOwners && { checkoutId: origin.checkoutId }),
    // Later purchases take precedence; earlier data stays while there is room, as this may be repeated any number of
    // times.
    metadata: mergeMetadata(origin.metadata, present.metadata, false),
    customFieldData: answersAfter(present.customFieldData, origin.customFieldData),
  };
  await em.update(SubscriptionEntity, { id }, changes);
  await noteCatalogChange(em, 'subscription', present);
  const row = { ...present, ...changes };
  const replaced = await replaceMeters(em, { id, now, prices });
  const added = addedMeters(row, replaced, before);
  const meters =
    added.length > 0 && (await carry(em, added)) ? await findSubscriptionMeters(em, [id]) : replaced;
  const full = { row, customer, product, prices, discount: terms.discount, meters };
  return { row, events: subscriptionEvents([subscriptionUpdated], full) };
};

/** The product, amounts and first period, which is the trial if there is one. */
const termsOf = (now: Date, { product, prices, terms }: Sold) => {
  const { discount, trial, isTrialUsed, ...amounts } = terms;
  const recurringInterval = product.recurringInterval as SubscriptionRecurringInterval;
  const recurringIntervalCount = product.recurringIntervalCount;
  const cadence = { interval: recurringInterval, count: recurringIntervalCount };
  const trialEnd = trialEndOf(trial, now) && (isTrialUsed ? now : trialEndOf(trial, now));
  return {
    ...amounts,
    discountId: discount?.id ?? null,
    // A trial is not a period that a discount could apply to.
    discountAppliedAt: discount && !trialEnd ? now : null,
    productId: product.id,
    priceIds: prices.map(({ id }) => id),
    recurringInterval,
    recurringIntervalCount,
    anchorDay: anchorDayOf(trialEnd ?? now),
    currentPeriodStart: now,
    currentPeriodEnd: trialEnd ?? periodEnd(now, cadence, anchorDayOf(now)),
    ...trialFacts(now, trialEnd),
  };
};

const trialFacts = (now: Date, trialEnd: Date | null) => ({
  status: trialEnd ? ('trialing' as const) : ('active' as const),
  trialStart: trialEnd && now,
  trialEnd,
  trialRemindedAt: trialEnd && trialEnd.getTime() - now.getTime() <= trialNotice ? now : null,
});

const active = {
  cancelAtPeriodEnd: false,
  canceledAt: null,
  endsAt: null,
  endedAt: null,
  endedReason: null,
  customerCancellationReason: null,
  customerCancellationComment: null,
} satisfies Partial<SubscriptionRow>;

const unpaused = {
  graceEndsAt: null,
  pauseAtPeriodEnd: false,
  pausedAt: null,
  resumesAt: null,
  pendingUpdate: null,
} satisfies Partial<SubscriptionRow>;
