/** Mails about payments that are not kept: late payments, and second subscriptions. */
import type { Stoppable } from '@tessera/kit/background/stoppable';
import { on } from '@tessera/kit/events/bus';
import type { Mail } from '@tessera/kit/mail/mailer';
import { remainderOf } from '@tessera/proto/api/billing/refund';
import { paymentRefunded, subscriptionRepeated } from '@tessera/proto/events/billing';
import { getSeller } from '../access/organizations/service.ts';
import type { Billing } from '../billing.ts';
import { findCheckoutById } from '../checkouts/find.ts';
import { findCustomerByEmail, findCustomersByIds } from '../customers/find.ts';
import { findOrder, findOrderOfCheckout } from '../orders/find.ts';
import { findSubscription, hasEarlierSubscription } from '../subscriptions/find.ts';
import { wordsOfOrder } from './language.ts';
import { openPortalLink } from './portal-link.ts';
import { mailCustomer } from './send.ts';
import { paymentRefundedMail } from './templates/payment-refunded.ts';
import { subscriptionExistsMail } from './templates/subscription-exists.ts';
import { wordsFor } from './templates/words.ts';

export const consumeRefunds = (billing: Billing): Promise<Stoppable> =>
  billing.bus.consume({
    name: 'refund-mails',
    begin: 'now',
    concurrency: 4,
    on: [
      on(subscriptionRepeated, async (repeated, { id }) => {
        const mail = await writeRepeated(billing, repeated, id);
        if (mail) await mailCustomer(billing, { ...mail, messageId: id }, customerOf(repeated));
      }),
      on(paymentRefunded, async (refund, { id }) => {
        if (refund.reason !== 'late_payment') return;
        if (refund.orderId !== '') return mailLatePayer(billing, refund, id);
        await mailLateBuyer(billing, refund, id);
      }),
    ],
  });

const customerOf = ({ organizationId, customerId }: { organizationId: string; customerId: string }) => ({
  organizationId,
  customerId,
});

type Written = Omit<Mail, 'messageId'> | null;

/** Only to the owner of the e-mail address: they have a subscription already, and learn how to end one of them. */
const writeRepeated = async (
  billing: Billing,
  of: { organizationId: string; customerId: string; checkoutId: string; subscriptionId: string },
  messageId: string,
): Promise<Written> => {
  const em = billing.db.manager;
  const [[customer], checkout, subscription, order, seller] = await Promise.all([
    findCustomersByIds(em, [of.customerId]),
    findCheckoutById(em, of.checkoutId),
    findSubscription(em, { id: of.subscriptionId }),
    findOrderOfCheckout(em, of.checkoutId),
    getSeller(billing, of.organizationId),
  ]);
  if (!customer || !checkout || !subscription || !order) return null;
  const words = wordsFor(checkout.locale);
  const isSame = await hasEarlierSubscription(em, subscription, subscription.productId);
  const { amount, taxAmount } = remainderOf(order, { amount: 0, taxAmount: 0 });
  const reader = { ...of, messageId, language: words.language };
  const portal = await openPortalLink(billing, reader, `/subscriptions/${subscription.id}`);
  const mail = subscriptionExistsMail(words, {
    seller,
    endsOn: subscription.currentPeriodEnd && words.day(subscription.currentPeriodEnd),
    refund: isSame && amount > 0 ? words.money(amount + taxAmount, order.currency) : null,
    portal,
  });
  return { ...mail, to: customer.email, type: 'subscription-exists', url: portal };
};

/** To the buyer of a checkout that could not be paid any more. A customer with this address has it in their history. */
const mailLateBuyer = async (
  billing: Billing,
  refund: { organizationId: string; checkoutId: string; amount: number; currency: string },
  messageId: string,
): Promise<void> => {
  const em = billing.db.manager;
  const { organizationId } = refund;
  const checkout = await findCheckoutById(em, refund.checkoutId);
  const email = checkout?.customerEmail;
  if (!email) return;
  const seller = await getSeller(billing, organizationId);
  const customer = await findCustomerByEmail(em, { organizationId, email });
  const words = wordsFor(checkout.locale);
  const amount = words.money(refund.amount, refund.currency);
  const mail = paymentRefundedMail(words, { seller, amount, order: null });
  await mailCustomer(
    billing,
    { ...mail, to: email, type: 'payment-refunded', messageId },
    { organizationId, customerId: customer?.id ?? null },
  );
};

/** To the customer whose order was void, or paid by another payment, when their payment arrived. */
const mailLatePayer = async (
  billing: Billing,
  refund: { organizationId: string; orderId: string; amount: number; currency: string },
  messageId: string,
): Promise<void> => {
  const em = billing.db.manager;
  const order = await findOrder(em, { id: refund.orderId });
  if (!order) return;
  const { id: orderId, organizationId, customerId, subscriptionId } = order;
  const [[customer], seller, words] = await Promise.all([
    findCustomersByIds(em, [customerId]),
    getSeller(billing, organizationId),
    wordsOfOrder(em, order),
  ]);
  if (!customer) return;
  const reader = { organizationId, customerId, seller, messageId, language: words.language };
  const mail = paymentRefundedMail(words, {
    seller,
    amount: words.money(refund.amount, refund.currency),
    order: {
      number: order.invoiceNumber,
      portal: await openPortalLink(billing, reader, `/orders/${orderId}`),
      state: order.status === 'void' ? 'ended' : 'twice',
    },
  });
  await mailCustomer(
    billing,
    { ...mail, to: customer.email, type: 'payment-refunded', messageId },
    { organizationId, customerId, orderId, subscriptionId },
  );
};
