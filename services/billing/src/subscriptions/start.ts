/** Starting a subscription at a checkout, or moving one to what the checkout sold. Steps of the checkout's transaction. */
import type { SubscriptionRecurringInterval } from '@tessera/proto/api/billing/enums';
import { subscriptionActive, subscriptionCreated, subscriptionUpdated } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { noteCatalogChange } from '../catalog/changes/entity.ts';
import type { ProductPriceRow } from '../catalog/products/entity.ts';
import type { FullProduct } from '../catalog/products/view.ts';
import type { CheckoutRow } from '../checkouts/entity.ts';
import type { CustomerRow } from '../customers/entity.ts';
import type { Told } from '../events.ts';
import { SubscriptionEntity, type SubscriptionRow } from './entity.ts';
import { anchorDayOf, periodEnd } from './rules.ts';
import { subscriptionEvent } from './view.ts';

export type Purchase = {
  checkout: CheckoutRow;
  product: FullProduct;
  /** The price that was agreed; it may be archived since. */
  price: ProductPriceRow;
  customer: CustomerRow;
};

/** `events` are for the caller to emit, after those of the order that pays for it. */
export type Started = { row: SubscriptionRow; events: Told[] };

export const startSubscription = async (
  em: EntityManager,
  now: Date,
  purchase: Purchase,
): Promise<Started> => {
  if (purchase.checkout.subscriptionId) return replaceProduct(em, now, purchase);
  const { checkout, customer } = purchase;
  const row: SubscriptionRow = {
    ...blank,
    ...termsOf(now, purchase),
    id: uuidv7(),
    createdAt: now,
    modifiedAt: null,
    organizationId: checkout.organizationId,
    customerId: customer.id,
    checkoutId: checkout.id,
    startedAt: now,
    metadata: checkout.metadata,
    customFieldData: checkout.customFieldData,
  };
  await em.insert(SubscriptionEntity, row);
  const full = { row, customer, product: purchase.product, prices: agreedPrices(purchase) };
  return {
    row,
    events: [subscriptionEvent(subscriptionCreated, full), subscriptionEvent(subscriptionActive, full)],
  };
};

/** A free subscription becomes a paid one: the same subscription, a new product, a new period. */
const replaceProduct = async (em: EntityManager, now: Date, purchase: Purchase): Promise<Started> => {
  const id = purchase.checkout.subscriptionId ?? '';
  const present = await em.findOne(SubscriptionEntity, {
    where: { id },
    lock: { mode: 'pessimistic_write' },
  });
  if (!present) throw new Error(`subscription ${id} is gone`);
  const changes = {
    ...blank,
    ...termsOf(now, purchase),
    modifiedAt: now,
    startedAt: present.startedAt ?? now,
    metadata: { ...present.metadata, ...purchase.checkout.metadata },
  };
  await em.update(SubscriptionEntity, { id }, changes);
  await noteCatalogChange(em, 'subscription', present);
  const row = { ...present, ...changes };
  const full = {
    row,
    customer: purchase.customer,
    product: purchase.product,
    prices: agreedPrices(purchase),
  };
  return { row, events: [subscriptionEvent(subscriptionUpdated, full)] };
};

/** What is sold, for how much, and the first period. */
const termsOf = (now: Date, purchase: Purchase) => {
  const { checkout, product } = purchase;
  const recurringInterval = product.recurringInterval as SubscriptionRecurringInterval;
  const anchorDay = anchorDayOf(now);
  return {
    productId: product.id,
    priceIds: agreedPrices(purchase).map(({ id }) => id),
    discountId: checkout.discountId,
    amount: checkout.amount - checkout.discountAmount,
    currency: checkout.currency,
    recurringInterval,
    anchorDay,
    currentPeriodStart: now,
    currentPeriodEnd: periodEnd(now, recurringInterval, anchorDay),
  };
};

/** The chosen price in its place among the product's others. */
const agreedPrices = ({ product, price }: Purchase): ProductPriceRow[] =>
  product.prices.some(({ id }) => id === price.id) ? product.prices : [price];

const blank = {
  status: 'active',
  cancelAtPeriodEnd: false,
  canceledAt: null,
  endsAt: null,
  endedAt: null,
  customerCancellationReason: null,
  customerCancellationComment: null,
} satisfies Partial<SubscriptionRow>;
