/** The mail that asks for consent to another address. Pure. */
import { type LinkFacts, writeLinkMail } from './link-mail.ts';
import { textsIn } from './texts.ts';

/** Asks the owner of a verified address whether it may be given up for another. */
export const emailChangeMail = ({ newEmail, ...mail }: LinkFacts & { newEmail: string }) => {
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
