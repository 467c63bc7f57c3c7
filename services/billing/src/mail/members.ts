/** Notifies members of events of sales, according to their settings: once each, in their language. */
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { on } from '@tessera/kit/events/bus';
import type { Notification } from '@tessera/proto/api/billing/notification-settings';
import type { Order } from '@tessera/proto/api/billing/order';
import { disputeOf, Refund } from '@tessera/proto/api/billing/refund';
import { Subscription } from '@tessera/proto/api/billing/subscription';
import { readReply } from '@tessera/proto/api/wire';
import {
  orderPaid,
  paymentRefunded,
  refundCreated,
  refundUpdated,
  renewalFailed,
  subscriptionCanceled,
} from '@tessera/proto/events/billing';
import { getSeller } from '../access/organizations/service.ts';
import type { Billing } from '../billing.ts';
import { findProductRowsByIds } from '../catalog/products/find.ts';
import { findCheckoutById } from '../checkouts/find.ts';
import { findNotifiedReaders } from '../notifications/service.ts';
import { dueAmountOf } from '../orders/due.ts';
import { fillOrder, findOrder } from '../orders/find.ts';
import { mailMembers } from './mail-members.ts';
import { type Happened, memberNotificationMail } from './templates/member-notification.ts';
import { orderOf } from './templates/order-confirmation.ts';

/** An event that members may be notified of. `path`: of the dashboard, within the organization. */
type Occasion = {
  eventId: string;
  organizationId: string;
  path: string;
  read: () => Promise<Happened | null>;
};

const kinds: Partial<Record<Order['billingReason'], Notification>> = {
  purchase: 'newOrder',
  subscription_create: 'newSubscription',
};

/** Concurrent lookups are batched. */
const concurrency = 16;

export const consumeMemberNews = (billing: Billing): Promise<Stoppable> => {
  const readRefund = ({ snapshot }: { snapshot: string }) => readReply(Refund, JSON.parse(snapshot), 'snake');
  return billing.bus.consume({
    name: 'member-mails',
    begin: 'now',
    concurrency,
    on: [
      on(orderPaid, ({ organizationId, snapshot }, { id }) =>
        mailOrder(billing, orderOf(snapshot), { organizationId, eventId: id }),
      ),
      on(subscriptionCanceled, ({ organizationId, snapshot }, { id }) =>
        mailCancellation(billing, readReply(Subscription, JSON.parse(snapshot), 'snake'), {
          organizationId,
          eventId: id,
        }),
      ),
      on(renewalFailed, ({ organizationId, ...failed }, { id }) =>
        mailReaders(billing, 'paymentFailed', {
          eventId: id,
          organizationId,
          path: `orders/${failed.orderId}`,
          read: () => failureOf(billing, failed),
        }),
      ),
      on(paymentRefunded, (refund, { id }) => mailLatePayment(billing, refund, id)),
      on(refundCreated, (created, { id }) => mailRefund(billing, readRefund(created), id)),
      on(refundUpdated, (updated) => mailRefund(billing, readRefund(updated), null)),
    ],
  });
};

type Source = { organizationId: string; eventId: string };

const mailOrder = async (billing: Billing, order: Order, source: Source): Promise<void> => {
  const about = kinds[order.billingReason];
  if (!about) return;
  const { customer, product, totalAmount, currency, invoiceNumber } = order;
  await mailReaders(billing, about, {
    ...source,
    path: `orders/${order.id}`,
    read: async () => ({
      about,
      customer,
      product: product.name,
      amount: totalAmount,
      currency,
      number: invoiceNumber,
      date: null,
    }),
  });
};

const mailCancellation = (billing: Billing, subscription: Subscription, source: Source): Promise<void> => {
  const { id, customer, product, amount, currency, endsAt } = subscription;
  return mailReaders(billing, 'subscriptionCanceled', {
    ...source,
    path: `subscriptions/${id}`,
    read: async () => ({
      about: 'subscriptionCanceled',
      customer,
      product: product.name,
      amount,
      currency,
      number: null,
      date: endsAt,
    }),
  });
};

/**
 * Both events of a refund lead here; the refund's id as event id makes the mail unique. A dispute is also told of when it
 * is opened (`createdBy`: that event's id), since the seller has to answer the bank in time.
 */
const mailRefund = async (billing: Billing, refund: Refund, createdBy: string | null): Promise<void> => {
  const isDispute = disputeOf(refund) !== null;
  const isOpened = isDispute && refund.status === 'pending' && createdBy !== null;
  if (refund.status !== 'succeeded' && !isOpened) return;
  const variant = isOpened ? 'disputeOpened' : isDispute ? 'disputeLost' : undefined;
  const { id, organizationId, orderId, amount, taxAmount, currency } = refund;
  await mailReaders(billing, 'refund', {
    eventId: isOpened ? createdBy : id,
    organizationId,
    path: `orders/${orderId}`,
    read: async () => {
      const sold = await soldOf(billing, orderId);
      return sold && { ...sold, about: 'refund', variant, amount: amount + taxAmount, currency, date: null };
    },
  });
};

type Returned = {
  organizationId: string;
  checkoutId: string;
  orderId: string;
  reason: string;
  amount: number;
  currency: string;
};

/** A payment that came too late, and was refunded without anybody's doing. */
const mailLatePayment = async (
  billing: Billing,
  { organizationId, checkoutId, orderId, reason, amount, currency }: Returned,
  eventId: string,
): Promise<void> => {
  if (reason !== 'late_payment') return;
  await mailReaders(billing, 'refund', {
    eventId,
    organizationId,
    path: orderId === '' ? `checkouts/${checkoutId}` : `orders/${orderId}`,
    read: async () => {
      const wanted = await (orderId === '' ? wantedAt(billing, checkoutId) : soldOf(billing, orderId));
      return wanted && { ...wanted, about: 'refund', variant: 'latePayment', amount, currency, date: null };
    },
  });
};

/** Who wanted to buy what at a checkout; null if it is not known who. */
const wantedAt = async ({ db }: Billing, checkoutId: string) => {
  const checkout = await findCheckoutById(db.manager, checkoutId);
  const email = checkout?.customerEmail;
  if (!email) return null;
  const [product] = await findProductRowsByIds(db.manager, [checkout.productId]);
  return { customer: { name: checkout.customerName, email }, product: product?.name ?? '', number: null };
};

const soldOf = async ({ db }: Billing, orderId: string) => {
  const order = await findOrder(db.manager, { id: orderId });
  if (!order) return null;
  const { customer, product } = await fillOrder(db.manager, order);
  return { order, customer, product: product.name, number: order.invoiceNumber };
};

type Failed = { orderId: string; nextAttemptAt?: string | undefined; staysPayable: boolean };

const failureOf = async (
  billing: Billing,
  { orderId, nextAttemptAt, staysPayable }: Failed,
): Promise<Happened | null> => {
  const sold = await soldOf(billing, orderId);
  if (!sold) return null;
  const { order, ...facts } = sold;
  return {
    ...facts,
    about: 'paymentFailed',
    amount: dueAmountOf(order),
    currency: order.currency,
    date: nextAttemptAt ? new Date(nextAttemptAt) : null,
    follows: nextAttemptAt ? 'again' : staysPayable ? 'unpaid' : 'over',
  };
};

/** Reads nothing if no member wants to be notified. */
const mailReaders = async (billing: Billing, about: Notification, occasion: Occasion): Promise<void> => {
  const { organizationId } = occasion;
  const readers = await findNotifiedReaders(billing, { organizationId, about });
  if (readers.length === 0) return;
  const happened = await occasion.read();
  if (!happened) return;
  const seller = await getSeller(billing, organizationId);
  const inside = `${billing.publicUrl}/${seller.slug}`;
  const links = {
    seller,
    url: `${inside}/${occasion.path}`,
    settingsUrl: `${inside}/settings/notifications`,
  };
  await mailMembers(billing, readers, {
    type: typeOf(about),
    eventId: occasion.eventId,
    url: links.url,
    write: (words) => memberNotificationMail(words, happened, links),
  });
};

const typeOf = (about: Notification): string =>
  `member-${about.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
