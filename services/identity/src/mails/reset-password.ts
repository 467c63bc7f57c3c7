/** The mail that resets a password. Pure. */
import { type LinkFacts, writeLinkMail } from './link-mail.ts';
import { textsIn } from './texts.ts';

export const resetMail = (mail: LinkFacts) => {
  const say = textsIn(mail.language);
  const { appName } = mail;
  return writeLinkMail({
    ...mail,
    subject: say('resetSubject', { appName }),
    heading: say('resetHeading'),
    paragraphs: [say('resetText', { appName })],
    button: say('resetButton'),
    otherwise: say('resetOtherwise'),
  });
};
