/** The mail to who has subscribed a second time, where the seller allows one subscription. Pure. */
import { button, paragraph } from '@tessera/kit/mail-blocks';
import { type WrittenMail, writeMail } from '@tessera/kit/mail-layout';
import { plainName } from '@tessera/kit/plain-name';
import { type MailSeller, questionsTo } from './order-confirmation.ts';
import type { Words } from './words.ts';

type Facts = {
  seller: MailSeller;
  /** When the new one ends, unless the other one does. */
  endsOn: string | null;
  /** What whoever has the same twice gets back by ending the new one; null: nothing. */
  refund: string | null;
  /** The page of the new one. */
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
