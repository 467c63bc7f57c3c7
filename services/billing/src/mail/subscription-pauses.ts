/**
 * Notifies customers that their subscription will pause, or will not after all, regardless of who decided it. When it
 * resumes, the receipt of the new period reports that.
 */
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { on } from '@tessera/kit/events/bus';
import { subscriptionPausePlanned } from '@tessera/proto/events/billing';
import type { Billing } from '../billing.ts';
import { findSubscription } from '../subscriptions/find.ts';
import { getSubscription } from '../subscriptions/read.ts';
import { type Kind, mailSubscriber } from './subscription-endings.ts';
import { subscriptionPausedMail, subscriptionUnpausedMail } from './templates/subscription-ending.ts';

export const consumeSubscriptionPauses = (billing: Billing): Promise<Stoppable> =>
  billing.bus.consume({
    name: 'subscription-pause-mails',
    begin: 'now',
    concurrency: 4,
    on: [
      on(subscriptionPausePlanned, async ({ subscriptionId, organizationId, isPlanned }, { id: eventId }) => {
        const row = await findSubscription(billing.db.manager, { id: subscriptionId });
        // Changed again since: another event reports that.
        if (!row?.currentPeriodEnd || row.pauseAtPeriodEnd !== isPlanned) return;
        const subscription = await getSubscription(billing, row);
        const kind = isPlanned ? pausedUntil(row.resumesAt) : unpaused;
        await mailSubscriber(billing, kind, {
          organizationId,
          subscription,
          date: row.currentPeriodEnd,
          eventId,
        });
      }),
    ],
  });

const pausedUntil = (resumesAt: Date | null): Kind => ({
  type: 'subscription-paused',
  write: (words, facts) => subscriptionPausedMail(words, { ...facts, resumesAt }),
});

const unpaused: Kind = { type: 'subscription-unpaused', write: subscriptionUnpausedMail };
