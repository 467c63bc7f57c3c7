/** The mails about a trial that ends soon, or has ended. Pure. */
import type { WrittenMail } from '@tessera/kit/mail/layout';
import { plainName } from '@tessera/kit/text/plain-name';
import { noticeMail } from './notice.ts';
import type { MailSeller } from './order-confirmation.ts';
import type { Words } from './words.ts';

/**
 * `amount`: charged at the end of the trial, formatted; null: nothing. `hasUsage`: usage is charged in addition.
 * `portal`: where it can be canceled, or a card be saved.
 */
type EndingTrial = {
  seller: MailSeller;
  amount: string | null;
  hasUsage: boolean;
  product: string;
  endsAt: Date;
  hasCard: boolean;
  portal: string;
};

export const trialEndingMail = (
  words: Words,
  { seller, amount, hasUsage, product, endsAt, hasCard, portal }: EndingTrial,
): WrittenMail => {
  const { t } = words;
  const facts = {
    product: plainName(product, t('yourPurchase')),
    date: words.day(endsAt),
    seller: plainName(seller.name, t('seller')),
  };
  const ends =
    amount === null
      ? t('trial.textNothing', facts)
      : t(hasCard ? 'trial.text' : 'trial.textNoCard', { ...facts, amount });
  return noticeMail(words, {
    seller,
    subject: t('trial.subject', facts),
    heading: t('trial.heading'),
    texts: [
      ends,
      ...(hasUsage ? [t('trial.usage')] : []),
      hasCard ? t('trial.cancel', facts) : t('trial.addCard', facts),
    ],
    action: hasCard ? null : t('trial.save'),
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
