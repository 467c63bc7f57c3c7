/** The mail that completes the deletion of an account. Pure. */
import { writeLetter } from './layout.ts';

export const deletionMail = (mail: { appName: string; name: string; url: string; expiresIn: number }) =>
  writeLetter({
    ...mail,
    subject: `Delete your ${mail.appName} account`,
    heading: 'Delete your account',
    paragraphs: [
      `We were asked to delete your ${mail.appName} account. This cannot be undone: your profile, your sign-ins and your sessions will be gone.`,
    ],
    button: 'Delete my account',
    otherwise: 'If you want to keep your account, do not follow the link. Nothing happens without it.',
  });
