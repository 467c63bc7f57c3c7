/** Signs in with a password: by e-mail address (contracts/auth.md, section 8) or by username (section 9). */
import { type AppError, defineErrors } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/events/outbox';
import type { SessionRecord } from '@tessera/proto/api/asks';
import type { SignInUsername } from '@tessera/proto/api/identity/account';
import type { SignInEmail } from '@tessera/proto/api/identity/sign-in';
import { type Credential, findCredential, findHash } from '../accounts/credential.ts';
import type { Client } from '../http/client.ts';
import type { Identity } from '../identity.ts';
import { accountOf, throttlePasswordAttempt } from '../login-throttle/guard.ts';
import { sendsVerification } from '../options.ts';
import { isTooLong } from '../passwords/rules.ts';
import { syncCachedSessions } from '../session-store/cache-sync.ts';
import { openSession } from '../sessions/open.ts';
import { isAddress } from '../user-fields/address.ts';
import { checkUsername } from '../usernames/check.ts';
import { askErrors, askForVerification } from '../verifications/ask.ts';

const signInErrors = defineErrors({
  Disabled: { status: 400, message: 'Email and password is not enabled' },
  InvalidEmail: { status: 400, message: 'Invalid email' },
  InvalidEmailOrPassword: { status: 401, message: 'Invalid email or password' },
  EmailNotVerified: { status: 403, message: 'Email not verified' },
});

/** Checks the password outside any transaction, then opens a session. */
export const signInWithEmail = async (
  identity: Identity,
  body: SignInEmail,
  client: Client,
): Promise<SessionRecord> => {
  const { options } = identity;
  if (!options.emailAndPassword.enabled) throw signInErrors.Disabled();
  if (!isAddress(body.email)) throw signInErrors.InvalidEmail();
  // No account can have it: fails as for a wrong password, without the cost of hashing.
  if (isTooLong(options.emailAndPassword, body.password)) throw signInErrors.InvalidEmailOrPassword();
  const credential = await findCredential(identity.db, { email: body.email });
  // Always hashes, even for unknown users: neither reply nor timing reveals which accounts exist.
  const guess = { account: accountOf(credential, body.email), address: client.address };
  const isRight = await throttlePasswordAttempt(identity, guess, () =>
    identity.passwords.verify(credential?.password ?? null, body.password),
  );
  if (!credential || !isRight) throw signInErrors.InvalidEmailOrPassword();
  const { user } = credential;
  if (options.emailAndPassword.requireEmailVerification && !user.emailVerified) {
    await askForVerification(identity, user, body.callbackURL || '/');
    throw signInErrors.EmailNotVerified();
  }
  const refusal = signInErrors.InvalidEmailOrPassword;
  return openByPassword(identity, { credential, client, isBrowserSession: !body.rememberMe, refusal });
};

const usernameErrors = defineErrors({
  InvalidUsernameOrPassword: { status: 401, message: 'invalid username or password' },
  EmailNotVerified: { status: 403, message: 'email not verified' },
});

/** Checks the password before it reveals anything about the account, then opens a session. */
export const signInWithUsername = async (
  identity: Identity,
  body: SignInUsername,
  client: Client,
): Promise<SessionRecord> => {
  const { options, db } = identity;
  if (body.username === '' || body.password === '') throw usernameErrors.InvalidUsernameOrPassword();
  checkUsername(options.username, body.username);
  // No account can have it: fails as for a wrong password, without the cost of hashing.
  if (isTooLong(options.emailAndPassword, body.password)) throw usernameErrors.InvalidUsernameOrPassword();
  const credential = await findCredential(db, { username: body.username });
  // Always hashes, even for unknown users: neither reply nor timing reveals which accounts exist.
  const guess = { account: accountOf(credential, body.username), address: client.address };
  const isRight = await throttlePasswordAttempt(identity, guess, () =>
    identity.passwords.verify(credential?.password ?? null, body.password),
  );
  if (!credential || !isRight) throw usernameErrors.InvalidUsernameOrPassword();
  const { user } = credential;
  if (options.emailAndPassword.requireEmailVerification && !user.emailVerified) {
    if (!sendsVerification(options)) throw askErrors.NotEnabled();
    await askForVerification(identity, user, '/');
    throw usernameErrors.EmailNotVerified();
  }
  const refusal = usernameErrors.InvalidUsernameOrPassword;
  return openByPassword(identity, { credential, client, isBrowserSession: !body.rememberMe, refusal });
};

type Opening = { credential: Credential; client: Client; isBrowserSession: boolean; refusal: () => AppError };

/**
 * Opens the session unless the password was changed since it was checked, which takes a while: a change of the
 * password, which may end all sessions, must not be followed by a session of the old one. Throws the refusal then.
 */
const openByPassword = async (
  identity: Identity,
  { credential: { user, password }, client, isBrowserSession, refusal }: Opening,
): Promise<SessionRecord> => {
  const record = await transact(identity.db, async (em) => {
    // Locks the user, as password changes do.
    const opened = await openSession(em, identity, { user, client, isBrowserSession });
    if ((await findHash(em, user.id)) !== password) throw refusal();
    return opened;
  });
  await syncCachedSessions(identity, [record.session.token]);
  return record;
};
