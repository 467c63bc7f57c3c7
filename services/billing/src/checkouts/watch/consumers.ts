/** Consumers of events about checkouts. */
import { batched } from '@tessera/kit/background/batched';
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { on } from '@tessera/kit/events/bus';
import { eventDelivered, isDeliveryAwaited } from '@tessera/proto/events/webhook';
import type { Billing } from '../../billing.ts';
import { broadcastCheckout } from '../broadcast.ts';
import { markWebhookDelivered } from '../entity.ts';

const concurrency = 32;

/** Records that the success webhook was delivered, so that the page can redirect to the seller's site. */
export const consumeDeliveries = (billing: Billing): Promise<Stoppable> => {
  const mark = batched(concurrency, async (ids: string[]) => {
    await markWebhookDelivered(billing.db.manager, ids);
    return ids;
  });
  return billing.bus.consume({
    name: 'checkout-deliveries',
    begin: 'now',
    concurrency,
    on: [
      on(eventDelivered, async ({ eventType, status, subjectId }) => {
        if (!isDeliveryAwaited(eventType, status)) return;
        await mark(subjectId);
        broadcastCheckout(billing, subjectId);
      }),
    ],
  });
};
