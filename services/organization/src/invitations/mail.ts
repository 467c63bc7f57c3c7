/** The invitation mail. Pure. */
import { address, button, type Piece, paragraph, small } from '@tessera/kit/mail/blocks';
import { type WrittenMail, writeMail } from '@tessera/kit/mail/layout';
import { plainName } from '@tessera/kit/text/plain-name';
import { createTexts, type Say } from '@tessera/kit/text/texts';
import de from './locales/de.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };

const textsIn = createTexts({ en, de });

/** The available languages. */
export const mailLanguages = ['en', 'de'];

export type InvitationMail = {
  appName: string;
  organization: { name: string; logo: string | null };
  inviter: { name: string; email: string };
  /** Role names, comma-separated. */
  role: string;
  url: string;
  /** The invited address. */
  email: string;
  expiresAt: Date;
  /** `de`; any other: English. */
  language: string;
};

/** Renders the mail. The inviter chooses the recipient and all three names, so the names are sanitized. */
export const invitationMail = (mail: InvitationMail): WrittenMail => {
  const { appName, inviter, url, email, language } = mail;
  const say = textsIn(language);
  const name = plainName(inviter.name, say('someone'));
  const organization = plainName(mail.organization.name, say('anOrganization'));
  const role = plainName(rolesIn(say, mail.role), say('member'));
  const marks = {
    inviter: [{ strong: name }, ' (', { link: `mailto:${inviter.email}`, text: inviter.email }, ')'],
    organization: [{ strong: organization }],
    role: [{ strong: role }],
  };
  return writeMail({
    subject: say('subject', { name, organization, appName }),
    brand: appName,
    heading: say('heading', { organization }),
    lang: language || 'en',
    blocks: [
      paragraph(say('greeting')),
      paragraph(...piecesOf(say('invited', { ...asMarks(marks), appName }), marks)),
      paragraph(...piecesOf(say('role', asMarks(marks)), marks)),
      button(say('accept'), url, say('acceptHere')),
      small(say('goodUntil', { email, until: untilOf(mail.expiresAt, language) })),
      address(say('addressInstead'), url),
    ],
  });
};

type Marks = Record<string, Piece[]>;

/** A placeholder in a text, delimited by a character that names cannot contain. */
const markOf = (name: string): string => `\u0000${name}\u0000`;
const asMarks = (marks: Marks): Record<string, string> =>
  Object.fromEntries(Object.keys(marks).map((name) => [name, markOf(name)]));

/** Splits a text at its placeholders, which each language may place differently. */
const piecesOf = (text: string, marks: Marks): Piece[] =>
  text.split('\u0000').flatMap((part, index): Piece[] => (index % 2 === 0 ? [part] : (marks[part] ?? [])));

const rolesIn = (say: Say<typeof en>, role: string): string =>
  role
    .split(',')
    .map((name) =>
      name === 'owner' || name === 'admin' || name === 'member' ? say(name) : capitalized(name),
    )
    .join(', ');

const untilOf = (time: Date, language: string): string =>
  `${time.toLocaleString(language === 'de' ? 'de' : 'en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} (UTC)`;

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
