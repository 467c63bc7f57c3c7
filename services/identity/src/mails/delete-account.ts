/** The mail that completes the deletion of an account. Pure. */
import { type LinkFacts, writeLinkMail } from './link-mail.ts';

export const deletionMail = (mail: LinkFacts) =>
  writeLinkMail({
    ...mail,
    subject: `Delete your ${mail.appName} account`,
    heading: 'Delete your account',
    paragraphs: [
      `We were asked to delete your ${mail.appName} account. This cannot be undone: your profile, your sign-ins and your sessions will be gone.`,
    ],
    button: 'Delete my account',
    otherwise: 'If you want to keep your account, do not follow the link. Nothing happens without it.',
  });
