/** Mails about new prices of a subscription. */
import { plainName } from '@tessera/kit/plain-name';
import { getSeller } from '../access/organizations/service.ts';
import type { Billing } from '../billing.ts';
import { findCustomerById } from '../customers/find.ts';
import { fillSubscriptions, findSubscription } from '../subscriptions/find.ts';
import { wordsOf } from './language.ts';
import { noticeMail } from './notice.ts';
import { openPortalLink } from './portal-link.ts';
import { mailCustomer } from './send.ts';
import type { Words } from './words.ts';

type About = { subscriptionId: string; organizationId: string; customerId: string };
type Facts = { seller: string; product: string };
type Written = { subject: string; heading: string; texts: string[] };

/** `amount` in minor units a period; `appliesAt` as ISO 8601. */
type Announced = About & { amount: bigint; currency: string; appliesAt: string };

export const mailPriceChange = (billing: Billing, announced: Announced, messageId: string): Promise<void> =>
  mailAbout(billing, announced, {
    messageId,
    type: 'price-change',
    write: ({ t, day, money }, facts) => {
      const date = day(new Date(announced.appliesAt));
      const amount = money(Number(announced.amount), announced.currency);
      return {
        subject: t('price.subject', facts),
        heading: t('price.heading'),
        texts: [t('price.text', { ...facts, date, amount }), t('price.cancel')],
      };
    },
  });

export const mailPriceWithdrawal = (billing: Billing, about: About, messageId: string): Promise<void> =>
  mailAbout(billing, about, {
    messageId,
    type: 'price-change-withdrawn',
    write: ({ t }, facts) => ({
      subject: t('price.withdrawnSubject', facts),
      heading: t('price.withdrawnHeading'),
      texts: [t('price.withdrawnText', facts)],
    }),
  });

type Mailing = { messageId: string; type: string; write: (words: Words, facts: Facts) => Written };

const mailAbout = async (
  billing: Billing,
  { subscriptionId, organizationId, customerId }: About,
  { messageId, type, write }: Mailing,
): Promise<void> => {
  const em = billing.db.manager;
  const customer = await findCustomerById(em, customerId);
  const row = await findSubscription(em, { id: subscriptionId });
  if (!customer || !row || row.endedAt) return;
  const [full] = await fillSubscriptions(em, [row]);
  const words = await wordsOf(em, row.checkoutId);
  const seller = await getSeller(billing, organizationId);
  const facts = {
    seller: plainName(seller.name, words.t('seller')),
    product: plainName(full?.product.name ?? '', words.t('yourPurchase')),
  };
  const portal = await openPortalLink(
    billing,
    { organizationId, customerId, messageId },
    `/subscriptions/${subscriptionId}`,
  );
  const mail = noticeMail(words, { ...write(words, facts), seller, action: null, portal });
  const written = { ...mail, to: customer.email, type, messageId };
  await mailCustomer(billing, written, { organizationId, customerId, subscriptionId });
};
