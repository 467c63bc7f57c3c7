/** The mail to a customer with a second subscription, where the seller allows only one. Pure. */
import { button, paragraph } from '@tessera/kit/mail/blocks';
import { type WrittenMail, writeMail } from '@tessera/kit/mail/layout';
import { plainName } from '@tessera/kit/text/plain-name';
import { type MailSeller, questionsTo } from './order-confirmation.ts';
import type { Words } from './words.ts';

type Facts = {
  seller: MailSeller;
  /** When the new subscription ends unless the other one is ended; formatted. */
  endsOn: string | null;
  /** The refund for ending the new one, if both are the same product, formatted; null: none. */
  refund: string | null;
  /** URL of the new subscription's page. */
  portal: string;
};

export const subscriptionExistsMail = (
  words: Words,
  { seller: from, endsOn, refund, portal }: Facts,
): WrittenMail => {
  const { t } = words;
  const seller = plainName(from.name, t('seller'));
  return writeMail({
    lang: words.language,
    accentColor: from.accentColor,
    subject: t('exists.subject', { seller }),
    brand: seller,
    heading: t('exists.heading'),
    blocks: [
      paragraph(t('exists.text', { seller })),
      ...(endsOn ? [paragraph(t('exists.both', { date: endsOn }))] : []),
      paragraph(refund ? t('exists.back', { amount: refund }) : t('exists.end')),
      button(t('exists.see'), portal),
    ],
    footer: questionsTo(words, { name: seller, email: from.email }),
  });
};
