/** The mail about a refund of an order. Pure. */
import { paragraph, small } from '@tessera/kit/mail/blocks';
import { type WrittenMail, writeMail } from '@tessera/kit/mail/layout';
import { plainName } from '@tessera/kit/text/plain-name';
import { type MailSeller, portalPart, questionsTo } from './order-confirmation.ts';
import type { Words } from './words.ts';

/** `amount`: formatted, including tax. `number`: the order's. `isRevoked`: its benefits were revoked too. */
export const orderRefundedMail = (
  words: Words,
  refund: { seller: MailSeller; amount: string; number: string; isRevoked: boolean; portal: string },
): WrittenMail => {
  const { t } = words;
  const { name, email, accentColor } = refund.seller;
  const { amount, number } = refund;
  const seller = plainName(name, t('seller'));
  return writeMail({
    lang: words.language,
    accentColor,
    subject: t('refunded.subject', { seller, amount }),
    brand: seller,
    heading: t('refunded.heading', { amount }),
    blocks: [
      paragraph(t('refunded.text', { seller, amount, number })),
      ...(refund.isRevoked ? [paragraph(t('refunded.revoked'))] : []),
      small(t('refunded.days')),
      ...portalPart(words, refund.portal),
    ],
    footer: questionsTo(words, { name: seller, email }),
  });
};
