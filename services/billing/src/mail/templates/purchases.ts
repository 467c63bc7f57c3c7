/** The mail with a customer's purchases from a seller. Pure. */
import { linkLine, paragraph } from '@tessera/kit/mail/blocks';
import { type WrittenMail, writeMail } from '@tessera/kit/mail/layout';
import { plainName } from '@tessera/kit/text/plain-name';
import { type MailSeller, portalPart, questionsTo } from './order-confirmation.ts';
import type { Words } from './words.ts';

/** A purchased product, and the URL of its page. */
export type Purchase = { name: string; url: string };

export const purchasesMail = (
  words: Words,
  {
    seller: { name, email, accentColor },
    purchases,
    portal,
  }: { seller: MailSeller; purchases: Purchase[]; portal: string },
): WrittenMail => {
  const { t } = words;
  const seller = plainName(name, t('seller'));
  return writeMail({
    lang: words.language,
    accentColor,
    subject: t('purchases.subject', { seller }),
    brand: seller,
    heading: t('purchases.heading'),
    blocks: [
      paragraph(t('purchases.text', { seller })),
      ...purchases.map((one) => linkLine(plainName(one.name, t('purchase')), one.url)),
      ...portalPart(words, portal),
    ],
    footer: questionsTo(words, { name: seller, email }),
  });
};
