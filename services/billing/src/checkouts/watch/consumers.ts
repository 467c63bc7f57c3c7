/** What checkouts do when others have done something. */
import { batched } from '@tessera/kit/batched';
import { on, type Stoppable } from '@tessera/kit/bus';
import { eventDelivered, isDeliveryAwaited } from '@tessera/proto/events/webhook';
import type { Billing } from '../../billing.ts';
import { broadcastCheckout } from '../broadcast.ts';
import { markWebhookDelivered } from '../entity.ts';

const concurrency = 32;

/** The seller's endpoints know of a checkout's success: its page may go on to the seller's own site. */
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
