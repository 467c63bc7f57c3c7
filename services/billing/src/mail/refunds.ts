/** Mails about money that went back. */
import { on, type Stoppable } from '@tessera/kit/bus';
import type { Mail } from '@tessera/kit/mail';
import { mailOnce } from '@tessera/kit/mail-once';
import { paymentRefunded, subscriptionRepeated } from '@tessera/proto/events/billing';
import { getSeller } from '../access/organizations/service.ts';
import type { Billing } from '../billing.ts';
import { findCheckoutById } from '../checkouts/find.ts';
import { findPurchaseUrl } from '../checkouts/pay/purchase.ts';
import { findCustomersByIds } from '../customers/find.ts';
import { findFirstActiveSubscription } from '../subscriptions/find.ts';
import { paymentRefundedMail } from './payment-refunded.ts';
import { openPortalLink } from './portal-link.ts';
import { mailCustomer } from './send.ts';
import { subscriptionExistsMail } from './subscription-exists.ts';
import { wordsFor } from './words.ts';

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
        const mail = refund.reason === 'late_payment' && (await writeRefunded(billing, refund));
        if (mail) await mailOnce(billing, { ...mail, messageId: id });
      }),
    ],
  });

const customerOf = ({ organizationId, customerId }: { organizationId: string; customerId: string }) => ({
  organizationId,
  customerId,
});

type Written = Omit<Mail, 'messageId'> | null;

/** To the owner of the address, and nobody else: they have it already, and where they find it. */
const writeRepeated = async (
  billing: Billing,
  of: { organizationId: string; customerId: string; checkoutId: string },
  messageId: string,
): Promise<Written> => {
  const em = billing.db.manager;
  const [[customer], checkout, existing, seller] = await Promise.all([
    findCustomersByIds(em, [of.customerId]),
    findCheckoutById(em, of.checkoutId),
    findFirstActiveSubscription(em, of.customerId),
    getSeller(billing, of.organizationId),
  ]);
  if (!customer || !checkout) return null;
  const url = existing?.checkoutId
    ? await findPurchaseUrl(em, { checkoutId: existing.checkoutId, publicUrl: billing.publicUrl })
    : null;
  const total = checkout.amount - checkout.discountAmount + (checkout.taxAmount ?? 0);
  const words = wordsFor(checkout.locale);
  const mail = subscriptionExistsMail(words, {
    seller,
    refunded: total > 0 ? words.money(total, checkout.currency) : null,
    url,
    portal: await openPortalLink(billing, { ...of, messageId }),
  });
  return { ...mail, to: customer.email, type: 'subscription-exists', ...(url && { url }) };
};

const writeRefunded = async (
  billing: Billing,
  refund: { organizationId: string; checkoutId: string; amount: number; currency: string },
): Promise<Written> => {
  const checkout = await findCheckoutById(billing.db.manager, refund.checkoutId);
  if (!checkout?.customerEmail) return null;
  const seller = await getSeller(billing, refund.organizationId);
  const words = wordsFor(checkout.locale);
  const amount = words.money(refund.amount, refund.currency);
  const mail = paymentRefundedMail(words, { seller, amount });
  return { ...mail, to: checkout.customerEmail, type: 'payment-refunded' };
};
