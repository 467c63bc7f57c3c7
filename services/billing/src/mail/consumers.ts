/** Mails that follow from events: a mail server that is down delays them, and loses none. */
import { on, type Stoppable } from '@tessera/kit/bus';
import { orderPaid } from '@tessera/proto/events/billing';
import type { Billing } from '../billing.ts';
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
        const seller = await getSeller(billing, organizationId);
        const receipt = writeReceipt(order, seller);
        const mail = {
          ...receipt,
          to: order.customer.email,
          type: 'order-confirmation',
          messageId: event.id,
        };
        await billing.mailer.send(mail);
      }),
    ],
  });
