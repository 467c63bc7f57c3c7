/** The mail that notifies a user of a new consent, in case it was not them. Pure. */
import { address, button, paragraph, small } from '@tessera/kit/mail/blocks';
import { type WrittenMail, writeMail } from '@tessera/kit/mail/layout';
import { plainName } from '@tessera/kit/text/plain-name';
import { createTexts } from '@tessera/kit/text/texts';
import de from './locales/de.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };

const textsIn = createTexts({ en, de });

/** The languages of the mail. */
export const mailLanguages = ['en', 'de'];

export type ConsentMail = {
  appName: string;
  /** Chosen by the client's owner, so untrusted. */
  clientName: string;
  /** Null: the app acts for the user. */
  organizationName: string | null;
  /** The page to revoke access. */
  url: string;
  /** A language tag; empty: English. */
  language: string;
};

export const consentMail = (mail: ConsentMail): WrittenMail => {
  const { appName, clientName, organizationName, url, language } = mail;
  const say = textsIn(language);
  const app = plainName(clientName, say('someApp'));
  const organization = organizationName === null ? null : plainName(organizationName, say('anOrganization'));
  return writeMail({
    subject:
      organization === null ? say('subject', { app }) : say('subjectOrganization', { app, organization }),
    brand: appName,
    heading: say('heading'),
    lang: language || 'en',
    blocks: [
      paragraph(say('greeting')),
      paragraph(
        organization === null
          ? say('allowed', { app, appName })
          : say('allowedOrganization', { app, organization, appName }),
      ),
      button(say('review'), url, say('reviewHere')),
      small(say('notYou')),
      address(say('addressInstead'), url),
    ],
  });
};
