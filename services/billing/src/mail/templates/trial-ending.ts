/** The mails about a trial that ends soon, or has ended. Pure. */
import type { WrittenMail } from '@tessera/kit/mail/layout';
import { plainName } from '@tessera/kit/text/plain-name';
import { type AfterTrial, sayAfterTrial } from './after-trial.ts';
import { noticeMail } from './notice.ts';
import type { MailSeller } from './order-confirmation.ts';
import type { Words } from './words.ts';

/** `portal`: where it can be canceled, or a card be saved. */
type EndingTrial = AfterTrial & { seller: MailSeller; portal: string };

export const trialEndingMail = (words: Words, { seller, portal, ...trial }: EndingTrial): WrittenMail => {
  const { t } = words;
  const facts = {
    product: plainName(trial.product, t('yourPurchase')),
    date: words.day(trial.endsAt),
  };
  return noticeMail(words, {
    seller,
    subject: t('trial.subject', facts),
    heading: t('trial.heading'),
    texts: sayAfterTrial(words, trial),
    action: trial.hasCard ? null : t('trial.save'),
    portal,
  });
};

/** `due`: the amount to pay to restore the subscription, formatted; null: it has ended. */
export const trialEndedMail = (
  words: Words,
  {
    seller,
    product,
    due,
    portal,
  }: { seller: MailSeller; product: string; due: string | null; portal: string },
): WrittenMail => {
  const { t } = words;
  const facts = { product: plainName(product, t('yourPurchase')) };
  return noticeMail(words, {
    seller,
    subject: t('trialOver.subject', facts),
    heading: t('trialOver.heading'),
    texts: [
      t('trialOver.text', facts),
      due === null ? t('trialOver.again') : t('trialOver.pay', { amount: due }),
    ],
    action: due === null ? null : t('renewal.pay'),
    portal,
  });
};
