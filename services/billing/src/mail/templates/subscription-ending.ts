/** The mails about a subscription that was canceled, will pause, continues after all, or has ended. Pure. */
import type { WrittenMail } from '@tessera/kit/mail/layout';
import { plainName } from '@tessera/kit/text/plain-name';
import { noticeMail } from './notice.ts';
import type { MailSeller } from './order-confirmation.ts';
import type { Words } from './words.ts';

/**
 * `date`: when it ends, renews, pauses, or has ended. `portal`: URL of the subscription's page. `isSellerGone`: the
 * seller was deleted, which ended it.
 */
type Facts = { seller: MailSeller; product: string; date: Date; portal: string; isSellerGone?: boolean };

const factsOf = ({ t, day }: Words, { seller, product, date }: Facts) => ({
  seller: plainName(seller.name, t('seller')),
  product: plainName(product, t('yourPurchase')),
  date: day(date),
});

export const subscriptionCanceledMail = (words: Words, facts: Facts): WrittenMail =>
  write(words, facts, 'canceled', ({ t }, params) => ({
    texts: [t('canceled.text', params), t('canceled.keep')],
    action: t('canceled.action'),
  }));

/** For a past-due subscription: its benefits may be revoked, and the cancellation cannot be reverted. */
export const owingSubscriptionCanceledMail = (words: Words, facts: Facts): WrittenMail =>
  write(words, facts, 'canceled', ({ t }, params) => ({
    texts: [t('canceled.textOwing', params), t('canceled.owing')],
    action: t('renewal.pay'),
  }));

export const subscriptionUncanceledMail = (words: Words, facts: Facts): WrittenMail =>
  write(words, facts, 'uncanceled', ({ t }, params) => ({
    texts: [t('uncanceled.text', params)],
    action: null,
  }));

/** `resumesAt` null: until it is resumed manually. */
export const subscriptionPausedMail = (
  words: Words,
  { resumesAt, ...facts }: Facts & { resumesAt: Date | null },
): WrittenMail =>
  write(words, facts, 'paused', ({ t, day }, params) => ({
    texts: [
      t('paused.text', params),
      resumesAt ? t('paused.until', { date: day(resumesAt) }) : t('paused.open'),
    ],
    action: t('paused.action'),
  }));

/** A planned pause was withdrawn. */
export const subscriptionUnpausedMail = (words: Words, facts: Facts): WrittenMail =>
  write(words, facts, 'uncanceled', ({ t }, params) => ({
    texts: [t('unpaused.text', params)],
    action: null,
  }));

export const subscriptionEndedMail = (words: Words, facts: Facts): WrittenMail =>
  write(words, facts, 'ended', ({ t }, params) => ({
    texts: [
      t('ended.text', params),
      facts.isSellerGone ? t('ended.sellerGone', params) : t('trialOver.again'),
    ],
    action: null,
  }));

type Body = (words: Words, params: Record<string, string>) => { texts: string[]; action: string | null };

/** `named`: prefix of the texts of subject and heading. */
const write = (
  words: Words,
  facts: Facts,
  named: 'canceled' | 'uncanceled' | 'paused' | 'ended',
  body: Body,
): WrittenMail => {
  const { t } = words;
  const params = factsOf(words, facts);
  return noticeMail(words, {
    ...facts,
    subject: t(`${named}.subject`, params),
    heading: t(`${named}.heading`),
    ...body(words, params),
  });
};
