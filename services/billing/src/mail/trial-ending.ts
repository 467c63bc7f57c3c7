/** The mail about a trial that is about to end. Pure. */
import { paragraph } from '@tessera/kit/mail-blocks';
import { type WrittenMail, writeMail } from '@tessera/kit/mail-layout';
import { plainName } from '@tessera/kit/plain-name';
import { type MailSeller, portalPart, questionsTo } from './order-confirmation.ts';
import type { Words } from './words.ts';

/** `amount` as it is read: what is charged when the trial ends. `portal`: where it is canceled. */
export const trialEndingMail = (
  words: Words,
  {
    seller: { name, email, accentColor },
    amount,
    product,
    endsAt,
    portal,
  }: { seller: MailSeller; amount: string; product: string; endsAt: Date; portal: string },
): WrittenMail => {
  const { t } = words;
  const seller = plainName(name, t('seller'));
  const facts = { product: plainName(product, t('yourPurchase')), date: words.day(endsAt), amount, seller };
  return writeMail({
    lang: words.language,
    accentColor,
    subject: t('trial.subject', facts),
    brand: seller,
    heading: t('trial.heading'),
    blocks: [
      paragraph(t('trial.text', facts)),
      paragraph(t('trial.cancel', facts)),
      ...portalPart(words, portal),
    ],
    footer: questionsTo(words, { name: seller, email }),
  });
};
