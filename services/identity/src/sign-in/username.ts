/** Signing in with a username (contracts/auth.md, section 9). */

import { defineErrors } from '@tessera/kit/errors';
import type { SessionRecord } from '@tessera/proto/api/asks';
import type { SignInUsername } from '@tessera/proto/api/identity/account';
import { findCredential } from '../accounts/credential.ts';
import type { Client } from '../http/client.ts';
import type { Identity } from '../identity.ts';
import { accountOf, throttlePasswordAttempt } from '../login-throttle/guard.ts';
import { sendsVerification } from '../options.ts';
import { verifyPassword } from '../passwords/hash.ts';
import { isTooLong } from '../passwords/rules.ts';
import { checkUsername } from '../usernames/check.ts';
import { askErrors, askForVerification } from '../verifications/ask.ts';
import { openByPassword } from './by-password.ts';

const usernameErrors = defineErrors({
  InvalidUsernameOrPassword: { status: 401, message: 'invalid username or password' },
  EmailNotVerified: { status: 403, message: 'email not verified' },
});

/** Checks the password before anything about the account is told, and opens a session. */
export const signInWithUsername = async (
  identity: Identity,
  body: SignInUsername,
  client: Client,
): Promise<SessionRecord> => {
  const { options, db } = identity;
  if (body.username === '' || body.password === '') throw usernameErrors.InvalidUsernameOrPassword();
  checkUsername(options.username, body.username);
  // Nobody's, whoever is meant: the answer to a wrong one, for none of the work.
  if (isTooLong(options.emailAndPassword, body.password)) throw usernameErrors.InvalidUsernameOrPassword();
  const credential = await findCredential(db, { username: body.username });
  // Always a whole hash, also for nobody: neither answer nor time tells who has an account.
  const guess = { account: accountOf(credential, body.username), address: client.address };
  const isRight = await throttlePasswordAttempt(identity, guess, () =>
    verifyPassword(credential?.password ?? null, body.password),
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
