/** Rules for users. Pure. */
import type { Identity } from '../identity.ts';
import type { User } from './entity.ts';

/** Whether a user is banned; expired bans do not count (contracts/auth.md, section 11). */
export const isBanned = ({ banned, banExpires }: Pick<User, 'banned' | 'banExpires'>, now: Date): boolean =>
  banned === true && (banExpires === null || banExpires > now);

/**
 * Whether the user has proved the address; `emailVerified` alone may come from a provider that does not verify it.
 */
export const isEmailProven = ({
  emailVerified,
  isEmailPassedOn,
}: Pick<User, 'emailVerified' | 'isEmailPassedOn'>): boolean => emailVerified && !isEmailPassedOn;

/** The role of a new user. In production an address has to be verified before it makes a first administrator. */
export const firstRole = (
  { options, isDevelopment }: Pick<Identity, 'options' | 'isDevelopment'>,
  { email, emailVerified }: Pick<User, 'email' | 'emailVerified'>,
): string =>
  (emailVerified || isDevelopment) && options.admin.firstAdminEmails.includes(email.toLowerCase())
    ? firstAdminRole(options)
    : options.admin.defaultRole;

/** The columns of a user whose address is proved. */
export const proven = { emailVerified: true, isEmailPassedOn: false };

const firstAdminRole = ({ admin }: Identity['options']): string => admin.adminRoles[0] ?? 'admin';

/** The changes to a user's row when the address is proved. */
export const verifiedChange = (
  identity: Pick<Identity, 'options' | 'isDevelopment'>,
  user: Pick<User, 'email' | 'role'>,
) => {
  const role = firstRole(identity, { email: user.email, emailVerified: true });
  const wanted = firstAdminRole(identity.options);
  const isPromoted = role === wanted && !user.role.split(',').includes(wanted);
  return { ...proven, ...(isPromoted && { role }) };
};
