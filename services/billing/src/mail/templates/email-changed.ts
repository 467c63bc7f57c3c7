/** The mail to a customer's former e-mail address. Pure. */
import { paragraph } from '@tessera/kit/mail/blocks';
import { type WrittenMail, writeMail } from '@tessera/kit/mail/layout';
import { plainName } from '@tessera/kit/text/plain-name';
import { type MailSeller, questionsTo } from './order-confirmation.ts';
import type { Words } from './words.ts';

/** Does not name the new address: whoever reads mails to the former one may be somebody else by now. */
export const emailChangedMail = (words: Words, { name, email, accentColor }: MailSeller): WrittenMail => {
  const { t } = words;
  const seller = plainName(name, t('seller'));
  return writeMail({
    lang: words.language,
    accentColor,
    subject: t('emailChanged.subject', { seller }),
    brand: seller,
    heading: t('emailChanged.heading'),
    blocks: [paragraph(t('emailChanged.text', { seller })), paragraph(t('emailChanged.notYou', { seller }))],
    footer: questionsTo(words, { name: seller, email }),
  });
};
