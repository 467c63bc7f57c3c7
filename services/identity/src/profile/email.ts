/** Changing one's own address (contracts/auth.md, section 8, POST /change-email and GET /verify-email with updateTo). */
import { defineErrors } from '@tessera/kit/errors';
import { emit } from '@tessera/kit/outbox';
import type { SessionRecord } from '@tessera/proto/api/asks';
import type { ChangeEmail } from '@tessera/proto/api/identity/account';
import { emailChangeRequested } from '@tessera/proto/events/identity';
import { mailLanguage } from '../http/language.ts';
import type { Identity } from '../identity.ts';
import { changeAddress, editUser } from '../users/change.ts';
import { isTaken, type User } from '../users/entity.ts';
import { askErrors } from '../verifications/ask.ts';

const emailErrors = defineErrors({
  Disabled: { status: 400, message: 'Change email is disabled' },
  Same: { status: 400, message: 'Email is the same' },
  Taken: { status: 400, message: "Couldn't update your email" },
});

/** Changes an unverified address at once and answers the user; a verified one is asked first: null. */
export const changeEmail = async (
  identity: Identity,
  { user }: SessionRecord,
  { newEmail, callbackURL }: ChangeEmail,
): Promise<User | null> => {
  const { enabled, sendChangeEmailVerification } = identity.options.user.changeEmail;
  if (!enabled) throw emailErrors.Disabled();
  const email = newEmail.toLowerCase();
  if (email === user.email) throw emailErrors.Same();
  if (await isTaken(identity.db, email)) throw emailErrors.Taken();
  const callbackUrl = callbackURL || '/';
  // The locked row decides: the address may have been proved since the caller's session was read.
  return editUser(identity, user.id, async (em, user) => {
    if (!user.emailVerified) return changeAddress(em, identity, user, { email, callbackUrl });
    if (!sendChangeEmailVerification) throw askErrors.NotEnabled();
    const change = {
      userId: user.id,
      email: user.email,
      newEmail: email,
      callbackUrl,
      language: mailLanguage(),
    };
    await emit(em, emailChangeRequested, change);
    return null;
  });
};
