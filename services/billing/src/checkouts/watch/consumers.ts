/** What checkouts do when others have done something. */
import { on, type Stoppable } from '@tessera/kit/bus';
import { eventDelivered, isDeliveryAwaited } from '@tessera/proto/events/webhook';
import type { Billing } from '../../billing.ts';
import { broadcastCheckout } from '../broadcast.ts';
import { markWebhookDelivered } from '../entity.ts';

/** The seller's endpoints know of a checkout's success: its page may go on to the seller's own site. */
export const consumeDeliveries = (billing: Billing): Promise<Stoppable> =>
  billing.bus.consume({
    name: 'checkout-deliveries',
    begin: 'now',
    concurrency: 8,
    on: [
      on(eventDelivered, async ({ eventType, status, subjectId }) => {
        if (!isDeliveryAwaited(eventType, status)) return;
        await markWebhookDelivered(billing.db.manager, subjectId);
        broadcastCheckout(billing, subjectId);
      }),
    ],
  });
