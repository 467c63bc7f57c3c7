/** The mail that resets a password. Pure. */
import { type LinkFacts, writeLinkMail } from './link-mail.ts';

export const resetMail = (mail: LinkFacts) =>
  writeLinkMail({
    ...mail,
    subject: `Reset your password for ${mail.appName}`,
    heading: 'Reset your password',
    paragraphs: [
      `We were asked to reset the password of your ${mail.appName} account. Follow the link to choose a new one.`,
    ],
    button: 'Choose a new password',
    otherwise: 'If you did not ask for this, you can ignore this message: your password stays as it is.',
  });
