/** The mail about a renewal that could not be charged. Pure. */
import { button, paragraph } from '@tessera/kit/mail-blocks';
import { type WrittenMail, writeMail } from '@tessera/kit/mail-layout';
import { plainName } from '@tessera/kit/plain-name';
import { type MailSeller, portalPart, questionsTo } from './order-confirmation.ts';
import type { Words } from './words.ts';

/** `amount` as it is read; `nextAttemptAt` null: the subscription is over. `portal`: where it is paid by hand. */
export const renewalFailedMail = (
  words: Words,
  {
    seller: { name, email, accentColor },
    amount,
    product,
    nextAttemptAt,
    portal,
  }: { seller: MailSeller; amount: string; product: string; nextAttemptAt: Date | null; portal: string },
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
    blocks: [
      paragraph(failed),
      paragraph(next),
      ...(nextAttemptAt ? [button(t('renewal.pay'), portal)] : portalPart(words, portal)),
    ],
    footer: questionsTo(words, { name: seller, email }),
  });
};
