/** The mails about a change of a subscription's product, immediately or with the next period. Pure. */
import type { WrittenMail } from '@tessera/kit/mail/layout';
import { plainName } from '@tessera/kit/text/plain-name';
import { noticeMail } from './notice.ts';
import type { MailSeller } from './order-confirmation.ts';
import type { Words } from './words.ts';

/** `date`: start of the next period. `portal`: URL of the subscription's page. */
type Facts = { seller: MailSeller; product: string; date: Date; portal: string | null };

/** `next`: the new product. `amount`: formatted; null: nothing in advance. `usage`: texts of metered prices. */
type Next = { next: string; amount: string | null; usage: string[] };

export const subscriptionWillChangeMail = (
  words: Words,
  { next, amount, usage, ...facts }: Facts & Next,
): WrittenMail => {
  const { t } = words;
  const params = { ...factsOf(words, facts), next: plainName(next, t('yourPurchase')) };
  return noticeMail(words, {
    ...facts,
    subject: t('planned.subject', params),
    heading: t('planned.heading'),
    texts: [t('planned.text', params), ...pricesInWords(words, { amount, usage, from: 'planned' })],
    action: t('planned.action'),
  });
};

/** `from`: whether it is charged from now (`moved`) or from the next period. */
type Prices = Omit<Next, 'next'> & { from: 'moved' | 'planned' };

const pricesInWords = ({ t }: Words, { amount, usage, from }: Prices): string[] => {
  if (usage.length === 0) return [amount === null ? t(`${from}.free`) : t(`${from}.price`, { amount })];
  if (amount === null) return [t(`${from}.usage`), ...usage];
  return [t(`${from}.price`, { amount }), t('price.andUsage'), ...usage];
};

/** `isTrial`: free until `date`. `isSettledLater`: the next invoice includes a proration of the change. */
type Moved = Next & { isTrial: boolean; isSettledLater: boolean };

/** The product was changed. `product`: the former one. */
export const subscriptionChangedMail = (
  words: Words,
  { next, amount, usage, isTrial, isSettledLater, ...facts }: Facts & Moved,
): WrittenMail => {
  const { t } = words;
  const params = { ...factsOf(words, facts), next: plainName(next, t('yourPurchase')) };
  return noticeMail(words, {
    ...facts,
    subject: t('moved.subject', params),
    heading: t('moved.heading'),
    texts: [
      t('moved.text', params),
      ...(isTrial ? [t('moved.trial', params)] : []),
      ...pricesInWords(words, { amount, usage, from: isTrial ? 'planned' : 'moved' }),
      ...(isSettledLater ? [t('moved.later')] : []),
    ],
    action: t('planned.action'),
  });
};

/** A planned change of product was withdrawn. */
export const subscriptionUnchangedMail = (words: Words, facts: Facts): WrittenMail => {
  const { t } = words;
  const params = factsOf(words, facts);
  return noticeMail(words, {
    ...facts,
    subject: t('unplanned.subject', params),
    heading: t('unplanned.heading'),
    texts: [t('unplanned.text', params)],
    action: null,
  });
};

const factsOf = ({ t, day }: Words, { product, date }: Facts) => ({
  product: plainName(product, t('yourPurchase')),
  date: day(date),
});
