/** What holds of users. Pure. */
import type { Identity } from '../identity.ts';
import type { User } from './entity.ts';

/** Whether a ban holds; one that has run out does not (contracts/auth.md, section 11). */
export const isBanned = ({ banned, banExpires }: Pick<User, 'banned' | 'banExpires'>, now: Date): boolean =>
  banned === true && (banExpires === null || banExpires > now);

/** Whether somebody has shown that the address is theirs; `emailVerified` alone may be the word of whoever wants it. */
export const isEmailProven = ({
  emailVerified,
  isEmailPassedOn,
}: Pick<User, 'emailVerified' | 'isEmailPassedOn'>): boolean => emailVerified && !isEmailPassedOn;

/** The role of someone new: in production an address has to be verified before it makes a first administrator. */
export const firstRole = (
  { options, isDevelopment }: Pick<Identity, 'options' | 'isDevelopment'>,
  { email, emailVerified }: Pick<User, 'email' | 'emailVerified'>,
): string =>
  (emailVerified || isDevelopment) && options.admin.firstAdminEmails.includes(email.toLowerCase())
    ? firstAdminRole(options)
    : options.admin.defaultRole;

/** What a row says whose address is proven. */
export const proven = { emailVerified: true, isEmailPassedOn: false };

const firstAdminRole = ({ admin }: Identity['options']): string => admin.adminRoles[0] ?? 'admin';

/** What a user's row becomes when the address is proven. */
export const verifiedChange = (
  identity: Pick<Identity, 'options' | 'isDevelopment'>,
  user: Pick<User, 'email' | 'role'>,
) => {
  const role = firstRole(identity, { email: user.email, emailVerified: true });
  const wanted = firstAdminRole(identity.options);
  const isPromoted = role === wanted && !user.role.split(',').includes(wanted);
  return { ...proven, ...(isPromoted && { role }) };
};
