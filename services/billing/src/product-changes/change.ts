/**
 * Moves a running subscription to another product. One transaction writes the change, its charges and credits and the
 * payment to be made; the processor is called outside of it, with an idempotency key of the order. A failed charge is
 * handled like that of a renewal: the subscription is past due, and the charge is retried.
 */
import { isDeepStrictEqual } from 'node:util';
import { emit, transact } from '@tessera/kit/events/outbox';
import type { SubscriptionProrationBehavior } from '@tessera/proto/api/billing/enums';
import type { Subscription, SubscriptionUpdateProduct } from '@tessera/proto/api/billing/subscription';
import { subscriptionProductChanged, subscriptionUpdated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { getSeller } from '../access/organizations/service.ts';
import { viewSeller } from '../access/organizations/view.ts';
import type { Billing } from '../billing.ts';
import { noteCatalogChange } from '../catalog/changes/entity.ts';
import type { FullProduct } from '../catalog/products/view.ts';
import { markStateChanged } from '../customers/marks.ts';
import { findOwnCredit } from '../entitlements/grants/own-credit.ts';
import { emitAll } from '../events.ts';
import type { OrderPlan } from '../orders/plan.ts';
import type { PaymentRow } from '../payments/service.ts';
import { chargePayment } from '../payments/settlement.ts';
import { isBeingCharged, untilCharged } from '../renewals/dunning/charging.ts';
import { countBegun } from '../renewals/entity.ts';
import { switchMeters } from '../renewals/periods/carry.ts';
import {
  findWaitingChanges,
  findWaitingLines,
  nothingWaits,
  type WaitingLines,
} from '../renewals/periods/lines.ts';
import { beginAttempt, placeSubscriptionOrder, planSubscriptionOrder } from '../renewals/periods/order.ts';
import { findPaidForPeriod } from '../renewals/periods/paid.ts';
import { discountOf } from '../renewals/periods/plan.ts';
import { SubscriptionEntity, type SubscriptionRow } from '../subscriptions/entity.ts';
import { insertEntries } from '../subscriptions/entries.ts';
import { subscriptionErrors } from '../subscriptions/errors.ts';
import { fillSubscriptions, findSubscription } from '../subscriptions/find.ts';
import { lockSubscription } from '../subscriptions/lock.ts';
import { moveBetween } from '../subscriptions/move.ts';
import { getSubscription } from '../subscriptions/read.ts';
import { type FullSubscription, subscriptionEvents } from '../subscriptions/view.ts';
import { closeChangedPrices, closePeriod, findOpenUse } from '../usage/entries/close.ts';
import { findPeriodDiscount } from './period-discount.ts';
import { type ProductChange, planProductChange } from './proration.ts';
import { scheduleChange } from './schedule.ts';
import { assertChangeable, findWanted } from './wanted.ts';

/**
 * Throws AlreadyCanceledSubscription if it is not active or set to end, SubscriptionUpdatePending, and 422 for an
 * invalid product.
 */
export const changeProduct = async (
  billing: Billing,
  { id }: Pick<SubscriptionRow, 'id'>,
  body: SubscriptionUpdateProduct,
): Promise<Subscription> => {
  if (body.prorationBehavior === 'next_period')
    return scheduleChange(billing, { id, productId: body.productId });
  await changeNow(billing, { id, ...body, prorationBehavior: body.prorationBehavior });
  const row = await findSubscription(billing.db.manager, { id });
  if (!row) throw new Error(`subscription ${id} is gone`);
  return getSubscription(billing, row);
};

/**
 * Returns whether there was anything to change. Throws AlreadyCanceledSubscription, and SubscriptionUpdatePending if
 * concurrent changes keep interfering or a pending charge does not settle.
 */
export const changeNow = async (billing: Billing, asked: Asked): Promise<boolean> => {
  let isClosed = false;
  for (let tries = 1; tries <= maxTries; tries += 1) {
    // A period can only be credited once it is paid.
    if (!(await untilCharged(billing, asked.id))) break;
    const planned = await planChange(billing, { ...asked, isClosed });
    if (!planned) return false;
    // The order of the period that begins now also bills the usage so far.
    if (planned.hasOpenUse) {
      await closeUse(billing, planned.before);
      isClosed = true;
    } else if (await makeChange(billing, planned)) return true;
  }
  throw subscriptionErrors.SubscriptionUpdatePending();
};

/** How often a change is planned again because its subscription has changed in the meantime. */
const maxTries = 6;

const closeUse = ({ db, now }: Billing, { row }: FullSubscription): Promise<void> =>
  transact(db, async (em) => {
    const until = now();
    const subscription = await lockSubscription(em, row.id);
    if (isDeepStrictEqual(subscription, row))
      await closePeriod(em, until, {
        ...{ subscription, until },
        findOwn: () => findOwnCredit(em, subscription, { until }),
      });
  });

/** The effects of a change before it is made. `plan` null: there is no order now. */
export type PlannedChange = {
  before: FullSubscription;
  behavior: SubscriptionProrationBehavior;
  change: ProductChange;
  plan: OrderPlan | null;
  /** Lines that waited before, for an order placed now. */
  waiting: WaitingLines;
  /** The order placed now also bills usage since the period began, which must be closed first. */
  hasOpenUse: boolean;
};

type Asked = {
  id: string;
  productId: string;
  prorationBehavior?: SubscriptionProrationBehavior | null | undefined;
  /** With promised prices instead of its current ones. */
  product?: FullProduct;
  /** The usage so far is closed. */
  isClosed?: boolean;
};

/** Returns null if the subscription has this product at these prices already. */
export const planChange = async (
  billing: Billing,
  { id, productId, prorationBehavior: asked, product: given, isClosed = false }: Asked,
): Promise<PlannedChange | null> => {
  const em = billing.db.manager;
  const row = await findSubscription(em, { id });
  const [before] = row ? await fillSubscriptions(em, [row]) : [];
  if (!before) throw new Error(`subscription ${id} is gone`);
  assertChangeable(before.row);
  const { product, isPresent } = given
    ? { product: given, isPresent: false }
    : await findWanted(billing, before, productId);
  if (isPresent) return null;
  const behavior = asked ?? (await defaultBehavior(billing, before.row));
  const now = billing.now();
  const periodDiscount = await findPeriodDiscount(em, before);
  const paid = await findPaidForPeriod(em, before.row);
  const change = planProductChange(before, { product, behavior, periodDiscount, paid, now });
  if (!change.charges)
    return { before, behavior, change, plan: null, waiting: nothingWaits, hasOpenUse: false };
  const { isNewPeriod, lines } = change.charges;
  // Credit for what still waits would be paid out before it is charged.
  const waiting = await (isNewPeriod ? findWaitingLines : findWaitingChanges)(em, before.row);
  const used = isNewPeriod && !isClosed && before.meters.length > 0 ? await findOpenUse(em, before.row) : [];
  const plan = await planSubscriptionOrder(billing, change.full, {
    lines: isNewPeriod ? [...lines, ...waiting.lines, ...used] : [...waiting.lines, ...lines],
    discount: discountOn(change, waiting.usageAmount + sumOf(used)),
    reason: 'subscription_update',
    key: `${product.id}:${now.toISOString()}`,
  });
  return { before, behavior, change, plan, waiting, hasOpenUse: used.length > 0 };
};

const sumOf = (lines: readonly { amount: number }[]): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0);

/** The discount applies to the price of the new period and to metered usage; prorated lines already include it. */
const discountOn = ({ charges, full }: ProductChange, usageAmount: number) => {
  const { discount, lines } = charges ?? { discount: discountOf(null, 0), lines: [] };
  if (usageAmount === 0 || !charges?.isNewPeriod || full.row.discountId === null) return discount;
  return discountOf(full.discount, usageAmount + sumOf(lines.filter(({ proration }) => !proration)));
};

/** The seller's proration behavior, unless the request names one. */
const defaultBehavior = async (billing: Billing, { organizationId }: SubscriptionRow) =>
  viewSeller(await getSeller(billing, organizationId)).subscriptionSettings.prorationBehavior;

/** Makes a planned change and charges it. Returns whether the subscription was unchanged since it was planned. */
const makeChange = async (billing: Billing, planned: PlannedChange): Promise<boolean> => {
  const payment = await transact(billing.db, (em) => writeChange(billing, em, planned));
  if (payment) await chargePayment(billing, payment);
  return payment !== undefined;
};

/** Undefined: the subscription has changed since, or has a pending charge. Null: there is nothing to charge now. */
const writeChange = async (
  billing: Billing,
  em: EntityManager,
  { before, change, plan, waiting }: PlannedChange,
): Promise<PaymentRow | null | undefined> => {
  const locked = await lockSubscription(em, before.row.id);
  if (!isDeepStrictEqual(locked, before.row) || (await isBeingCharged(em, locked.id))) return undefined;
  const { full, changes, charges } = change;
  const now = changes.modifiedAt ?? billing.now();
  // Where a new period begins, this is only the usage since the change was planned.
  const closing = { subscription: locked, findOwn: () => findOwnCredit(em, locked, { until: now }) };
  await closeChangedPrices(em, now, { ...closing, prices: full.prices });
  await em.update(SubscriptionEntity, { id: locked.id }, changes);
  const isNewPeriod = charges?.isNewPeriod ?? false;
  const meters = await switchMeters(em, now, { before, prices: full.prices });
  const changed = { ...full, meters };
  await insertEntries(
    em,
    change.waiting.map(({ proration: _always, ...line }) => ({
      ...line,
      id: uuidv7(),
      createdAt: now,
      organizationId: locked.organizationId,
      subscriptionId: locked.id,
      orderId: null,
    })),
  );
  const periodStart = isNewPeriod ? full.row.currentPeriodStart : null;
  // Built before the order: events are emitted in the order in which they were created.
  const moved = subscriptionEvents([subscriptionUpdated], changed, moveBetween(before.row, full.row));
  const emptyBefore = await countBegun(em, { subscriptionId: locked.id, periodStart });
  const order =
    plan && (await placeSubscriptionOrder(em, { full: changed, plan, waiting, periodStart, emptyBefore }));
  await noteCatalogChange(em, 'subscription', locked);
  await markStateChanged(em, locked.customerId);
  await emitAll(em, [...moved, ...(order?.events ?? [])]);
  if (!order) await emitProductChange(em, { before, change });
  return order?.isDue ? beginAttempt(billing, em, { order: order.row, attempt: 1 }) : null;
};

/** Notifies the customer of a change without an order; an order has its own receipt. */
const emitProductChange = async (
  em: EntityManager,
  { before, change: { full, waiting } }: Pick<PlannedChange, 'before' | 'change'>,
): Promise<void> => {
  const { id: subscriptionId, organizationId, productId } = full.row;
  const formerProductId = before.row.productId;
  if (formerProductId === productId) return;
  const isSettledLater = waiting.some(({ amount }) => amount !== 0);
  await emit(em, subscriptionProductChanged, {
    ...{ subscriptionId, organizationId, formerProductId, productId, isSettledLater },
  });
};
