/**
 * Tells customers that their subscription is to be paused, or is not after all: whoever decided it. When it goes on again,
 * the receipt of the period that begins then says so.
 */
import { on, type Stoppable } from '@tessera/kit/bus';
import { Subscription } from '@tessera/proto/api/billing/subscription';
import { readReply } from '@tessera/proto/api/wire';
import { subscriptionUpdated } from '@tessera/proto/events/billing';
import type { Billing } from '../billing.ts';
import { subscriptionPausedMail, subscriptionUnpausedMail } from './subscription-ending.ts';
import { type Kind, tell } from './subscription-endings.ts';

export const consumeSubscriptionPauses = (billing: Billing): Promise<Stoppable> =>
  billing.bus.consume({
    name: 'subscription-pause-mails',
    begin: 'now',
    concurrency: 4,
    on: [
      on(subscriptionUpdated, async ({ change, snapshot, organizationId }, { id: eventId }) => {
        if (change !== 'pause_planned' && change !== 'pause_withdrawn') return;
        const subscription = readReply(Subscription, JSON.parse(snapshot), 'snake');
        const { currentPeriodEnd: date } = subscription;
        const kind = change === 'pause_planned' ? pausedUntil(subscription.resumesAt) : unpaused;
        if (date) await tell(billing, kind, { organizationId, subscription, date, eventId });
      }),
    ],
  });

const pausedUntil = (resumesAt: Date | null): Kind => ({
  type: 'subscription-paused',
  write: (words, facts) => subscriptionPausedMail(words, { ...facts, resumesAt }),
});

const unpaused: Kind = { type: 'subscription-unpaused', write: subscriptionUnpausedMail };
