/** The mail to managers of an organization whose webhook endpoint was disabled. Pure. */
import { button, paragraph, small } from '@tessera/kit/mail/blocks';
import { type WrittenMail, writeMail } from '@tessera/kit/mail/layout';
import { plainName } from '@tessera/kit/text/plain-name';
import type { MailSeller } from './order-confirmation.ts';
import type { Words } from './words.ts';

type DisabledEndpoint = {
  seller: MailSeller;
  /** The URL as the seller has entered it. */
  address: string;
  givenUp: number;
  /** Whether it answered 410 Gone: then nothing was retried. */
  isGone: boolean;
  /** URL of the endpoint's page. */
  url: string;
};

export const endpointDisabledMail = (
  words: Words,
  { seller, address, givenUp, isGone, url }: DisabledEndpoint,
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
      paragraph(
        isGone
          ? t('endpoint.gone', { address })
          : t('endpoint.text', { address, count: words.number(givenUp) }),
      ),
      paragraph(t('endpoint.next')),
      button(t('endpoint.look'), url),
      small(t('endpoint.why', { seller: name })),
    ],
    footer: [],
  });
};
