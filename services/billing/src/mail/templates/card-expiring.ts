/** The mail about a saved card that expires soon, or has. Pure. */
import type { WrittenMail } from '@tessera/kit/mail/layout';
import { plainName } from '@tessera/kit/text/plain-name';
import { noticeMail } from './notice.ts';
import type { MailSeller } from './order-confirmation.ts';
import type { Words } from './words.ts';

/** `expiresIn`: any day of the last month in which the card is valid. `isOver`: that month has passed. */
type Facts = { seller: MailSeller; last4: string; expiresIn: Date; isOver: boolean; portal: string };

export const cardExpiringMail = (
  words: Words,
  { seller, last4, expiresIn, isOver, portal }: Facts,
): WrittenMail => {
  const { t } = words;
  const name = plainName(seller.name, t('seller'));
  const params = { last4, seller: name, month: words.month(expiresIn) };
  return noticeMail(words, {
    seller,
    subject: t(isOver ? 'card.overSubject' : 'card.subject', { seller: name }),
    heading: t(isOver ? 'card.overHeading' : 'card.heading'),
    texts: [t(isOver ? 'card.overText' : 'card.text', params)],
    action: t('card.save'),
    portal,
  });
};
