/** The mail about a usage threshold that was reached. Pure. */
import { button, paragraph } from '@tessera/kit/mail/blocks';
import { type WrittenMail, writeMail } from '@tessera/kit/mail/layout';
import { plainName } from '@tessera/kit/text/plain-name';
import { type MailSeller, questionsTo } from './order-confirmation.ts';
import type { Words } from './words.ts';

/** `used`: formatted units, percentage of included units, or amount. `portal`: URL of the usage page. */
export const usageAlertMail = (
  words: Words,
  {
    seller: { name, email, accentColor },
    meter,
    used,
    isStopped,
    portal,
  }: { seller: MailSeller; meter: string; used: string; isStopped: boolean; portal: string },
): WrittenMail => {
  const { t } = words;
  const seller = plainName(name, t('seller'));
  const what = plainName(meter, t('usage.meter'));
  return writeMail({
    lang: words.language,
    accentColor,
    subject: t('usage.subject', { meter: what, used }),
    brand: seller,
    heading: t('usage.heading'),
    blocks: [
      paragraph(t('usage.text', { meter: what, used })),
      ...(isStopped ? [paragraph(t('usage.stopped', { seller }))] : []),
      button(t('usage.see'), portal),
    ],
    footer: questionsTo(words, { name: seller, email }),
  });
};
