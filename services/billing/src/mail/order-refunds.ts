/**
 * Notifies customers of refunds of their orders: once, when they have succeeded. Not of lost disputes, where the
 * customer's bank took the money and the seller refunded nothing.
 */
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { on } from '@tessera/kit/events/bus';
import { disputeOf, Refund } from '@tessera/proto/api/billing/refund';
import { readReply } from '@tessera/proto/api/wire';
import { refundCreated, refundUpdated } from '@tessera/proto/events/billing';
import { getSeller } from '../access/organizations/service.ts';
import type { Billing } from '../billing.ts';
import { findCustomersByIds } from '../customers/find.ts';
import { findOrder } from '../orders/find.ts';
import { wordsOfOrder } from './language.ts';
import { openPortalLink } from './portal-link.ts';
import { mailCustomer } from './send.ts';
import { orderRefundedMail } from './templates/order-refunded.ts';

/** Concurrent mails share batched reads and writes. */
const concurrency = 16;

export const consumeOrderRefunds = (billing: Billing): Promise<Stoppable> => {
  const mailRefund = ({ snapshot }: { snapshot: string }): Promise<void> =>
    mailBuyer(billing, readReply(Refund, JSON.parse(snapshot), 'snake'));
  return billing.bus.consume({
    name: 'order-refund-mails',
    begin: 'now',
    concurrency,
    on: [on(refundCreated, mailRefund), on(refundUpdated, mailRefund)],
  });
};

const mailBuyer = async (billing: Billing, refund: Refund): Promise<void> => {
  if (refund.status !== 'succeeded' || disputeOf(refund)) return;
  const em = billing.db.manager;
  const [order, [customer], seller] = await Promise.all([
    findOrder(em, { id: refund.orderId }),
    findCustomersByIds(em, [refund.customerId]),
    getSeller(billing, refund.organizationId),
  ]);
  if (!order || !customer) return;
  const words = await wordsOfOrder(em, order);
  const mail = orderRefundedMail(words, {
    seller,
    amount: words.money(refund.amount + refund.taxAmount, refund.currency),
    number: order.invoiceNumber,
    isRevoked: refund.revokeBenefits,
    portal: await openPortalLink(
      billing,
      { ...refund, seller, messageId: refund.id, language: words.language },
      `/orders/${refund.orderId}`,
    ),
  });
  // Both events of a refund lead here; the refund's id as message id makes the mail unique.
  await mailCustomer(
    billing,
    { ...mail, to: customer.email, type: 'order-refunded', messageId: refund.id },
    refund,
  );
};
