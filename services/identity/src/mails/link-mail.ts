/** A mail whose point is a link that is good for a while. Pure. */
import { address, button, paragraph, small } from '@tessera/kit/mail-blocks';
import { type WrittenMail, writeMail } from '@tessera/kit/mail-layout';
import { plainName } from '@tessera/kit/plain-name';

export type LinkMail = {
  appName: string;
  subject: string;
  /** Without a name there is no greeting. */
  name: string;
  heading: string;
  /** What it is about, a paragraph each. */
  paragraphs: string[];
  button: string;
  url: string;
  /** Seconds that the link is good for. */
  expiresIn: number;
  /** What to do about a mail that one did not ask for. */
  otherwise: string;
};

/** What a mail of this kind is made from, besides its own words. */
export type LinkFacts = Pick<LinkMail, 'appName' | 'name' | 'url' | 'expiresIn'>;

export const writeLinkMail = (mail: LinkMail): WrittenMail => {
  // Whoever signs up with somebody else's address chooses the name that this mail begins with.
  const greeting = mail.name === '' ? 'Hello,' : `Hello ${plainName(mail.name, 'there')},`;
  return writeMail({
    subject: mail.subject,
    brand: mail.appName,
    heading: mail.heading,
    blocks: [
      ...[greeting, ...mail.paragraphs].map((words) => paragraph(words)),
      button(mail.button, mail.url),
      small(`The link is good for ${lifeOf(mail.expiresIn)}. ${mail.otherwise}`),
      address('If the button does not work, copy this address into your browser:', mail.url),
    ],
  });
};

const units = [
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3_600 },
  { name: 'minute', seconds: 60 },
  { name: 'second', seconds: 1 },
];

/** 3600 -> `1 hour`: the largest unit that leaves no rest. */
const lifeOf = (seconds: number): string => {
  const unit = units.find((unit) => seconds % unit.seconds === 0) ?? { name: 'second', seconds: 1 };
  const count = seconds / unit.seconds;
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`;
};
