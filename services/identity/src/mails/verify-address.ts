/** The mail that proves an address. Pure. */
import { type LinkFacts, writeLinkMail } from './link-mail.ts';
import { textsIn } from './texts.ts';

/** Asks whoever reads the mail of an address to say so. */
export const verificationMail = (mail: LinkFacts) => {
  const say = textsIn(mail.language);
  const { appName } = mail;
  return writeLinkMail({
    ...mail,
    subject: say('verifySubject', { appName }),
    heading: say('verifyHeading'),
    paragraphs: [say('verifyText', { appName })],
    button: say('verifyButton'),
    otherwise: say('verifyOtherwise', { appName }),
  });
};
