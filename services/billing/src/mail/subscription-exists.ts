/** The mail to who has subscribed a second time by mistake. Pure. */
import { button, paragraph } from '@tessera/kit/mail-blocks';
import { type WrittenMail, writeMail } from '@tessera/kit/mail-layout';
import { plainName } from '@tessera/kit/plain-name';
import { type MailSeller, portalPart, questionsTo } from './order-confirmation.ts';
import type { Words } from './words.ts';

type Facts = {
  seller: MailSeller;
  /** The amount that goes back; null: nothing was paid. */
  refunded: string | null;
  /** Where the customer finds what they have. */
  url: string | null;
  portal: string;
};

export const subscriptionExistsMail = (
  words: Words,
  { seller: from, refunded, url, portal }: Facts,
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
      paragraph(t('exists.ended')),
      ...(refunded ? [paragraph(t('exists.refunded', { amount: refunded }))] : []),
      ...(url ? [button(t('exists.see'), url)] : []),
      ...portalPart(words, portal),
    ],
    footer: questionsTo(words, { name: seller, email: from.email }),
  });
};
