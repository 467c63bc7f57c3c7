/** The mail to a member of the seller about an event of a sale. Pure. */
import { button, linkLine, paragraph, small } from '@tessera/kit/mail/blocks';
import { type WrittenMail, writeMail } from '@tessera/kit/mail/layout';
import { plainName } from '@tessera/kit/text/plain-name';
import type { Notification } from '@tessera/proto/api/billing/notification-settings';
import type { MailSeller } from './order-confirmation.ts';
import type { Words } from './words.ts';

/**
 * What happened: `amount` in minor units, including tax; `date` when a subscription ends, or when a failed payment is
 * tried again; `number` the order's invoice number, or null; `follows` what follows a failed payment. `variant`: a kind of
 * refund with words of its own: of a payment that came too late, or a dispute, which is recorded as a refund. `url` leads
 * to the order or subscription, `settingsUrl` to the notification settings.
 */
export type Happened = {
  about: Notification;
  customer: { name: string | null; email: string };
  product: string;
  amount: number;
  currency: string;
  number: string | null;
  date: Date | null;
  follows?: 'again' | 'over' | 'unpaid';
  variant?: 'latePayment' | 'disputeOpened' | 'disputeLost' | undefined;
};

export const memberNotificationMail = (
  words: Words,
  happened: Happened,
  { seller, url, settingsUrl }: { seller: MailSeller; url: string; settingsUrl: string },
): WrittenMail => {
  const { t } = words;
  const { customer, follows } = happened;
  const key = happened.variant ?? happened.about;
  const facts = {
    customer: customer.name === null ? customer.email : plainName(customer.name, customer.email),
    product: plainName(happened.product, t('purchase')),
    amount: words.money(happened.amount, happened.currency),
    number: happened.number ?? '',
    date: happened.date ? words.day(happened.date) : '',
  };
  const name = plainName(seller.name, t('seller'));
  return writeMail({
    lang: words.language,
    accentColor: seller.accentColor,
    subject: t(`member.${key}.subject`, facts),
    brand: name,
    heading: t(`member.${key}.subject`, facts),
    blocks: [
      paragraph(t(`member.${key}.text`, facts)),
      ...(follows ? [paragraph(t(`member.paymentFailed.${follows}`, facts))] : []),
      button(t('member.look'), url),
      small(t('member.why', { seller: name })),
      linkLine(t('member.settings'), settingsUrl),
    ],
    footer: [],
  });
};
