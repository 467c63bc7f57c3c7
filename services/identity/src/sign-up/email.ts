/** Signs up with e-mail and password (contracts/auth.md, section 8). */
import { defineErrors } from '@tessera/kit/errors';
import { emit, transact } from '@tessera/kit/events/outbox';
import type { SessionRecord } from '@tessera/proto/api/asks';
import type { SignUpEmail } from '@tessera/proto/api/identity/sign-up';
import { verificationRequested } from '@tessera/proto/events/identity';
import type { EntityManager } from 'typeorm';
import { insertCredential } from '../accounts/credential.ts';
import { type Client, mailLanguage } from '../http/client.ts';
import type { Identity } from '../identity.ts';
import { asksForVerification } from '../options.ts';
import { syncCachedSessions } from '../session-store/cache-sync.ts';
import { openSession } from '../sessions/open.ts';
import { isAddress } from '../user-fields/address.ts';
import { usernameColumns } from '../usernames/check.ts';
import { createUser, takenErrors, takenOr } from '../users/create.ts';
import { isTaken, type User } from '../users/entity.ts';

const signUpErrors = defineErrors({
  Disabled: { status: 400, message: 'Email and password sign up is not enabled' },
  InvalidEmail: { status: 400, message: 'Invalid email' },
  PasswordTooShort: { status: 400, message: 'Password too short' },
  PasswordTooLong: { status: 400, message: 'Password too long' },
  Incomplete: { status: 400, message: 'Invalid body parameters', code: 'VALIDATION_ERROR' },
});

/** Creates a user with a password, and a session unless the options say otherwise. */
export const signUpWithEmail = async (
  identity: Identity,
  body: SignUpEmail,
  client: Client,
): Promise<{ user: User; record: SessionRecord | null }> => {
  const { chosen, ...wanted } = check(identity, body);
  if (await isTaken(identity.db, wanted.email)) throw takenErrors.UserExists();
  const additional = identity.fields.read(body, 'sign-up');
  const password = await identity.passwords.hash(chosen);
  const result = await create(
    identity,
    { ...wanted, additional, password },
    { client, callbackUrl: body.callbackURL || '/' },
  );
  if (result.record) await syncCachedSessions(identity, [result.record.session.token]);
  return result;
};

type Wanted = Pick<User, 'name' | 'email' | 'image'> & Partial<User>;

const check = ({ options }: Identity, body: SignUpEmail): Wanted & { chosen: string } => {
  const { enabled, disableSignUp, minPasswordLength, maxPasswordLength } = options.emailAndPassword;
  if (!enabled || disableSignUp) throw signUpErrors.Disabled();
  const { name, email, password, image } = body;
  if (email === undefined || !isAddress(email)) throw signUpErrors.InvalidEmail();
  if (password === undefined) throw signUpErrors.Incomplete();
  if (password.length < minPasswordLength) throw signUpErrors.PasswordTooShort();
  if (password.length > maxPasswordLength) throw signUpErrors.PasswordTooLong();
  if (name === undefined) throw signUpErrors.Incomplete();
  return {
    chosen: password,
    name,
    email: email.toLowerCase(),
    image: image ?? null,
    ...usernameColumns(body),
  };
};

const create = async (
  identity: Identity,
  wanted: Wanted & { password: string },
  request: { client: Client; callbackUrl: string },
) => {
  const { autoSignIn, requireEmailVerification } = identity.options.emailAndPassword;
  try {
    return await transact(identity.db, async (em) => {
      const user = await insertUser(em, identity, wanted);
      if (asksForVerification(identity.options))
        await emit(em, verificationRequested, {
          userId: user.id,
          email: user.email,
          callbackUrl: request.callbackUrl,
          language: mailLanguage(),
        });
      const isSignedIn = autoSignIn && !requireEmailVerification;
      const record = isSignedIn ? await openSession(em, identity, { user, client: request.client }) : null;
      return { user, record };
    });
  } catch (error) {
    // A concurrent sign-up that the look-up before could not see violates the constraint here.
    throw takenOr(error);
  }
};

const insertUser = async (
  em: EntityManager,
  identity: Identity,
  { password, ...wanted }: Wanted & { password: string },
): Promise<User> => {
  const user = await createUser(em, identity, wanted);
  await insertCredential(em, { userId: user.id, password, now: identity.now() });
  return user;
};
