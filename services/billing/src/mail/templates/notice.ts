/** A short mail about a subscription: what happens, and the link to act on it. Pure. */
import { button, paragraph } from '@tessera/kit/mail/blocks';
import { type WrittenMail, writeMail } from '@tessera/kit/mail/layout';
import { plainName } from '@tessera/kit/text/plain-name';
import { type MailSeller, portalPart, questionsTo } from './order-confirmation.ts';
import type { Words } from './words.ts';

/**
 * `action`: the label of the button; null: no button, only a link to the portal. `portal`: the URL of both; null: there
 * is no portal any more.
 */
export type Notice = {
  seller: MailSeller;
  subject: string;
  heading: string;
  texts: string[];
  action: string | null;
  portal: string | null;
};

export const noticeMail = (
  words: Words,
  { seller: { name, email, accentColor }, subject, heading, texts, action, portal }: Notice,
): WrittenMail => {
  const seller = plainName(name, words.t('seller'));
  return writeMail({
    lang: words.language,
    accentColor,
    subject,
    brand: seller,
    heading,
    blocks: [
      ...texts.map((text) => paragraph(text)),
      ...(action === null || portal === null ? portalPart(words, portal) : [button(action, portal)]),
    ],
    footer: questionsTo(words, { name: seller, email }),
  });
};
