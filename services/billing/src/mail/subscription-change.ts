/** The mails about another product that comes with a subscription's next period. Pure. */
import type { WrittenMail } from '@tessera/kit/mail-layout';
import { plainName } from '@tessera/kit/plain-name';
import { noticeMail } from './notice.ts';
import type { MailSeller } from './order-confirmation.ts';
import type { Words } from './words.ts';

/** `date`: when the next period begins. `portal`: the subscription's page. */
type Facts = { seller: MailSeller; product: string; date: Date; portal: string };

/** `next`: the product that comes. `amount` null: nothing is paid in advance; `usage`: what is paid for what is used. */
type Next = { next: string; amount: string | null; usage: string[] };

export const subscriptionWillChangeMail = (
  words: Words,
  { next, amount, usage, ...facts }: Facts & Next,
): WrittenMail => {
  const { t } = words;
  const told = { ...factsOf(words, facts), next: plainName(next, t('yourPurchase')) };
  return noticeMail(words, {
    ...facts,
    subject: t('planned.subject', told),
    heading: t('planned.heading'),
    texts: [t('planned.text', told), ...pricesInWords(words, { amount, usage })],
    action: t('planned.action'),
  });
};

const pricesInWords = ({ t }: Words, { amount, usage }: Omit<Next, 'next'>): string[] => {
  if (usage.length === 0) return [amount === null ? t('planned.free') : t('planned.price', { amount })];
  if (amount === null) return [t('planned.usage'), ...usage];
  return [t('planned.price', { amount }), t('price.andUsage'), ...usage];
};

/** It was to go over to another product, and does not. */
export const subscriptionUnchangedMail = (words: Words, facts: Facts): WrittenMail => {
  const { t } = words;
  const told = factsOf(words, facts);
  return noticeMail(words, {
    ...facts,
    subject: t('unplanned.subject', told),
    heading: t('unplanned.heading'),
    texts: [t('unplanned.text', told)],
    action: null,
  });
};

const factsOf = ({ t, day }: Words, { product, date }: Facts) => ({
  product: plainName(product, t('yourPurchase')),
  date: day(date),
});
