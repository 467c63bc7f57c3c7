/** The mail that invites someone. Pure. */
import { address, button, paragraph, small } from '@tessera/kit/mail-blocks';
import { type WrittenMail, writeMail } from '@tessera/kit/mail-layout';
import { plainName } from '@tessera/kit/plain-name';

export type InvitationMail = {
  organization: { name: string; logo: string | null };
  inviter: { name: string; email: string };
  /** The roles, by commas. */
  role: string;
  url: string;
  /** The address that was invited. */
  email: string;
  expiresAt: Date;
};

/** The mail, which goes to whom the inviter likes: all three names are the inviter's choice. */
export const invitationMail = (mail: InvitationMail): WrittenMail => {
  const { inviter, url, email } = mail;
  const name = plainName(inviter.name, 'Someone');
  const organization = plainName(mail.organization.name, 'an organization');
  const role = plainName(mail.role.split(',').map(capitalized).join(', '), 'Member');
  return writeMail({
    subject: `${name} invited you to join ${organization} on Tessera`,
    brand: 'Tessera',
    heading: `Join ${organization}`,
    blocks: [
      paragraph('Hello,'),
      paragraph(
        { strong: name },
        ' (',
        { link: `mailto:${inviter.email}`, text: inviter.email },
        ') has invited you to work together in ',
        { strong: organization },
        ' on Tessera.',
      ),
      paragraph('Your role: ', { strong: role }),
      button('Accept invitation', url, 'Accept the invitation here'),
      small(
        `The invitation is for ${email} and good until ${untilOf(mail.expiresAt)}. If you did not expect it, you can ignore this message.`,
      ),
      address('If the button does not work, copy this address into your browser:', url),
    ],
  });
};

const untilOf = (time: Date): string =>
  `${time.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} (UTC)`;

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
