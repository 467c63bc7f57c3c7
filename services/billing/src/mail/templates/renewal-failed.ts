/** The mail about a renewal whose payment failed. Pure. */
import type { WrittenMail } from '@tessera/kit/mail/layout';
import { plainName } from '@tessera/kit/text/plain-name';
import { noticeMail } from './notice.ts';
import type { MailSeller } from './order-confirmation.ts';
import type { Words } from './words.ts';

/**
 * `amount`: formatted. `nextAttemptAt` null: no further attempt; the subscription has ended unless it `staysPayable`.
 * `graceEndsAt`: end of the grace period of benefits; null: they are revoked. `needsAnotherCard`: the saved card is
 * not retried. `needsConfirmation`: its bank asks the customer to confirm the payment. `portal`: where it can be paid manually.
 */
export type FailedRenewal = {
  seller: MailSeller;
  amount: string;
  product: string;
  nextAttemptAt: Date | null;
  graceEndsAt: Date | null;
  needsAnotherCard: boolean;
  needsConfirmation: boolean;
  staysPayable: boolean;
  portal: string;
};

export const renewalFailedMail = (words: Words, failed: FailedRenewal): WrittenMail => {
  const { t, day } = words;
  const { amount, nextAttemptAt, graceEndsAt, staysPayable, portal } = failed;
  const seller = plainName(failed.seller.name, t('seller'));
  const facts = { amount, product: plainName(failed.product, t('yourPurchase')) };
  // An ended subscription cannot be paid any more: a payment would not restore it.
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
  { nextAttemptAt, needsAnotherCard, needsConfirmation, staysPayable }: FailedRenewal,
  seller: string,
): string => {
  if (!nextAttemptAt) return staysPayable ? t('renewal.unpaid') : t('renewal.over');
  const facts = { date: day(nextAttemptAt), seller };
  if (needsAnotherCard) return t('renewal.newCard', facts);
  return needsConfirmation ? t('renewal.confirm', facts) : t('renewal.again', facts);
};
