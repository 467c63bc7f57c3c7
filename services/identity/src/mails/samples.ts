/** Every mail of this service with made-up contents, for development to look at. */
import type { MailSample } from '@tessera/kit/mail-samples';
import { emailChangeMail } from './change-address.ts';
import { deletionMail } from './delete-account.ts';
import type { LinkFacts } from './link-mail.ts';
import { resetMail } from './reset-password.ts';
import { verificationMail } from './verify-address.ts';

export const sampleMails = (appName: string): MailSample[] => {
  const facts: LinkFacts = {
    appName,
    name: 'Ada Lovelace',
    url: `http://localhost:3000/api/auth/verify-email?token=${'sample'.repeat(30)}&callbackURL=%2Faccount`,
    expiresIn: 3600,
    language: 'en',
  };
  const long = { ...facts, name: `Wolfeschlegelsteinhausenbergerdorff${'welchevoralternwaren'.repeat(2)}` };
  return [
    { name: 'verify-address', ...verificationMail(facts) },
    { name: 'verify-address, long name', ...verificationMail(long) },
    {
      name: 'change-address',
      ...emailChangeMail({ ...facts, newEmail: `${'long.'.repeat(12)}@example.com` }),
    },
    { name: 'reset-password', ...resetMail({ ...facts, name: '' }) },
    { name: 'delete-account', ...deletionMail({ ...facts, expiresIn: 86_400 }) },
    { name: 'verify-address, German', ...verificationMail({ ...facts, language: 'de' }) },
    { name: 'reset-password, German', ...resetMail({ ...facts, language: 'de' }) },
    {
      name: 'change-address, German',
      ...emailChangeMail({ ...facts, newEmail: 'countess@example.com', language: 'de' }),
    },
    { name: 'delete-account, German', ...deletionMail({ ...facts, expiresIn: 86_400, language: 'de' }) },
  ];
};
