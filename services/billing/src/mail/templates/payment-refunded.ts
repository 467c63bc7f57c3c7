/** The mail about a payment that succeeded too late, and was refunded. Pure. */
import { paragraph } from '@tessera/kit/mail/blocks';
import { type WrittenMail, writeMail } from '@tessera/kit/mail/layout';
import { plainName } from '@tessera/kit/text/plain-name';
import { type MailSeller, questionsTo } from './order-confirmation.ts';
import type { Words } from './words.ts';

/** `amount`: formatted. */
export const paymentRefundedMail = (
  words: Words,
  { seller: { name, email, accentColor }, amount }: { seller: MailSeller; amount: string },
): WrittenMail => {
  const { t } = words;
  const seller = plainName(name, t('seller'));
  return writeMail({
    lang: words.language,
    accentColor,
    subject: t('refund.subject', { seller }),
    brand: seller,
    heading: t('refund.heading'),
    blocks: [paragraph(t('refund.text', { seller, amount }))],
    footer: questionsTo(words, { name: seller, email }),
  });
};
