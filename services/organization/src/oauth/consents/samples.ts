/** Samples of the mails about consents, for previews in development. */
import type { MailSample } from '@tessera/kit/mail/samples';
import { consentMail } from './mail.ts';

export const sampleConsentMails = (appName: string): MailSample[] => {
  const mail = {
    appName,
    clientName: 'Ledger',
    organizationName: null,
    url: 'http://localhost:3000/account/apps',
    language: 'en',
  };
  return [
    { name: 'app connected', ...consentMail(mail) },
    { name: 'app connected, German', ...consentMail({ ...mail, language: 'de' }) },
    {
      name: 'app connected, to an organization',
      ...consentMail({
        ...mail,
        organizationName: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbau',
      }),
    },
  ];
};
