/** The mails that prove an address. Pure. */
import { writeLetter } from './layout.ts';

export type VerificationMail = { appName: string; name: string; url: string; expiresIn: number };

/** Asks whoever reads the mail of an address to say so. */
export const verificationMail = (mail: VerificationMail) =>
  writeLetter({
    ...mail,
    subject: `Verify your email address for ${mail.appName}`,
    heading: 'Verify your email address',
    paragraphs: [
      `Please confirm that this is your email address, so that we can finish setting up your ${mail.appName} account.`,
    ],
    button: 'Verify email address',
    otherwise: `If you did not sign up for ${mail.appName}, you can ignore this message.`,
  });

/** Asks the owner of a verified address whether it may be given up for another. */
export const emailChangeMail = ({ newEmail, ...mail }: VerificationMail & { newEmail: string }) =>
  writeLetter({
    ...mail,
    subject: `Confirm your new email address for ${mail.appName}`,
    heading: 'Change your email address',
    paragraphs: [
      `Someone who is signed in to your ${mail.appName} account wants to change its email address to ${newEmail}.`,
      'Nothing changes until you agree. To do so, open the link in the browser in which you are signed in. Afterwards the new address will be asked to prove itself.',
    ],
    button: 'Change email address',
    otherwise:
      'If this was not you, do not follow the link: change your password and end your other sessions.',
  });
