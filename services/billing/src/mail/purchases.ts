/** The mail with what somebody has bought from a seller. Pure. */
import { linkLine, paragraph } from '@tessera/kit/mail-blocks';
import { type WrittenMail, writeMail } from '@tessera/kit/mail-layout';
import { plainName } from '@tessera/kit/plain-name';
import { type Facts, questionsTo } from './order-confirmation.ts';

/** What was bought, and where it is found. */
export type Purchase = { name: string; url: string };

export const purchasesMail = (mail: { seller: Facts['seller']; purchases: Purchase[] }): WrittenMail => {
  const name = plainName(mail.seller.name, 'the seller');
  return writeMail({
    subject: `What you have bought from ${name}`,
    brand: name,
    heading: 'What you have bought',
    blocks: [
      paragraph(
        `Somebody, probably you, has asked at ${name} what was bought with this address. This is where you find it:`,
      ),
      ...mail.purchases.map((one) => linkLine(plainName(one.name, 'Your purchase'), one.url)),
    ],
    footer: questionsTo({ ...mail.seller, name }),
  });
};
