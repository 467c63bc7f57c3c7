/** The mail to whoever manages a seller whose webhook endpoint was disabled. Pure. */
import { button, paragraph, small } from '@tessera/kit/mail-blocks';
import { type WrittenMail, writeMail } from '@tessera/kit/mail-layout';
import { plainName } from '@tessera/kit/plain-name';
import type { MailSeller } from './order-confirmation.ts';
import type { Words } from './words.ts';

/** `address` as the seller has typed it; `url` leads to the endpoint's page. */
export const endpointDisabledMail = (
  words: Words,
  { seller, address, givenUp, url }: { seller: MailSeller; address: string; givenUp: number; url: string },
): WrittenMail => {
  const { t } = words;
  const name = plainName(seller.name, t('seller'));
  return writeMail({
    lang: words.language,
    accentColor: seller.accentColor,
    subject: t('endpoint.subject', { seller: name }),
    brand: name,
    heading: t('endpoint.heading'),
    blocks: [
      paragraph(t('endpoint.text', { address, count: words.number(givenUp) })),
      paragraph(t('endpoint.next')),
      button(t('endpoint.look'), url),
      small(t('endpoint.why', { seller: name })),
    ],
    footer: [],
  });
};
