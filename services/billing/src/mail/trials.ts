/** Mails about trials: before they end, and after one has ended without a card. */
import { getSeller } from '../access/organizations/service.ts';
import type { Billing } from '../billing.ts';
import { findCustomerById } from '../customers/find.ts';
import { dueAmountOf } from '../orders/due.ts';
import { findOrder } from '../orders/find.ts';
import { getUpcomingInvoice } from '../product-changes/preview.ts';
import { endsBesideAnother } from '../renewals/periods/repeated.ts';
import { chargesUsage } from '../renewals/periods/trial-end.ts';
import { fillSubscriptions, findSubscription } from '../subscriptions/find.ts';
import { findPayableMethod } from '../subscriptions/own-method.ts';
import { wordsOf } from './language.ts';
import { openPortalLink } from './portal-link.ts';
import { mailCustomer } from './send.ts';
import type { AfterTrial } from './templates/after-trial.ts';
import { trialEndedMail, trialEndingMail } from './templates/trial-ending.ts';
import type { Words } from './templates/words.ts';

type About = { subscriptionId: string; customerId: string; organizationId: string; messageId: string };

/** What follows a trial; null if it is over or canceled, or ends in favor of another subscription. */
export const findAfterTrial = async (
  billing: Billing,
  { money }: Words,
  subscriptionId: string,
): Promise<AfterTrial | null> => {
  const em = billing.db.manager;
  const row = await findSubscription(em, { id: subscriptionId });
  if (row?.status !== 'trialing' || !row.trialEnd || row.cancelAtPeriodEnd) return null;
  if (await endsBesideAnother(billing, row)) return null;
  const [full] = await fillSubscriptions(em, [row]);
  const { dueAmount, currency } = await getUpcomingInvoice(billing, row);
  const hasUsage = full ? chargesUsage(full) : false;
  return {
    amount: dueAmount > 0 ? money(dueAmount, currency) : null,
    hasUsage,
    product: full?.product.name ?? '',
    endsAt: row.trialEnd,
    hasCard:
      (dueAmount <= 0 && !hasUsage) ||
      (await findPayableMethod(billing.payments, em, { ...row, subscriptionId })) !== null,
  };
};

/** Skips subscriptions canceled in the meantime, and those that end in favor of another: nothing is charged. */
export const mailTrialEnding = async (
  billing: Billing,
  { subscriptionId, customerId, organizationId, messageId }: About,
): Promise<void> => {
  const em = billing.db.manager;
  const row = await findSubscription(em, { id: subscriptionId });
  const customer = await findCustomerById(em, customerId);
  if (!customer || !row) return;
  const words = await wordsOf(em, row.checkoutId);
  const trial = await findAfterTrial(billing, words, subscriptionId);
  if (!trial) return;
  const page = trial.hasCard ? `/subscriptions/${subscriptionId}` : '/account';
  const mail = trialEndingMail(words, {
    seller: await getSeller(billing, organizationId),
    ...trial,
    portal: await openPortalLink(
      billing,
      { organizationId, customerId, messageId, language: words.language },
      page,
    ),
  });
  const written = { ...mail, to: customer.email, type: 'trial-ending', messageId };
  await mailCustomer(billing, written, { organizationId, customerId, subscriptionId });
};

/** `orderId`: the order whose payment restores the subscription. */
export const mailTrialEnded = async (
  billing: Billing,
  {
    subscriptionId,
    customerId,
    organizationId,
    messageId,
    orderId,
  }: About & { orderId?: string | undefined },
): Promise<void> => {
  const em = billing.db.manager;
  const row = await findSubscription(em, { id: subscriptionId });
  const customer = await findCustomerById(em, customerId);
  if (!customer || !row) return;
  const [full] = await fillSubscriptions(em, [row]);
  const order = orderId ? await findOrder(em, { id: orderId }) : null;
  const words = await wordsOf(em, row.checkoutId);
  const page = order ? `/orders/${order.id}` : '';
  const mail = trialEndedMail(words, {
    seller: await getSeller(billing, organizationId),
    product: full?.product.name ?? '',
    due: order && words.money(dueAmountOf(order), order.currency),
    portal: await openPortalLink(
      billing,
      { organizationId, customerId, messageId, language: words.language },
      page,
    ),
  });
  const written = { ...mail, to: customer.email, type: 'trial-ended', messageId };
  await mailCustomer(billing, written, { organizationId, customerId, subscriptionId });
};
