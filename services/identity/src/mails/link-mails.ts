/** The mails whose point is a link that is good for a while. Pure. */
import { address, button, paragraph, small } from '@tessera/kit/mail-blocks';
import { type WrittenMail, writeMail } from '@tessera/kit/mail-layout';
import { plainName } from '@tessera/kit/plain-name';
import { createTexts, describeSeconds } from '@tessera/kit/texts';
import de from './locales/de.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };

/** What the mails say, by language. */
export const textsIn = createTexts({ en, de });

/** What a mail of this kind is made from, besides its own words. */
export type LinkFacts = {
  appName: string;
  /** Without a name there is no greeting. */
  name: string;
  url: string;
  /** Seconds that the link is good for. */
  expiresIn: number;
  /** `de`; empty: English. */
  language: string;
};

export type LinkMail = LinkFacts & {
  subject: string;
  heading: string;
  /** What it is about, a paragraph each. */
  paragraphs: string[];
  button: string;
  /** What to do about a mail that one did not ask for. */
  otherwise: string;
};

export const writeLinkMail = (mail: LinkMail): WrittenMail => {
  const { language, url } = mail;
  const say = textsIn(language);
  // Whoever signs up with somebody else's address chooses the name that this mail begins with.
  const name = plainName(mail.name, '');
  const greeting = name ? say('greetingNamed', { name }) : say(mail.name ? 'greetingUnreadable' : 'greeting');
  const life = say('linkLife', { life: describeSeconds(mail.expiresIn, language) });
  return writeMail({
    subject: mail.subject,
    brand: mail.appName,
    heading: mail.heading,
    lang: language || 'en',
    blocks: [
      ...[greeting, ...mail.paragraphs].map((words) => paragraph(words)),
      button(mail.button, url),
      small(`${life} ${mail.otherwise}`),
      address(say('addressInstead'), url),
    ],
  });
};

/** Asks whoever reads the mail of an address to say so. */
export const verifyAddressMail = (mail: LinkFacts) => {
  const say = textsIn(mail.language);
  const { appName } = mail;
  return writeLinkMail({
    ...mail,
    subject: say('verifySubject', { appName }),
    heading: say('verifyHeading'),
    paragraphs: [say('verifyText', { appName })],
    button: say('verifyButton'),
    otherwise: say('verifyOtherwise', { appName }),
  });
};

/** Asks the owner of a verified address whether it may be given up for another. */
export const changeAddressMail = ({ newEmail, ...mail }: LinkFacts & { newEmail: string }) => {
  const say = textsIn(mail.language);
  const { appName } = mail;
  return writeLinkMail({
    ...mail,
    subject: say('changeSubject', { appName }),
    heading: say('changeHeading'),
    paragraphs: [say('changeText', { appName, newEmail }), say('changeHow')],
    button: say('changeButton'),
    otherwise: say('changeOtherwise'),
  });
};

export const resetPasswordMail = (mail: LinkFacts) => {
  const say = textsIn(mail.language);
  const { appName } = mail;
  return writeLinkMail({
    ...mail,
    subject: say('resetSubject', { appName }),
    heading: say('resetHeading'),
    paragraphs: [say('resetText', { appName })],
    button: say('resetButton'),
    otherwise: say('resetOtherwise'),
  });
};

/** The same link for somebody who came by another provider: they have no password yet. */
export const setPasswordMail = (mail: LinkFacts) => {
  const say = textsIn(mail.language);
  const { appName } = mail;
  return writeLinkMail({
    ...mail,
    subject: say('setSubject', { appName }),
    heading: say('setHeading'),
    paragraphs: [say('setText', { appName })],
    button: say('setButton'),
    otherwise: say('setOtherwise'),
  });
};

export const deleteAccountMail = (mail: LinkFacts) => {
  const say = textsIn(mail.language);
  const { appName } = mail;
  return writeLinkMail({
    ...mail,
    subject: say('deleteSubject', { appName }),
    heading: say('deleteHeading'),
    paragraphs: [say('deleteText', { appName })],
    button: say('deleteButton'),
    otherwise: say('deleteOtherwise'),
  });
};
