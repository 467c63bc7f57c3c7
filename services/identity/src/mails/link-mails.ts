/** Mails that contain a link with an expiry. Pure. */
import { address, button, facts, paragraph, small } from '@tessera/kit/mail/blocks';
import { type WrittenMail, writeMail } from '@tessera/kit/mail/layout';
import { plainName } from '@tessera/kit/text/plain-name';
import { createTexts, describeSeconds } from '@tessera/kit/text/texts';
import de from './locales/de.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };

/** The texts of mails, by language. */
export const textsIn = createTexts({ en, de });

/** The data of a mail, apart from its texts. */
export type LinkFacts = {
  appName: string;
  /** Empty: no greeting by name. */
  name: string;
  url: string;
  /** Lifetime of the link in seconds. */
  expiresIn: number;
  /** `de`; empty: English. */
  language: string;
};

export type LinkMail = LinkFacts & {
  subject: string;
  heading: string;
  /** The body, one string per paragraph. */
  paragraphs: string[];
  button: string;
  /** What to do if one did not ask for the mail. */
  otherwise: string;
};

export const writeLinkMail = (mail: LinkMail): WrittenMail => {
  const { language, url } = mail;
  const say = textsIn(language);
  const life = say('linkLife', { life: describeSeconds(mail.expiresIn, language) });
  return writeMail({
    subject: mail.subject,
    brand: mail.appName,
    heading: mail.heading,
    lang: language || 'en',
    blocks: [
      ...[greetingOf(mail), ...mail.paragraphs].map((words) => paragraph(words)),
      button(mail.button, url),
      small(`${life} ${mail.otherwise}`),
      address(say('addressInstead'), url),
    ],
  });
};

/** Attackers can sign up with someone else's address, and so choose the name in a mail's greeting. */
const greetingOf = ({ name: chosen, language }: Pick<LinkFacts, 'name' | 'language'>): string => {
  const say = textsIn(language);
  const name = plainName(chosen, '');
  return name ? say('greetingNamed', { name }) : say(chosen ? 'greetingUnreadable' : 'greeting');
};

/** Mail that asks to confirm an e-mail address. */
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

/** Mail to a verified address that asks for consent to its replacement. */
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

/** The reset link for users who signed up with another provider and have no password yet. */
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

/** Notifies of a new password, in case somebody else has set it. `url`: where to reset it; null: that is switched off. */
export const passwordChangedMail = ({
  url,
  ...mail
}: Pick<LinkFacts, 'appName' | 'name' | 'language'> & { url: string | null }): WrittenMail => {
  const { appName, language } = mail;
  const say = textsIn(language);
  return writeMail({
    subject: say('changedSubject', { appName }),
    brand: appName,
    heading: say('changedHeading'),
    lang: language || 'en',
    blocks: [
      paragraph(greetingOf(mail)),
      paragraph(say('changedText', { appName })),
      paragraph(url === null ? say('changedOtherwiseAlone', { appName }) : say('changedOtherwise')),
      ...(url === null ? [] : [button(say('resetButton'), url), address(say('addressInstead'), url)]),
    ],
  });
};

/** Tells of a sign-in from a device that the account did not know. */
export const newSignInMail = ({
  url,
  device,
  signedInAt,
  ipAddress,
  country,
  ...mail
}: Pick<LinkFacts, 'appName' | 'name' | 'language'> & {
  /** The page with all sessions. */
  url: string;
  device: { browser: string; system: string };
  signedInAt: Date;
  /** Empty: unknown. */
  ipAddress: string;
  /** ISO 3166, alpha 2; null: unknown. */
  country: string | null;
}): WrittenMail => {
  const { appName } = mail;
  const language = mail.language || 'en';
  const say = textsIn(mail.language);
  const { browser, system } = device;
  const named = browser && system ? say('signInOn', { browser, system }) : browser || system;
  const times = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const place = country && (new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country);
  return writeMail({
    subject: say('signInSubject', { appName }),
    brand: appName,
    preview: named || say('signInUnknown'),
    heading: say('signInHeading'),
    lang: language,
    blocks: [
      paragraph(greetingOf(mail)),
      paragraph(say('signInText', { appName })),
      facts([
        [say('signInDevice'), named || say('signInUnknown')],
        [say('signInTime'), `${times.format(signedInAt)} UTC`],
        ...(ipAddress === '' ? [] : [[say('signInAddress'), ipAddress] as const]),
        ...(place ? [[say('signInPlace'), say('signInNear', { place })] as const] : []),
      ]),
      paragraph(say('signInOtherwise')),
      button(say('signInButton'), url),
      address(say('addressInstead'), url),
    ],
  });
};
