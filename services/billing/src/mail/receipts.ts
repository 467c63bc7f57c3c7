/** Mails triggered by events: an outage of the mail server delays them, but loses none. */
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { on, TooEarly } from '@tessera/kit/events/bus';
import { mayWrite, type PlannedMail } from '@tessera/kit/mail/limit';
import type { Order } from '@tessera/proto/api/billing/order';
import { orderPaid, receiptRequested } from '@tessera/proto/events/billing';
import { getSeller } from '../access/organizations/service.ts';
import type { Billing } from '../billing.ts';
import { findLocale } from '../checkouts/find.ts';
import { findPurchaseMail } from '../checkouts/pay/purchase.ts';
import { findPurchased, type Purchased } from '../entitlements/grants/purchased.ts';
import { findOrder } from '../orders/find.ts';
import { getOrder } from '../orders/read.ts';
import { placeOf } from '../payments/place.ts';
import { findPaymentOfOrder } from '../payments/service.ts';
import { openPortalLink } from './portal-link.ts';
import { mailCustomer } from './send.ts';
import { comingOf } from './templates/coming.ts';
import { orderOf, writeReceipt } from './templates/order-confirmation.ts';
import { wordsFor } from './templates/words.ts';
import { findAfterTrial } from './trials.ts';

/** Concurrent receipts share batched reads and writes. */
const concurrency = 16;

/** Sends the receipt of a paid order to its customer, and again on request of the seller. */
export const consumeReceipts = (billing: Billing): Promise<Stoppable> =>
  billing.bus.consume({
    name: 'receipts',
    begin: 'now',
    concurrency,
    on: [
      on(orderPaid, async ({ snapshot }, event) => {
        const order = orderOf(snapshot);
        const purchase = await purchaseOf(billing, order);
        const purchased = await untilGranted(billing, order);
        const head = headOf(order, event.id);
        const isAllowed = () => mayBeSent(billing, order, head);
        await mailReceipt(billing, order, { head, purchase, purchased, isAllowed });
      }),
      on(receiptRequested, async ({ orderId }, event) => {
        const row = await findOrder(billing.db.manager, { id: orderId });
        if (!row) return;
        const order = await getOrder(billing, row);
        const head = headOf(order, event.id);
        const purchase = await purchaseOf(billing, order);
        const purchased = await findPurchased(billing.db.manager, order);
        const isAllowed = () => mayWrite(billing, { type: head.type, to: head.to, eventId: event.id });
        await mailReceipt(billing, order, { head, purchase, purchased, isAllowed });
      }),
    ],
  });

const headOf = ({ customer }: Order, eventId: string) => ({
  to: customer.email,
  type: 'order-confirmation',
  messageId: eventId,
});

type Receipt = {
  head: ReturnType<typeof headOf>;
  purchase: Awaited<ReturnType<typeof purchaseOf>>;
  purchased: Purchased;
  /** The rate limit, which counts the mail: called last, after all facts have been read. */
  isAllowed: () => Promise<boolean>;
};

const mailReceipt = async (
  billing: Billing,
  order: Order,
  { head, purchase, purchased, isAllowed }: Receipt,
): Promise<void> => {
  const { id: orderId, customerId, subscriptionId } = order;
  const { organizationId } = order.product;
  const seller = await getSeller(billing, organizationId);
  const url = purchase?.url ?? null;
  const words = wordsFor(purchase ? purchase.locale : await localeOf(billing, order));
  if (!(await isAllowed())) return;
  const { language } = words;
  const reader = { organizationId, customerId, seller, messageId: head.messageId, language };
  const portal = await openPortalLink(billing, reader, `/orders/${orderId}`);
  const comes = await comingOf(billing, order);
  const afterTrial = subscriptionId === null ? null : await findAfterTrial(billing, words, subscriptionId);
  const { benefits } = purchased;
  const written = writeReceipt(words, order, { seller, benefits, url, portal, ...comes, afterTrial });
  const mail = { ...written, ...head, url: url ?? portal };
  await mailCustomer(billing, mail, { organizationId, customerId, orderId, subscriptionId });
};

/**
 * Whether a receipt may be sent. Those of real payments are not rate-limited: paying for each mail makes abuse
 * unlikely. Free products and test cards allow any number of orders with other people's addresses.
 */
const mayBeSent = async (
  billing: Billing,
  order: Order,
  mail: Omit<PlannedMail, 'eventId'> & { messageId: string },
) => {
  if (order.totalAmount > 0 && (await isPaidInMoney(billing, order.id))) return true;
  return mayWrite(billing, { type: mail.type, to: mail.to, eventId: mail.messageId });
};

const isPaidInMoney = async ({ db, payments }: Billing, orderId: string): Promise<boolean> => {
  const payment = await findPaymentOfOrder(db.manager, orderId);
  return payment !== null && (await payments.stateOf(db.manager, placeOf(payment))) === 'live';
};

const grantTimeoutMilliseconds = 30_000;

/** The same event triggers the grants, concurrently: retries the receipt until they are done, up to a timeout. */
const untilGranted = async ({ db, now }: Billing, order: Order): Promise<Purchased> => {
  const purchased = await findPurchased(db.manager, order);
  const age = now().getTime() - order.createdAt.getTime();
  if (!purchased.isGranted && age < grantTimeoutMilliseconds)
    throw new TooEarly('benefits of the order are still being granted');
  return purchased;
};

/** Undefined if the order has no checkout. */
const purchaseOf = async ({ db, publicUrl }: Billing, { checkoutId }: Order) =>
  checkoutId === null ? undefined : findPurchaseMail(db.manager, { checkoutId, publicUrl });

/** A renewal has no checkout of its own: the language of its subscription's checkout. */
const localeOf = async ({ db }: Billing, { subscription }: Order): Promise<string | null> => {
  const from = subscription?.checkoutId ?? null;
  return from === null ? null : findLocale(db.manager, from);
};
