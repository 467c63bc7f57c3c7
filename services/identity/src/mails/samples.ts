/** Sample of every mail of this service, for development. */
import type { MailSample } from '@tessera/kit/mail/samples';
import {
  changeAddressMail,
  deleteAccountMail,
  type LinkFacts,
  newSignInMail,
  passwordChangedMail,
  resetPasswordMail,
  setPasswordMail,
  verifyAddressMail,
} from './link-mails.ts';

export const sampleMails = (appName: string): MailSample[] => {
  const facts: LinkFacts = {
    appName,
    name: 'Ada Lovelace',
    url: `http://localhost:3000/api/auth/verify-email?token=${'sample'.repeat(30)}&callbackURL=%2Faccount`,
    expiresIn: 3600,
    language: 'en',
  };
  const long = { ...facts, name: `Wolfeschlegelsteinhausenbergerdorff${'welchevoralternwaren'.repeat(2)}` };
  const signIn = {
    device: { browser: 'Firefox', system: 'Windows' },
    signedInAt: new Date('2026-11-29T08:15:00Z'),
    ipAddress: '2a02:2e0:3fe:1001:302:0:0:0',
    country: 'DE',
  };
  const unknown = { device: { browser: '', system: '' }, ipAddress: '', country: null };
  return [
    { name: 'verify-address', ...verifyAddressMail(facts) },
    { name: 'verify-address, long name', ...verifyAddressMail(long) },
    {
      name: 'change-address',
      ...changeAddressMail({ ...facts, newEmail: `${'long.'.repeat(12)}@example.com` }),
    },
    { name: 'reset-password', ...resetPasswordMail({ ...facts, name: '' }) },
    { name: 'set-password', ...setPasswordMail(facts) },
    { name: 'delete-account', ...deleteAccountMail({ ...facts, expiresIn: 86_400 }) },
    { name: 'password-changed', ...passwordChangedMail(facts) },
    { name: 'password-changed, German', ...passwordChangedMail({ ...facts, language: 'de' }) },
    { name: 'new-sign-in', ...newSignInMail({ ...facts, ...signIn }) },
    { name: 'new-sign-in, unknown device', ...newSignInMail({ ...long, ...signIn, ...unknown }) },
    { name: 'new-sign-in, German', ...newSignInMail({ ...facts, ...signIn, language: 'de' }) },
    { name: 'verify-address, German', ...verifyAddressMail({ ...facts, language: 'de' }) },
    { name: 'reset-password, German', ...resetPasswordMail({ ...facts, language: 'de' }) },
    { name: 'set-password, German', ...setPasswordMail({ ...facts, language: 'de' }) },
    {
      name: 'change-address, German',
      ...changeAddressMail({ ...facts, newEmail: 'countess@example.com', language: 'de' }),
    },
    { name: 'delete-account, German', ...deleteAccountMail({ ...facts, expiresIn: 86_400, language: 'de' }) },
  ];
};
