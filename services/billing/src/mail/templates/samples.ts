/** A sample of each mail of this service, for development. */
import type { MailSample } from '@tessera/kit/mail/samples';
import { languages } from '@tessera/proto/api/languages';
import { cardExpiringMail } from './card-expiring.ts';
import { codeMail } from './code.ts';
import { emailChangedMail } from './email-changed.ts';
import { endpointDisabledMail } from './endpoint-disabled.ts';
import { memberNotificationMail } from './member-notification.ts';
import { type Facts, writeReceipt } from './order-confirmation.ts';
import { orderRefundedMail } from './order-refunded.ts';
import { paymentRefundedMail } from './payment-refunded.ts';
import { purchasesMail } from './purchases.ts';
import { renewalFailedMail } from './renewal-failed.ts';
import { free, long, longOrder, order, renewed, small, trial } from './sample-orders.ts';
import {
  subscriptionChangedMail,
  subscriptionUnchangedMail,
  subscriptionWillChangeMail,
} from './subscription-change.ts';
import {
  owingSubscriptionCanceledMail,
  subscriptionCanceledMail,
  subscriptionEndedMail,
  subscriptionPausedMail,
  subscriptionUncanceledMail,
  subscriptionUnpausedMail,
} from './subscription-ending.ts';
import { subscriptionExistsMail } from './subscription-exists.ts';
import { trialEndedMail, trialEndingMail } from './trial-ending.ts';
import { usageAlertMail } from './usage-alert.ts';
import { wordsFor } from './words.ts';

const seller = { name: 'Analytical Engines', email: 'help@example.com', accentColor: '#5b3df5' };
const url = 'http://localhost:3000/checkout/tessera_cs_sample/confirmation';
const inside = 'http://localhost:3000/analytical-engines';
const portal = 'http://localhost:3000/portal/analytical-engines?customer_session_token=tessera_cst_sample';

/** Facts of the mails about subscriptions. */
const subscribed = { seller, product: 'Difference Engine', date: new Date('2030-02-17T12:00:00Z'), portal };
const benefits = [
  { description: 'Our chat', note: 'Join at https://chat.example.com/join\nCode: 42' },
  { description: 'Our thanks', note: null },
];

const afterTrial = {
  amount: '$10.00',
  hasUsage: false,
  product: 'Difference Engine',
  endsAt: new Date('2030-01-29T12:00:00Z'),
  hasCard: true,
};
const facts: Facts = { seller, benefits, url, portal, hasUsage: false, carriedAmount: 0, afterTrial: null };

const words = wordsFor('en');

/** The receipt in the other languages; other mails differ only in their texts. */
const translated = languages
  .filter((language) => language !== 'en')
  .map((language) => ({
    name: `order-confirmation, ${language}`,
    ...writeReceipt(wordsFor(language), order, facts),
  }));

export const sampleMails = (): MailSample[] => [
  { name: 'order-confirmation', ...writeReceipt(words, order, facts) },
  {
    name: 'order-confirmation, long names',
    ...writeReceipt(words, longOrder, { ...facts, seller: { ...seller, name: long } }),
  },
  {
    name: 'order-confirmation, free',
    ...writeReceipt(words, free, { ...facts, seller: { ...seller, email: null }, benefits: [] }),
  },
  { name: 'order-confirmation, trial', ...writeReceipt(words, trial, { ...facts, afterTrial }) },
  {
    name: 'order-confirmation, usage alone',
    ...writeReceipt(words, { ...free, billingReason: 'subscription_create' }, { ...facts, hasUsage: true }),
  },
  { name: 'order-confirmation, renewal', ...writeReceipt(words, renewed, { ...facts, url: null }) },
  {
    name: 'order-confirmation, too small to be charged',
    ...writeReceipt(words, small, { ...facts, url: null, carriedAmount: 30 }),
  },
  ...translated,
  { name: 'customer-sign-in', ...codeMail(words, { seller, code: '4K7QX2', url }) },
  { name: 'customer-email', ...codeMail(words, { seller, code: '4K7QX2', url: null }) },
  { name: 'customer-email-changed', ...emailChangedMail(words, seller) },
  {
    name: 'subscription-exists',
    ...subscriptionExistsMail(words, { seller, endsOn: 'March 14, 2030', refund: '$10.00', portal }),
  },
  { name: 'payment-refunded', ...paymentRefundedMail(words, { seller, amount: '$10.00', order: null }) },
  ...(['ended', 'twice'] as const).map((state) => ({
    name: `payment-refunded-${state}`,
    ...paymentRefundedMail(words, {
      seller,
      amount: '$10.00',
      order: { number: 'ACME-0002', portal, state },
    }),
  })),
  ...(['tried again', 'asked by the bank', 'for the last time'] as const).map((kind) => ({
    name: `renewal-failed, ${kind}`,
    ...renewalFailedMail(words, {
      seller,
      amount: '$10.00',
      product: 'Difference Engine',
      nextAttemptAt: kind === 'for the last time' ? null : new Date('2030-02-17T12:00:00Z'),
      graceEndsAt: null,
      needsAnotherCard: false,
      needsConfirmation: kind === 'asked by the bank',
      staysPayable: false,
      portal,
    }),
  })),
  ...[true, false].map((hasCard) => ({
    name: hasCard ? 'trial-ending' : 'trial-ending, without a card',
    ...trialEndingMail(words, {
      seller,
      amount: '$10.00',
      hasUsage: false,
      product: 'Difference Engine',
      endsAt: new Date('2030-02-17T12:00:00Z'),
      hasCard,
      portal,
    }),
  })),
  ...[false, true].map((isOver) => ({
    name: isOver ? 'card-expiring, over' : 'card-expiring',
    ...cardExpiringMail(words, {
      seller,
      last4: '4242',
      expiresIn: new Date('2030-02-01T00:00:00Z'),
      isOver,
      portal,
    }),
  })),
  {
    name: 'usage-alert',
    ...usageAlertMail(words, { seller, meter: 'API calls', used: '10,000 units', isStopped: true, portal }),
  },
  {
    name: 'trial-ended',
    ...trialEndedMail(words, { seller, product: 'Difference Engine', due: '$10.00', portal }),
  },
  ...Object.entries({
    canceled: subscriptionCanceledMail,
    'canceled-owing': owingSubscriptionCanceledMail,
    ended: subscriptionEndedMail,
    unpaused: subscriptionUnpausedMail,
  }).map(([name, write]) => ({ name: `subscription-${name}`, ...write(words, subscribed) })),
  {
    name: 'subscription-ended-by-seller',
    ...subscriptionEndedMail(words, { ...subscribed, isSellerGone: true }),
  },
  {
    name: 'subscription-paused',
    ...subscriptionPausedMail(words, { ...subscribed, resumesAt: new Date('2030-05-17T12:00:00Z') }),
  },
  ...Object.entries({ changed: subscriptionChangedMail, 'change-planned': subscriptionWillChangeMail }).map(
    ([name, write]) => ({
      name: `subscription-${name}`,
      ...write(words, {
        ...subscribed,
        ...{ next: 'Analytical Engine', amount: '$49.00', usage: ['API calls: $0.004 per unit'] },
        ...{ isTrial: false, isSettledLater: true },
      }),
    }),
  ),
  { name: 'subscription-change-withdrawn', ...subscriptionUnchangedMail(words, subscribed) },
  {
    name: 'subscription-uncanceled',
    ...subscriptionUncanceledMail(words, { ...subscribed, product: long }),
  },
  {
    name: 'order-refunded',
    ...orderRefundedMail(words, {
      seller,
      amount: '$10.00',
      number: 'ENGINES-0042',
      isRevoked: true,
      portal,
    }),
  },
  ...([undefined, 'latePayment', 'disputeOpened', 'disputeLost'] as const).map((variant) => ({
    name: variant ? `member-refund, ${variant}` : 'member-new-order',
    ...memberNotificationMail(
      words,
      {
        about: variant ? 'refund' : 'newOrder',
        customer: order.customer,
        product: order.product.name,
        amount: order.totalAmount,
        currency: order.currency,
        number: 'ENGINES-0042',
        date: null,
        variant,
      },
      { seller, url: inside, settingsUrl: inside },
    ),
  })),
  ...[false, true].map((isGone) => ({
    name: isGone ? 'webhook-endpoint-gone' : 'webhook-endpoint-disabled',
    ...endpointDisabledMail(words, {
      seller,
      address: 'https://example.com/hooks',
      givenUp: 10,
      isGone,
      url: inside,
    }),
  })),
  {
    name: 'purchases',
    ...purchasesMail(words, {
      seller,
      purchases: ['Difference Engine', long].map((name) => ({ name, url })),
      portal,
    }),
  },
];
