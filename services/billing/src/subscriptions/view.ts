/** Maps subscriptions to API responses and events. */
import { outboxRow } from '@tessera/kit/events/outbox';
import type { CustomerStateSubscription } from '@tessera/proto/api/billing/customer';
import {
  type BareSubscription,
  Subscription,
  type SubscriptionPendingUpdate,
} from '@tessera/proto/api/billing/subscription';
import {
  type subscriptionActive,
  type subscriptionCanceled,
  type subscriptionCreated,
  type subscriptionRevoked,
  type subscriptionUncanceled,
  subscriptionUpdated,
} from '@tessera/proto/events/billing';
import type { FullDiscount } from '../catalog/discounts/find.ts';
import { viewDiscountBase } from '../catalog/discounts/view.ts';
import { briefProduct } from '../catalog/products/brief.ts';
import { type FullPrice, type FullProduct, viewPrice, viewProduct } from '../catalog/products/view.ts';
import type { CustomerRow } from '../customers/entity.ts';
import { viewCustomer } from '../customers/view.ts';
import { type OutboxEvent, snapshotOf } from '../events.ts';
import type { SubscriptionMeterRow, SubscriptionRow } from './entity.ts';
import type { FullSubscriptionMeter } from './meters.ts';

/** A subscription with everything that belongs to it. */
export type FullSubscription = {
  row: SubscriptionRow;
  customer: CustomerRow;
  product: FullProduct;
  prices: FullPrice[];
  discount: FullDiscount | null;
  meters: FullSubscriptionMeter[];
};

export const viewSubscription = (subscription: FullSubscription): Subscription => {
  const { row, customer, product, prices, discount, meters } = subscription;
  return {
    ...viewBareSubscription(row),
    pendingUpdate: viewPendingUpdate(row),
    endedReason: row.endedReason,
    customFieldData: row.customFieldData,
    customer: viewCustomer(customer),
    product: viewProduct(product),
    discount: discount && viewDiscountBase(discount),
    prices: prices.map((price) => viewPrice(price, product)),
    meters,
  };
};

/** A meter's filter may be long as well. */
const inBrief = (view: Subscription): Subscription => ({
  ...view,
  product: briefProduct(view.product),
  meters: view.meters.map((one) => ({
    ...one,
    meter: { ...one.meter, metadata: {}, filter: { ...one.meter.filter, clauses: [] } },
  })),
});

/** A subscription without its relations, as nested in an order. */
export const viewBareSubscription = ({
  organizationId: _organization,
  priceIds: _prices,
  anchorDay: _anchor,
  subtotalAmount: _subtotal,
  discountAppliedAt: _applied,
  trialRemindedAt: _reminded,
  pendingUpdate: _pending,
  graceEndsAt: _grace,
  endedReason: _reason,
  ...row
}: SubscriptionRow): BareSubscription => row;

/** The change scheduled for the next period, if there will be one. */
export const viewPendingUpdate = ({
  endedAt,
  pendingUpdate,
  currentPeriodEnd,
  pausedAt,
  resumesAt,
}: SubscriptionRow): SubscriptionPendingUpdate | null =>
  pendingUpdate && currentPeriodEnd && endedAt === null
    ? {
        id: pendingUpdate.id,
        createdAt: new Date(pendingUpdate.createdAt),
        modifiedAt: null,
        appliesAt: (pausedAt && resumesAt) ?? currentPeriodEnd,
        productId: pendingUpdate.productId,
        priceChangeId: pendingUpdate.priceChangeId ?? null,
        amount: pendingUpdate.amount ?? null,
      }
    : null;

/** An active subscription within its customer's state; trials count as active. */
export const viewStateSubscription = (
  row: SubscriptionRow,
  meters: SubscriptionMeterRow[],
): CustomerStateSubscription => ({ ...row, status: 'active', meters });

type SubscriptionEvent =
  | typeof subscriptionActive
  | typeof subscriptionCanceled
  | typeof subscriptionCreated
  | typeof subscriptionRevoked
  | typeof subscriptionUncanceled
  | typeof subscriptionUpdated;

/** Kinds of changes to a running subscription. */
export const subscriptionChanges = [
  'product',
  'price',
  'change_planned',
  'change_withdrawn',
  'price_change',
  'discount',
  'discount_removed',
  'trial',
  'pause_planned',
  'pause_withdrawn',
  'resumed',
  'cancellation_reason',
] as const;
export type SubscriptionChange = (typeof subscriptionChanges)[number];

/**
 * Builds events about a subscription, one per type, which share one serialized snapshot. `change`, of
 * subscription.updated: what its snapshot does not show.
 */
export const subscriptionEvents = (
  types: readonly SubscriptionEvent[],
  subscription: FullSubscription,
  change?: SubscriptionChange,
): OutboxEvent[] => {
  const { row } = subscription;
  const view = viewSubscription(subscription);
  const message = {
    subscriptionId: row.id,
    organizationId: row.organizationId,
    customerId: row.customerId,
    productId: row.productId,
    ...(row.checkoutId && { checkoutId: row.checkoutId }),
    status: row.status,
    snapshot: snapshotOf(Subscription, view, () => inBrief(view)),
  };
  return types.map((type) =>
    outboxRow(type as typeof subscriptionUpdated, {
      ...message,
      ...(change && type === subscriptionUpdated && { change }),
    }),
  );
};
