/** The mails about an organization that was deleted, and to whoever became the owner of one. Pure. */
import { address, button, paragraph, small } from '@tessera/kit/mail/blocks';
import { type WrittenMail, writeMail } from '@tessera/kit/mail/layout';
import { plainName } from '@tessera/kit/text/plain-name';
import { createTexts } from '@tessera/kit/text/texts';
import de from './locales/de.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };

const textsIn = createTexts({ en, de });

/** The languages of the mails. */
export const mailLanguages = ['en', 'de'];

/** `language`: `de`; any other: English. `organization`: its name, chosen by its members and so untrusted. */
type EndingMail = { appName: string; organization: string; language: string };

export type DeletionMail = EndingMail & {
  /** Who deleted it: the reader, another member (null: no longer known), or an administrator of the installation. */
  by: 'you' | 'administrator' | { name: string; email: string } | null;
  deletedAt: Date;
};

/** Tells a former member that the organization was deleted, and what becomes of what its customers bought. */
export const organizationDeletedMail = (mail: DeletionMail): WrittenMail => {
  const { appName, by, language } = mail;
  const say = textsIn(language);
  const organization = plainName(mail.organization, say('anOrganization'));
  const facts = { organization, appName, time: timeOf(mail.deletedAt, language) };
  const isNamed = by !== null && typeof by === 'object';
  const name = plainName(isNamed ? by.name : '', say('aMember'));
  const said =
    by === 'you'
      ? say('deletedByYou', facts)
      : by === 'administrator'
        ? say('deletedByAdministrator', facts)
        : say('deletedBy', { ...facts, name });
  return writeMail({
    subject: say('deletedSubject', { organization }),
    brand: appName,
    heading: say('deletedHeading', { organization }),
    lang: language || 'en',
    blocks: [
      paragraph(say('greeting')),
      paragraph(said),
      paragraph(say('membersLose')),
      paragraph(say('customersKeep')),
      ...(by === 'you' ? [small(say('notYou', { appName }))] : []),
      ...(isNamed
        ? [small(say('askThem', { name }), ' ', { link: `mailto:${by.email}`, text: by.email })]
        : []),
    ],
  });
};

export type InheritanceMail = EndingMail & {
  /** Empty: not known. */
  formerOwner: string;
  /** The page with the members. */
  url: string;
};

/** Tells a member that the organization is theirs now, since the account of its only owner was deleted. */
export const ownershipInheritedMail = (mail: InheritanceMail): WrittenMail => {
  const { appName, formerOwner, url, language } = mail;
  const say = textsIn(language);
  const organization = plainName(mail.organization, say('anOrganization'));
  const name = plainName(formerOwner, '');
  return writeMail({
    subject: say('inheritedSubject', { organization }),
    brand: appName,
    heading: say('inheritedHeading', { organization }),
    lang: language || 'en',
    blocks: [
      paragraph(say('greeting')),
      paragraph(say(name ? 'inheritedFrom' : 'inherited', { name, organization, appName })),
      paragraph(say('ownersMay')),
      button(say('seeMembers'), url),
      address(say('addressInstead'), url),
    ],
  });
};

const timeOf = (time: Date, language: string): string =>
  `${time.toLocaleString(language === 'de' ? 'de' : 'en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} (UTC)`;
