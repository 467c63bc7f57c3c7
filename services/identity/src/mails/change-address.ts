/** The mail that asks for consent to another address. Pure. */
import { type LinkFacts, writeLinkMail } from './link-mail.ts';

/** Asks the owner of a verified address whether it may be given up for another. */
export const emailChangeMail = ({ newEmail, ...mail }: LinkFacts & { newEmail: string }) =>
  writeLinkMail({
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
