/** The mail about a renewal that could not be charged. Pure. */
import type { WrittenMail } from '@tessera/kit/mail-layout';
import { plainName } from '@tessera/kit/plain-name';
import { noticeMail } from './notice.ts';
import type { MailSeller } from './order-confirmation.ts';
import type { Words } from './words.ts';

/**
 * `amount` as it is read; `nextAttemptAt` null: it was the last attempt, and the subscription is over unless it
 * `staysPayable`. `graceEndsAt`: until when benefits stay; null: they are gone. `needsAnotherCard`: what is saved is not
 * tried again. `portal`: where it is paid by hand.
 */
export type FailedRenewal = {
  seller: MailSeller;
  amount: string;
  product: string;
  nextAttemptAt: Date | null;
  graceEndsAt: Date | null;
  needsAnotherCard: boolean;
  staysPayable: boolean;
  portal: string;
};

export const renewalFailedMail = (words: Words, failed: FailedRenewal): WrittenMail => {
  const { t, day } = words;
  const { amount, nextAttemptAt, graceEndsAt, staysPayable, portal } = failed;
  const seller = plainName(failed.seller.name, t('seller'));
  const facts = { amount, product: plainName(failed.product, t('yourPurchase')) };
  // What is over for good is not paid any more: nothing comes back with a payment.
  const isOver = nextAttemptAt === null && !staysPayable;
  return noticeMail(words, {
    seller: failed.seller,
    subject: t('renewal.subject', { seller }),
    heading: t('renewal.heading'),
    texts: [
      graceEndsAt
        ? t('renewal.textGrace', { ...facts, date: day(graceEndsAt) })
        : t(isOver ? 'renewal.textOver' : 'renewal.text', facts),
      nextOf(words, failed, seller),
    ],
    action: isOver ? null : t('renewal.pay'),
    portal,
  });
};

const nextOf = (
  { t, day }: Words,
  { nextAttemptAt, needsAnotherCard, staysPayable }: FailedRenewal,
  seller: string,
): string => {
  if (!nextAttemptAt) return staysPayable ? t('renewal.unpaid') : t('renewal.over');
  const facts = { date: day(nextAttemptAt), seller };
  return needsAnotherCard ? t('renewal.newCard', facts) : t('renewal.again', facts);
};
