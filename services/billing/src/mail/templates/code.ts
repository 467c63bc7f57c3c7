/** The mail with a code. Pure. */
import { button, code as codeBlock, paragraph, small } from '@tessera/kit/mail/blocks';
import { type WrittenMail, writeMail } from '@tessera/kit/mail/layout';
import { plainName } from '@tessera/kit/text/plain-name';
import { type MailSeller, questionsTo } from './order-confirmation.ts';
import type { Words } from './words.ts';

/** `url`: signs in with one click; null: the code confirms a new e-mail address on the page that requested it. */
export const codeMail = (
  words: Words,
  { seller: from, code, url }: { seller: MailSeller; code: string; url: string | null },
): WrittenMail => {
  const { t } = words;
  const seller = plainName(from.name, t('seller'));
  return writeMail({
    lang: words.language,
    accentColor: from.accentColor,
    subject: t(url === null ? 'emailCode.subject' : 'code.subject', { seller, code }),
    brand: seller,
    heading: t(url === null ? 'emailCode.heading' : 'code.heading'),
    blocks: [
      paragraph(t(url === null ? 'emailCode.text' : 'code.text', { seller })),
      codeBlock(code),
      ...(url === null ? [] : [button(t('code.open'), url)]),
      small(t('code.ignore')),
    ],
    footer: questionsTo(words, { name: seller, email: from.email }),
  });
};
