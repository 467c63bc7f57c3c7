/** The mail to who has subscribed a second time by mistake. Pure. */
import { button, paragraph } from '@tessera/kit/mail-blocks';
import { type WrittenMail, writeMail } from '@tessera/kit/mail-layout';
import { plainName } from '@tessera/kit/plain-name';
import { type Facts, questionsTo } from './order-confirmation.ts';

export const subscriptionExistsMail = (mail: {
  seller: Facts['seller'];
  /** The amount that goes back; null: nothing was paid. */
  refunded: string | null;
  /** Where the customer finds what they have. */
  url: string | null;
}): WrittenMail => {
  const name = plainName(mail.seller.name, 'the seller');
  return writeMail({
    subject: `You already have a subscription with ${name}`,
    brand: name,
    heading: 'You already have a subscription',
    blocks: [
      paragraph(
        `Somebody, probably you, has just subscribed at ${name} with this address. You already have a subscription there, and it goes on as before.`,
      ),
      paragraph('The second one was ended at once.'),
      ...(mail.refunded ? [paragraph(`Your payment of ${mail.refunded} is being refunded.`)] : []),
      ...(mail.url ? [button('See what you have', mail.url)] : []),
    ],
    footer: questionsTo({ ...mail.seller, name }),
  });
};
