/** The mail that proves an address. Pure. */
import { type LinkFacts, writeLinkMail } from './link-mail.ts';

/** Asks whoever reads the mail of an address to say so. */
export const verificationMail = (mail: LinkFacts) =>
  writeLinkMail({
    ...mail,
    subject: `Verify your email address for ${mail.appName}`,
    heading: 'Verify your email address',
    paragraphs: [
      `Please confirm that this is your email address, so that we can finish setting up your ${mail.appName} account.`,
    ],
    button: 'Verify email address',
    otherwise: `If you did not sign up for ${mail.appName}, you can ignore this message.`,
  });
