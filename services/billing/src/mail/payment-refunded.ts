/** The mail about a payment that went through too late, and back. Pure. */
import { paragraph } from '@tessera/kit/mail-blocks';
import { type WrittenMail, writeMail } from '@tessera/kit/mail-layout';
import { plainName } from '@tessera/kit/plain-name';
import { type Facts, questionsTo } from './order-confirmation.ts';

export const paymentRefundedMail = (mail: { seller: Facts['seller']; amount: string }): WrittenMail => {
  const name = plainName(mail.seller.name, 'the seller');
  return writeMail({
    subject: `Your payment to ${name} was refunded`,
    brand: name,
    heading: 'Your payment was refunded',
    blocks: [
      paragraph(
        `A payment of ${mail.amount} to ${name} had failed, and went through later after all. It no longer paid for an open order, so we have refunded it.`,
      ),
    ],
    footer: questionsTo({ ...mail.seller, name }),
  });
};
