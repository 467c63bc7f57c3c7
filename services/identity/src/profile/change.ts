/**
 * Changes the user's own profile and address (contracts/auth.md, section 8, POST /update-user, POST /change-email,
 * GET /verify-email with updateTo).
 */
import { defineErrors } from '@tessera/kit/errors';
import { emit } from '@tessera/kit/events/outbox';
import type { SessionRecord } from '@tessera/proto/api/asks';
import type { ChangeEmail, UpdateUser } from '@tessera/proto/api/identity/account';
import { emailChangeRequested } from '@tessera/proto/events/identity';
import type { EntityManager } from 'typeorm';
import { mailLanguage } from '../http/client.ts';
import type { Identity } from '../identity.ts';
import { usernameColumns } from '../usernames/check.ts';
import { changeAddress, changeUser, editUser } from '../users/change.ts';
import { isTaken, type User } from '../users/entity.ts';
import { askErrors } from '../verifications/ask.ts';

const updateErrors = defineErrors({
  EmailNotUpdatable: { status: 400, message: 'Email can not be updated' },
});

/** Updates the profile. Returns the user, or null if nothing was to be changed. */
export const updateProfile = async (
  identity: Identity,
  { user }: SessionRecord,
  body: UpdateUser,
): Promise<User | null> => {
  if (body['email']) throw updateErrors.EmailNotUpdatable();
  const { name, image } = body;
  const values = identity.fields.read(body, 'change');
  const change = {
    ...(name !== undefined && { name }),
    ...(image !== undefined && { image }),
    ...usernameColumns(body),
  };
  if (Object.keys({ ...change, ...values }).length === 0) return null;
  return editUser(identity, user.id, async (em, user) => {
    await identity.fields.claim(em, user.id, values);
    const additional = { ...user.additional, ...values };
    return changeUser(em, user, { ...change, additional });
  });
};

const emailErrors = defineErrors({
  Disabled: { status: 400, message: 'Change email is disabled' },
  Same: { status: 400, message: 'Email is the same' },
  Taken: { status: 400, message: "Couldn't update your email" },
});

/**
 * Changes an unverified address immediately and returns the user. For a verified one it requests consent by mail and
 * returns null.
 */
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
  // The locked row decides: the address may have been verified since the caller's session was read.
  const change = async (em: EntityManager, user: User): Promise<User | null> => {
    if (!user.emailVerified) return changeAddress(em, identity, user, { email, callbackUrl });
    if (!sendChangeEmailVerification) throw askErrors.NotEnabled();
    await emit(em, emailChangeRequested, {
      userId: user.id,
      email: user.email,
      newEmail: email,
      callbackUrl,
      language: mailLanguage(),
    });
    return null;
  };
  return editUser(identity, user.id, change, emailErrors.Taken);
};
