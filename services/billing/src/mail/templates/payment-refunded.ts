/** The mail about a payment that succeeded too late, and was refunded. Pure. */
import { paragraph, small } from '@tessera/kit/mail/blocks';
import { type WrittenMail, writeMail } from '@tessera/kit/mail/layout';
import { plainName } from '@tessera/kit/text/plain-name';
import { type MailSeller, portalPart, questionsTo } from './order-confirmation.ts';
import type { Words } from './words.ts';

/** The order that was to be paid: number, link, and whether it ended unpaid or was paid by another payment. */
type LateOrder = { number: string; portal: string; state: 'ended' | 'twice' };

/** `amount`: formatted. `order`: null for the payment of a checkout, which led to no order. */
export const paymentRefundedMail = (
  words: Words,
  { seller: of, amount, order }: { seller: MailSeller; amount: string; order: LateOrder | null },
): WrittenMail => {
  const { t } = words;
  const { name, email, accentColor } = of;
  const seller = plainName(name, t('seller'));
  return writeMail({
    lang: words.language,
    accentColor,
    subject: t('refund.subject', { seller }),
    brand: seller,
    heading: t('refund.heading'),
    blocks: [
      paragraph(
        order
          ? t(`refund.${order.state}`, { seller, amount, number: order.number })
          : t('refund.text', { seller, amount }),
      ),
      small(t('refunded.days')),
      ...portalPart(words, order?.portal ?? null),
    ],
    footer: questionsTo(words, { name: seller, email }),
  });
};
