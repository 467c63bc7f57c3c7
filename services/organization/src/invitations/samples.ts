/** Sample mails of this service, shown in development. */
import type { MailSample } from '@tessera/kit/mail/samples';
import { invitationMail } from './mail.ts';

export const sampleMails = (appName: string): MailSample[] => {
  const mail = {
    appName,
    organization: { name: 'Analytical Engines', logo: null },
    inviter: { name: 'Ada Lovelace', email: 'ada@example.com' },
    role: 'admin,member',
    url: 'http://localhost:3000/accept-invitation?id=0198f0a0-0000-7000-8000-000000000000&proof=sample',
    email: 'charles@example.com',
    expiresAt: new Date('2030-01-17T12:00:00Z'),
    language: 'en',
  };
  const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
  return [
    { name: 'invitation', ...invitationMail(mail) },
    { name: 'invitation, German', ...invitationMail({ ...mail, language: 'de' }) },
    {
      name: 'invitation, long names',
      ...invitationMail({
        ...mail,
        organization: { name: long, logo: null },
        inviter: { name: long, email: `${'long.'.repeat(12)}@example.com` },
      }),
    },
  ];
};
