/** The mail that completes the deletion of an account. Pure. */
import { type LinkFacts, writeLinkMail } from './link-mail.ts';
import { textsIn } from './texts.ts';

export const deletionMail = (mail: LinkFacts) => {
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
