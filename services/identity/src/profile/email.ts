/** Changing one's own address (contracts/auth.md, section 8, POST /change-email and GET /verify-email with updateTo). */
import { emit } from '@tessera/kit/outbox';
import type { SessionRecord } from '@tessera/proto/api/asks';
import type { ChangeEmail } from '@tessera/proto/api/identity/account';
import { emailChangeRequested, verificationRequested } from '@tessera/proto/events/identity';
import type { EntityManager } from 'typeorm';
import type { Identity } from '../identity.ts';
import { sendsVerification } from '../options.ts';
import { spendTokens } from '../tokens/one-time.ts';
import { changeUser } from '../users/change.ts';
import type { User } from '../users/entity.ts';
import { isTaken } from '../users/rows.ts';
import { verificationErrors } from '../verifications/errors.ts';
import { userErrors } from './errors.ts';
import { editUser } from './update.ts';

/** Changes an unverified address at once and answers the user; a verified one is asked first: null. */
export const changeEmail = async (
  identity: Identity,
  { user }: SessionRecord,
  { newEmail, callbackURL }: ChangeEmail,
): Promise<User | null> => {
  const { enabled, sendChangeEmailVerification } = identity.options.user.changeEmail;
  if (!enabled) throw userErrors.EmailChangeDisabled();
  const email = newEmail.toLowerCase();
  if (email === user.email) throw userErrors.EmailSame();
  if (await isTaken(identity.db, email)) throw userErrors.EmailTaken();
  const callbackUrl = callbackURL || '/';
  // The locked row decides: the address may have been proved since the caller's session was read.
  return editUser(identity, user.id, async (em, user) => {
    if (!user.emailVerified) return moveTo(em, identity, user, { email, callbackUrl });
    if (!sendChangeEmailVerification) throw verificationErrors.NotEnabled();
    const change = { userId: user.id, email: user.email, newEmail: email, callbackUrl };
    await emit(em, emailChangeRequested, change);
    return null;
  });
};

/** Gives a locked user a new address, which has yet to prove itself. Links sent to the old one are worth nothing. */
export const moveTo = async (
  em: EntityManager,
  identity: Identity,
  user: User,
  { email, callbackUrl }: { email: string; callbackUrl: string },
): Promise<User> => {
  const now = identity.now();
  const moved = await changeUser(em, user, { email, emailVerified: false });
  await spendTokens(em, { userId: user.id, kind: 'reset-password', now });
  await spendTokens(em, { userId: user.id, kind: 'delete-account', now });
  if (sendsVerification(identity.options))
    await emit(em, verificationRequested, { userId: user.id, email, callbackUrl });
  return moved;
};
