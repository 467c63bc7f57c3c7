/** The mail that resets a password. Pure. */
import { writeLetter } from './layout.ts';

export const resetMail = (mail: { appName: string; name: string; url: string; expiresIn: number }) =>
  writeLetter({
    ...mail,
    subject: `Reset your password for ${mail.appName}`,
    heading: 'Reset your password',
    paragraphs: [
      `We were asked to reset the password of your ${mail.appName} account. Follow the link to choose a new one.`,
    ],
    button: 'Choose a new password',
    otherwise: 'If you did not ask for this, you can ignore this message: your password stays as it is.',
  });
