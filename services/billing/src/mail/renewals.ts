/**
 * Mails about failed renewals, with the reason and the next step, about trials that end, cards that expire, and price
 * changes.
 */
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { on } from '@tessera/kit/events/bus';
import {
  cardExpiring,
  priceChangeAnnounced,
  priceChangeWithdrawn,
  renewalFailed,
  trialEnded,
  trialEnding,
} from '@tessera/proto/events/billing';
import { getSeller } from '../access/organizations/service.ts';
import type { Billing } from '../billing.ts';
import { findCustomerById } from '../customers/find.ts';
import { dueAmountOf } from '../orders/due.ts';
import { fillOrder, findOrder } from '../orders/find.ts';
import { findLastPaymentOf, needsConfirmation } from '../payments/last-payment.ts';
import { findMethod } from '../payments/methods/entity.ts';
import { findFirstActiveSubscription, findSubscription } from '../subscriptions/find.ts';
import { wordsOf } from './language.ts';
import { openPortalLink } from './portal-link.ts';
import { mailPriceChange, mailPriceWithdrawal } from './price-changes.ts';
import { mailCustomer } from './send.ts';
import { cardExpiringMail } from './templates/card-expiring.ts';
import { renewalFailedMail } from './templates/renewal-failed.ts';
import { mailTrialEnded, mailTrialEnding } from './trials.ts';

export const consumeFailedRenewals = (billing: Billing): Promise<Stoppable> =>
  billing.bus.consume({
    name: 'renewal-mails',
    begin: 'now',
    concurrency: 4,
    on: [
      on(renewalFailed, (failed, { id }) => mailFailed(billing, failed, id)),
      on(trialEnding, (ending, { id }) => mailTrialEnding(billing, { ...ending, messageId: id })),
      on(trialEnded, (ended, { id }) => mailTrialEnded(billing, { ...ended, messageId: id })),
      on(priceChangeAnnounced, (announced, { id }) => mailPriceChange(billing, announced, id)),
      on(priceChangeWithdrawn, (withdrawn, { id }) => mailPriceWithdrawal(billing, withdrawn, id)),
      on(cardExpiring, (expiring, { id }) => mailCardExpiring(billing, { ...expiring, messageId: id })),
    ],
  });

type Failed = {
  subscriptionId: string;
  organizationId: string;
  customerId: string;
  orderId: string;
  nextAttemptAt?: string | undefined;
  needsAnotherCard: boolean;
  staysPayable: boolean;
};

const mailFailed = async (billing: Billing, failed: Failed, messageId: string): Promise<void> => {
  const em = billing.db.manager;
  const customer = await findCustomerById(em, failed.customerId);
  const order = await findOrder(em, { id: failed.orderId });
  if (!customer || !order) return;
  const { product, subscription } = await fillOrder(em, order);
  const row = await findSubscription(em, { id: failed.subscriptionId });
  const tried = await findLastPaymentOf(em, order.id);
  const words = await wordsOf(em, subscription?.checkoutId ?? null);
  const mail = renewalFailedMail(words, {
    seller: await getSeller(billing, failed.organizationId),
    amount: words.money(dueAmountOf(order), order.currency),
    product: product.name,
    nextAttemptAt: failed.nextAttemptAt ? new Date(failed.nextAttemptAt) : null,
    graceEndsAt: row?.graceEndsAt ?? null,
    needsAnotherCard: failed.needsAnotherCard,
    needsConfirmation: needsConfirmation(tried?.declineReason ?? null),
    staysPayable: failed.staysPayable,
    portal: await openPortalLink(
      billing,
      { ...failed, messageId, language: words.language },
      `/orders/${failed.orderId}`,
    ),
  });
  const written = { ...mail, to: customer.email, type: 'renewal-failed', messageId };
  const { organizationId, customerId, orderId, subscriptionId } = failed;
  await mailCustomer(billing, written, { organizationId, customerId, orderId, subscriptionId });
};

type Expiring = { paymentMethodId: string; organizationId: string; customerId: string; messageId: string };

/** Skips cards that were replaced in the meantime. */
const mailCardExpiring = async (
  billing: Billing,
  { paymentMethodId, organizationId, customerId, messageId }: Expiring,
): Promise<void> => {
  const em = billing.db.manager;
  const customer = await findCustomerById(em, customerId);
  const method = await findMethod(em, { id: paymentMethodId });
  if (!customer || !method?.isDefault || method.expMonth === null || method.expYear === null) return;
  const subscription = await findFirstActiveSubscription(em, customerId);
  const words = await wordsOf(em, subscription?.checkoutId ?? null);
  const mail = cardExpiringMail(words, {
    seller: await getSeller(billing, organizationId),
    last4: method.last4 ?? '',
    expiresIn: new Date(Date.UTC(method.expYear, method.expMonth - 1)),
    // Cards are valid until the end of their month of expiry.
    isOver: billing.now() >= new Date(Date.UTC(method.expYear, method.expMonth)),
    portal: await openPortalLink(
      billing,
      { organizationId, customerId, messageId, language: words.language },
      '/account',
    ),
  });
  const written = { ...mail, to: customer.email, type: 'card-expiring', messageId };
  await mailCustomer(billing, written, { organizationId, customerId });
};
