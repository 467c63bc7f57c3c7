/** Signing in with e-mail and password (contracts/auth.md, section 8). */

import { defineErrors } from '@tessera/kit/errors';
import type { SessionRecord } from '@tessera/proto/api/asks';
import type { SignInEmail } from '@tessera/proto/api/identity/sign-in';
import { findCredential } from '../accounts/credential.ts';
import type { Client } from '../http/client.ts';
import type { Identity } from '../identity.ts';
import { accountOf, throttlePasswordAttempt } from '../login-throttle/guard.ts';
import { verifyPassword } from '../passwords/hash.ts';
import { isTooLong } from '../passwords/rules.ts';
import { isAddress } from '../user-fields/address.ts';
import { askForVerification } from '../verifications/ask.ts';
import { openByPassword } from './by-password.ts';

const signInErrors = defineErrors({
  Disabled: { status: 400, message: 'Email and password is not enabled' },
  InvalidEmail: { status: 400, message: 'Invalid email' },
  InvalidEmailOrPassword: { status: 401, message: 'Invalid email or password' },
  EmailNotVerified: { status: 403, message: 'Email not verified' },
});

/** Checks the password, outside any transaction, and opens a session. */
export const signInWithEmail = async (
  identity: Identity,
  body: SignInEmail,
  client: Client,
): Promise<SessionRecord> => {
  const { options } = identity;
  if (!options.emailAndPassword.enabled) throw signInErrors.Disabled();
  if (!isAddress(body.email)) throw signInErrors.InvalidEmail();
  // Nobody's, whoever is meant: the answer to a wrong one, for none of the work.
  if (isTooLong(options.emailAndPassword, body.password)) throw signInErrors.InvalidEmailOrPassword();
  const credential = await findCredential(identity.db, { email: body.email });
  // Always a whole hash, also for nobody: neither answer nor time tells who has an account.
  const guess = { account: accountOf(credential, body.email), address: client.address };
  const isRight = await throttlePasswordAttempt(identity, guess, () =>
    verifyPassword(credential?.password ?? null, body.password),
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
