/** Mails that follow from events: a mail server that is down delays them, and loses none. */
import { on, type Stoppable, TooEarly } from '@tessera/kit/bus';
import type { Order } from '@tessera/proto/api/billing/order';
import { orderPaid } from '@tessera/proto/events/billing';
import type { Billing } from '../billing.ts';
import { findPurchaseUrl, isRepeatedCheckout } from '../checkouts/purchase.ts';
import { findPurchased, type Purchased } from '../grants/purchased.ts';
import { getSeller } from '../organizations/service.ts';
import { orderOf, writeReceipt } from './order-confirmation.ts';

/** Sends the receipt of a paid order to its customer. */
export const consumeReceipts = (billing: Billing): Promise<Stoppable> =>
  billing.bus.consume({
    name: 'receipts',
    concurrency: 4,
    on: [
      on(orderPaid, async ({ organizationId, snapshot }, event) => {
        const order = orderOf(snapshot);
        if (await isTakenBack(billing, order)) return;
        const { benefits } = await untilGranted(billing, order);
        const seller = await getSeller(billing, organizationId);
        const url = await purchaseUrlOf(billing, order);
        const mail = {
          ...writeReceipt(order, { seller, benefits, url }),
          to: order.customer.email,
          type: 'order-confirmation',
          ...(url && { url }),
          messageId: event.id,
        };
        await billing.mailer.send(mail);
      }),
    ],
  });

const patienceMilliseconds = 30_000;

/** The same event has benefits granted, at the same time: the receipt waits for them, but not for ever. */
const untilGranted = async ({ db, now }: Billing, order: Order): Promise<Purchased> => {
  const purchased = await findPurchased(db.manager, order);
  const age = now().getTime() - order.createdAt.getTime();
  if (!purchased.isGranted && age < patienceMilliseconds)
    throw new TooEarly('benefits of the order are still being granted');
  return purchased;
};

/** A second subscription: the customer gets another mail (repeated-subscription.ts). */
const isTakenBack = async ({ db }: Billing, { checkoutId }: Order): Promise<boolean> =>
  checkoutId !== null && isRepeatedCheckout(db.manager, checkoutId);

const purchaseUrlOf = async ({ db, publicUrl }: Billing, { checkoutId }: Order): Promise<string | null> =>
  checkoutId === null ? null : findPurchaseUrl(db.manager, { checkoutId, publicUrl });
