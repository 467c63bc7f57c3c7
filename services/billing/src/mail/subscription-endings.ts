/** Notifies customers that their subscription was canceled, continues after all, or has ended, whatever the cause. */
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { on } from '@tessera/kit/events/bus';
import type { WrittenMail } from '@tessera/kit/mail/layout';
import { mayWrite } from '@tessera/kit/mail/limit';
import type { SubscriptionEndedReason } from '@tessera/proto/api/billing/enums';
import { Subscription } from '@tessera/proto/api/billing/subscription';
import { readReply } from '@tessera/proto/api/wire';
import {
  subscriptionCanceled,
  subscriptionEndedUnpaid,
  subscriptionRevoked,
  subscriptionUncanceled,
} from '@tessera/proto/events/billing';
import { getSeller } from '../access/organizations/service.ts';
import type { Billing } from '../billing.ts';
import { findCustomerById } from '../customers/find.ts';
import { fillSubscriptions, findSubscription } from '../subscriptions/find.ts';
import { viewSubscription } from '../subscriptions/view.ts';
import { wordsOf } from './language.ts';
import { openPortalLink } from './portal-link.ts';
import { mailCustomer } from './send.ts';
import {
  owingSubscriptionCanceledMail,
  subscriptionCanceledMail,
  subscriptionEndedMail,
  subscriptionUncanceledMail,
} from './templates/subscription-ending.ts';

type Snapshot = { snapshot: string; organizationId: string };
export type Kind = { type: string; write: typeof subscriptionEndedMail };

const canceled: Kind = { type: 'subscription-canceled', write: subscriptionCanceledMail };
const canceledOwing: Kind = { type: canceled.type, write: owingSubscriptionCanceledMail };
const uncanceled: Kind = { type: 'subscription-uncanceled', write: subscriptionUncanceledMail };
const ended: Kind = { type: 'subscription-ended', write: subscriptionEndedMail };

export const consumeSubscriptionEndings = (billing: Billing): Promise<Stoppable> => {
  const read = ({ snapshot }: Snapshot): Subscription =>
    readReply(Subscription, JSON.parse(snapshot), 'snake');
  return billing.bus.consume({
    name: 'subscription-ending-mails',
    begin: 'now',
    concurrency: 4,
    on: [
      on(subscriptionCanceled, async (message, { id }) => {
        const subscription = read(message);
        const { cancelAtPeriodEnd, endedAt, endsAt, status } = subscription;
        if (endedAt) await mailEnd(billing, { ...message, subscription, date: endedAt });
        else if (cancelAtPeriodEnd && endsAt)
          await mailSubscriber(billing, status === 'past_due' ? canceledOwing : canceled, {
            ...message,
            subscription,
            date: endsAt,
            eventId: id,
          });
      }),
      on(subscriptionUncanceled, async (message, { id }) => {
        const subscription = read(message);
        const { currentPeriodEnd } = subscription;
        if (currentPeriodEnd)
          await mailSubscriber(billing, uncanceled, {
            ...message,
            subscription,
            date: currentPeriodEnd,
            eventId: id,
          });
      }),
      on(subscriptionRevoked, async (message) => {
        const subscription = read(message);
        const { status, endedAt, canceledAt } = subscription;
        // A cancellation that ends the subscription immediately is reported by `subscription.canceled`.
        if (status === 'canceled' && endedAt && canceledAt?.getTime() !== endedAt.getTime())
          await mailEnd(billing, { ...message, subscription, date: endedAt });
      }),
      on(subscriptionEndedUnpaid, ({ subscriptionId }) => mailUnpaidEnd(billing, subscriptionId)),
    ],
  });
};

/** The subscription's id is the event id: it ends only once. */
const mailEnd = async (billing: Billing, occasion: Omit<Occasion, 'eventId'>): Promise<void> => {
  const { id, endedReason } = occasion.subscription;
  if (endedReason !== null && mailedElsewhere.has(endedReason)) return;
  await mailSubscriber(billing, ended, { ...occasion, eventId: id });
};

/** Its revocation was reported when its payment failed, so that no event with a snapshot reports its end alone. */
const mailUnpaidEnd = async (billing: Billing, id: string): Promise<void> => {
  const em = billing.db.manager;
  const row = await findSubscription(em, { id });
  const [full] = row ? await fillSubscriptions(em, [row]) : [];
  if (!full?.row.endedAt) return;
  const { organizationId, endedAt: date } = full.row;
  await mailEnd(billing, { organizationId, subscription: viewSubscription(full), date });
};

/** Ends that another mail reports: that of an unpaid order (`renewal-failed`), or of a trial (`trial-ended`). */
const mailedElsewhere: ReadonlySet<SubscriptionEndedReason> = new Set([
  'payment_failed',
  'trial_without_payment',
]);

/** `date`: when it ends, renews, pauses, or has ended. */
export type Occasion = { organizationId: string; subscription: Subscription; date: Date; eventId: string };

/** Sends a mail to the customer of a subscription. */
export const mailSubscriber = async (
  billing: Billing,
  { type, write }: Kind,
  { organizationId, subscription, date, eventId }: Occasion,
): Promise<void> => {
  const { id: subscriptionId, customerId, checkoutId, product } = subscription;
  const em = billing.db.manager;
  // Not to deleted customers.
  const customer = await findCustomerById(em, customerId);
  if (!customer) return;
  const to = customer.email;
  // Rate-limited: the holder of a session can cancel and uncancel any number of times.
  if (!(await mayWrite(billing, { type, to, eventId }))) return;
  const words = await wordsOf(em, checkoutId);
  const seller = await getSeller(billing, organizationId);
  const reader = { organizationId, customerId, seller, messageId: eventId, language: words.language };
  const mail: WrittenMail = write(words, {
    seller,
    product: product.name,
    date,
    portal: await openPortalLink(billing, reader, `/subscriptions/${subscriptionId}`),
    isSellerGone: seller.isDeleted ?? false,
  });
  await mailCustomer(
    billing,
    { ...mail, to, type, messageId: eventId },
    { organizationId, customerId, subscriptionId },
  );
};
