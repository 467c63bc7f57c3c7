/** Mails about renewals that could not be charged: whoever loses what they had is told why, and what comes next. */
import { on, type Stoppable } from '@tessera/kit/bus';
import { renewalFailed } from '@tessera/proto/events/billing';
import { getSeller } from '../access/organizations/service.ts';
import type { Billing } from '../billing.ts';
import { findCheckoutById } from '../checkouts/find.ts';
import { findCustomerById } from '../customers/find.ts';
import { fillOrder, findOrder } from '../orders/find.ts';
import { renewalFailedMail } from './renewal-failed.ts';
import { mailCustomer } from './send.ts';
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
          amount: words.money(order.totalAmount, order.currency),
          product: product.name,
          nextAttemptAt: failed.nextAttemptAt ? new Date(failed.nextAttemptAt) : null,
        });
        const written = { ...mail, to: customer.email, type: 'renewal-failed', messageId: id };
        const { organizationId, customerId, orderId, subscriptionId } = failed;
        await mailCustomer(billing, written, { organizationId, customerId, orderId, subscriptionId });
      }),
    ],
  });
