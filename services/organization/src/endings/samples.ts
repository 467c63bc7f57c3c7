/** Samples of the mails about deletions and new owners, for previews in development. */
import type { MailSample } from '@tessera/kit/mail/samples';
import { organizationDeletedMail, ownershipInheritedMail } from './mail.ts';

const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

export const sampleEndingMails = (appName: string): MailSample[] => {
  const ada = { name: 'Ada Lovelace', email: 'ada@example.com' };
  const deletion = {
    appName,
    organization: 'Analytical Engines',
    by: ada,
    deletedAt: new Date('2030-01-15T12:00:00Z'),
    language: 'en',
  };
  const inheritance = {
    appName,
    organization: 'Analytical Engines',
    formerOwner: ada.name,
    url: 'http://localhost:3000/analytical-engines/settings/members',
    language: 'en',
  };
  return [
    { name: 'organization deleted', ...organizationDeletedMail(deletion) },
    { name: 'organization deleted, by you', ...organizationDeletedMail({ ...deletion, by: 'you' }) },
    {
      name: 'organization deleted, German, long names',
      ...organizationDeletedMail({
        ...deletion,
        organization: long,
        by: { name: long, email: `${'long.'.repeat(12)}@example.com` },
        language: 'de',
      }),
    },
    { name: 'ownership inherited', ...ownershipInheritedMail(inheritance) },
    { name: 'ownership inherited, German', ...ownershipInheritedMail({ ...inheritance, language: 'de' }) },
  ];
};
