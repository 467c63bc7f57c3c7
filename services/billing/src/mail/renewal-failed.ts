/** The mail about a renewal that could not be charged. Pure. */
import { paragraph } from '@tessera/kit/mail-blocks';
import { type WrittenMail, writeMail } from '@tessera/kit/mail-layout';
import { plainName } from '@tessera/kit/plain-name';
import { type MailSeller, questionsTo } from './order-confirmation.ts';
import type { Words } from './words.ts';

/** `amount` as it is read; `nextAttemptAt` null: the subscription is over. */
export const renewalFailedMail = (
  words: Words,
  {
    seller: { name, email, accentColor },
    amount,
    product,
    nextAttemptAt,
  }: { seller: MailSeller; amount: string; product: string; nextAttemptAt: Date | null },
): WrittenMail => {
  const { t } = words;
  const seller = plainName(name, t('seller'));
  const failed = t('renewal.text', { amount, product: plainName(product, t('yourPurchase')) });
  const next = nextAttemptAt
    ? t('renewal.again', { date: words.day(nextAttemptAt), seller })
    : t('renewal.over');
  return writeMail({
    lang: words.language,
    accentColor,
    subject: t('renewal.subject', { seller }),
    brand: seller,
    heading: t('renewal.heading'),
    blocks: [paragraph(failed), paragraph(next)],
    footer: questionsTo(words, { name: seller, email }),
  });
};
