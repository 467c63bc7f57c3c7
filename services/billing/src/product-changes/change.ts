/**
 * A running subscription goes over to another product. One transaction writes the change, what is charged or credited
 * for it and the payment that is about to be made; the processor is asked outside of it, under a key of the order. A
 * charge that fails is a renewal's that fails: the subscription is past due, and it is tried again.
 */
import { isDeepStrictEqual } from 'node:util';
import { refuseField } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/outbox';
import type { SubscriptionProrationBehavior } from '@tessera/proto/api/billing/enums';
import type { Subscription, SubscriptionUpdateProduct } from '@tessera/proto/api/billing/subscription';
import { subscriptionUpdated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { getSeller } from '../access/organizations/service.ts';
import { viewSeller } from '../access/organizations/view.ts';
import type { Billing } from '../billing.ts';
import { noteCatalogChange } from '../catalog/changes/entity.ts';
import { findSellableProduct } from '../catalog/products/find.ts';
import type { FullProduct } from '../catalog/products/view.ts';
import { markStateChanged } from '../customers/marks.ts';
import { emitAll } from '../events.ts';
import type { OrderPlan } from '../orders/plan.ts';
import { findSavedMethod, type PaymentRow } from '../payments/service.ts';
import { chargePayment } from '../payments/settlement.ts';
import { findWaitingLines, type WaitingLines } from '../renewals/lines.ts';
import { beginAttempt, placeSubscriptionOrder, planSubscriptionOrder } from '../renewals/order.ts';
import { SubscriptionEntity, type SubscriptionRow } from '../subscriptions/entity.ts';
import { insertEntries } from '../subscriptions/entries.ts';
import { subscriptionErrors } from '../subscriptions/errors.ts';
import { fillSubscriptions, findSubscription, lockSubscription } from '../subscriptions/find.ts';
import { replaceMeters } from '../subscriptions/meters.ts';
import { getSubscription } from '../subscriptions/read.ts';
import { activeStatuses } from '../subscriptions/rules.ts';
import { type FullSubscription, subscriptionEvent } from '../subscriptions/view.ts';
import { type ProductChange, planProductChange } from './proration.ts';

/** Throws AlreadyCanceledSubscription for what is not active or ends, SubscriptionUpdatePending; 422 for the product. */
export const changeProduct = async (
  billing: Billing,
  { id }: Pick<SubscriptionRow, 'id'>,
  body: SubscriptionUpdateProduct,
): Promise<Subscription> => {
  for (let tries = 1; ; tries += 1) {
    const planned = await planChange(billing, { id, ...body });
    if (!planned) break;
    const payment = await transact(billing.db, (em) => writeChange(billing, em, planned));
    if (payment) await chargePayment(billing, payment);
    if (payment !== undefined) break;
    if (tries === 5) throw subscriptionErrors.SubscriptionUpdatePending();
  }
  const row = await findSubscription(billing.db.manager, { id });
  if (!row) throw new Error(`subscription ${id} is gone`);
  return getSubscription(billing, row);
};

/** What a change will do, before it is done. `plan` null: nothing is ordered now. */
export type PlannedChange = {
  before: FullSubscription;
  behavior: SubscriptionProrationBehavior;
  change: ProductChange;
  plan: OrderPlan | null;
  /** What waited before, for an order that comes now. */
  waiting: WaitingLines;
};

/** Null: the subscription has this product at these prices. */
export const planChange = async (
  billing: Billing,
  { id, productId, prorationBehavior }: SubscriptionUpdateProduct & { id: string },
): Promise<PlannedChange | null> => {
  const em = billing.db.manager;
  const row = await findSubscription(em, { id });
  const [before] = row ? await fillSubscriptions(em, [row]) : [];
  if (!before) throw new Error(`subscription ${id} is gone`);
  assertChangeable(before.row);
  const product = await findFitting(billing, before, productId);
  if (isPresent(before.row, product)) return null;
  await assertPayable(billing, before, product);
  const behavior = prorationBehavior ?? (await defaultBehavior(billing, before.row));
  const now = billing.now();
  const change = planProductChange(before, { product, behavior, now });
  const nothing = { lines: [], entryIds: [] };
  if (!change.charges) return { before, behavior, change, plan: null, waiting: nothing };
  const { isNewPeriod, discount, lines } = change.charges;
  const waiting = isNewPeriod ? await findWaitingLines(em, before.row) : nothing;
  const plan = await planSubscriptionOrder(billing, change.full, {
    lines: [...lines, ...waiting.lines],
    discount,
    reason: 'subscription_update',
    key: `${product.id}:${now.toISOString()}`,
  });
  return { before, behavior, change, plan, waiting };
};

/** When a change is charged, unless the request says otherwise. */
const defaultBehavior = async (billing: Billing, { organizationId }: SubscriptionRow) =>
  viewSeller(await getSeller(billing, organizationId)).subscriptionSettings.prorationBehavior;

const assertChangeable = ({ status, cancelAtPeriodEnd, endsAt, endedAt }: SubscriptionRow): void => {
  const isActive = activeStatuses.some((active) => active === status);
  if (!isActive || cancelAtPeriodEnd || endsAt || endedAt)
    throw subscriptionErrors.AlreadyCanceledSubscription();
};

const isPresent = (row: SubscriptionRow, product: FullProduct): boolean =>
  row.productId === product.id &&
  isDeepStrictEqual(
    row.priceIds,
    product.prices.map(({ id }) => id),
  );

const refuse = (message: string) => refuseField(['body', 'product_id'], message);

const findFitting = async (
  billing: Billing,
  { row }: FullSubscription,
  productId: string,
): Promise<FullProduct> => {
  const product = await findSellableProduct(billing.db.manager, productId);
  if (!product || product.organizationId !== row.organizationId) throw refuse('Product does not exist.');
  if (product.recurringInterval === null) throw refuse('Product is not a recurring product.');
  if (product.prices.some(({ amountType }) => amountType === 'custom'))
    throw refuse('Product has a price that customers choose themselves.');
  return product;
};

/** Whoever has paid nothing so far needs a card that was kept for what costs something. */
const assertPayable = async (
  billing: Billing,
  { row, prices }: FullSubscription,
  product: FullProduct,
): Promise<void> => {
  const isFree = ({ amountType }: { amountType: string }): boolean => amountType === 'free';
  if (!prices.every(isFree) || product.prices.every(isFree)) return;
  const { customerId } = row;
  const processor = billing.payments.name;
  if (!(await findSavedMethod(billing.db.manager, { customerId, processor })))
    throw refuse('The customer has no payment method for a product that is not free.');
};

/** Undefined: the subscription has changed since. Null: nothing is to be charged now. */
const writeChange = async (
  billing: Billing,
  em: EntityManager,
  { before, change, plan, waiting }: PlannedChange,
): Promise<PaymentRow | null | undefined> => {
  const locked = await lockSubscription(em, before.row.id);
  if (!isDeepStrictEqual(locked, before.row)) return undefined;
  const { full, changes, charges } = change;
  const now = changes.modifiedAt ?? billing.now();
  await em.update(SubscriptionEntity, { id: locked.id }, changes);
  const meters = await replaceMeters(em, { id: locked.id, now, prices: full.prices });
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
  const periodStart = charges?.isNewPeriod ? full.row.currentPeriodStart : null;
  const order = plan && (await placeSubscriptionOrder(em, { full: changed, plan, waiting, periodStart }));
  await noteCatalogChange(em, 'subscription', locked);
  await markStateChanged(em, locked.customerId);
  await emitAll(em, [subscriptionEvent(subscriptionUpdated, changed), ...(order?.events ?? [])]);
  return order?.isDue ? beginAttempt(billing, em, { order: order.row, attempt: 1 }) : null;
};
