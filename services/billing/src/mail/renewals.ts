/**
 * Mails about renewals that could not be charged: whoever loses what they had is told why, and what comes next. And
 * about trials that are about to end.
 */
import { on, type Stoppable } from '@tessera/kit/bus';
import { renewalFailed, trialEnding } from '@tessera/proto/events/billing';
import { getSeller } from '../access/organizations/service.ts';
import type { Billing } from '../billing.ts';
import { findCheckoutById } from '../checkouts/find.ts';
import { findCustomerById } from '../customers/find.ts';
import { dueAmountOf } from '../orders/due.ts';
import { fillOrder, findOrder } from '../orders/find.ts';
import { getUpcomingInvoice } from '../product-changes/preview.ts';
import { fillSubscriptions, findSubscription } from '../subscriptions/find.ts';
import { openPortalLink } from './portal-link.ts';
import { renewalFailedMail } from './renewal-failed.ts';
import { mailCustomer } from './send.ts';
import { trialEndingMail } from './trial-ending.ts';
import { wordsFor } from './words.ts';

export const consumeFailedRenewals = (billing: Billing): Promise<Stoppable> =>
  billing.bus.consume({
    name: 'renewal-mails',
    begin: 'now',
    concurrency: 4,
    on: [
      on(renewalFailed, async (failed, { id }) => {
        const em = billing.db.manager;
        const customer = await findCustomerById(em, failed.customerId);
        const order = await findOrder(em, { id: failed.orderId });
        if (!customer || !order) return;
        const { product, subscription } = await fillOrder(em, order);
        const bought = subscription?.checkoutId ? await findCheckoutById(em, subscription.checkoutId) : null;
        const words = wordsFor(bought?.locale ?? null);
        const mail = renewalFailedMail(words, {
          seller: await getSeller(billing, failed.organizationId),
          amount: words.money(dueAmountOf(order), order.currency),
          product: product.name,
          nextAttemptAt: failed.nextAttemptAt ? new Date(failed.nextAttemptAt) : null,
          portal: await openPortalLink(billing, failed, `/orders/${failed.orderId}`),
        });
        const written = { ...mail, to: customer.email, type: 'renewal-failed', messageId: id };
        const { organizationId, customerId, orderId, subscriptionId } = failed;
        await mailCustomer(billing, written, { organizationId, customerId, orderId, subscriptionId });
      }),
      on(trialEnding, (ending, { id }) => mailTrialEnding(billing, { ...ending, messageId: id })),
    ],
  });

type Ending = { subscriptionId: string; customerId: string; organizationId: string; messageId: string };

/** Who has canceled meanwhile pays nothing, and hears nothing. */
const mailTrialEnding = async (
  billing: Billing,
  { subscriptionId, customerId, organizationId, messageId }: Ending,
): Promise<void> => {
  const em = billing.db.manager;
  const row = await findSubscription(em, { id: subscriptionId });
  const customer = await findCustomerById(em, customerId);
  if (!customer || row?.status !== 'trialing' || !row.trialEnd || row.cancelAtPeriodEnd) return;
  const [full] = await fillSubscriptions(em, [row]);
  const { dueAmount, currency } = await getUpcomingInvoice(billing, row);
  const bought = row.checkoutId ? await findCheckoutById(em, row.checkoutId) : null;
  const words = wordsFor(bought?.locale ?? null);
  const mail = trialEndingMail(words, {
    seller: await getSeller(billing, organizationId),
    amount: words.money(dueAmount, currency),
    product: full?.product.name ?? '',
    endsAt: row.trialEnd,
    portal: await openPortalLink(billing, { organizationId, customerId }, `/subscriptions/${subscriptionId}`),
  });
  const written = { ...mail, to: customer.email, type: 'trial-ending', messageId };
  await mailCustomer(billing, written, { organizationId, customerId, subscriptionId });
};
