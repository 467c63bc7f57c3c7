/** The mails about a subscription that was canceled, goes on after all, or has ended. Pure. */
import type { WrittenMail } from '@tessera/kit/mail-layout';
import { plainName } from '@tessera/kit/plain-name';
import { noticeMail } from './notice.ts';
import type { MailSeller } from './order-confirmation.ts';
import type { Words } from './words.ts';

/** `date`: when it ends, is renewed, or has ended. `portal`: the subscription's page. */
type Facts = { seller: MailSeller; product: string; date: Date; portal: string };

const factsOf = ({ t, day }: Words, { product, date }: Facts) => ({
  product: plainName(product, t('yourPurchase')),
  date: day(date),
});

export const subscriptionCanceledMail = (words: Words, facts: Facts): WrittenMail => {
  const { t } = words;
  const told = factsOf(words, facts);
  return noticeMail(words, {
    ...facts,
    subject: t('canceled.subject', told),
    heading: t('canceled.heading'),
    texts: [t('canceled.text', told), t('canceled.keep')],
    action: t('canceled.action'),
  });
};

export const subscriptionUncanceledMail = (words: Words, facts: Facts): WrittenMail => {
  const { t } = words;
  const told = factsOf(words, facts);
  return noticeMail(words, {
    ...facts,
    subject: t('uncanceled.subject', told),
    heading: t('uncanceled.heading'),
    texts: [t('uncanceled.text', told)],
    action: null,
  });
};

export const subscriptionEndedMail = (words: Words, facts: Facts): WrittenMail => {
  const { t } = words;
  const told = factsOf(words, facts);
  return noticeMail(words, {
    ...facts,
    subject: t('ended.subject', told),
    heading: t('ended.heading'),
    texts: [t('ended.text', told), t('trialOver.again')],
    action: null,
  });
};
