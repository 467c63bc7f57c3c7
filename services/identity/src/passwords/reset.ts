/** Resets forgotten passwords (contracts/auth.md, section 8). */
import { emit, transact } from '@tessera/kit/events/outbox';
import { passwordChanged, passwordResetRequested } from '@tessera/proto/events/identity';
import type { EntityManager } from 'typeorm';
import { credentialProvider, findHash, writePassword } from '../accounts/credential.ts';
import { unlinkAll } from '../accounts/link.ts';
import { mailLanguage } from '../http/client.ts';
import { authUrl, type Identity } from '../identity.ts';
import { resetThrottle } from '../login-throttle/guard.ts';
import { syncCachedSessions } from '../session-store/cache-sync.ts';
import { endUserSessions } from '../sessions/end.ts';
import { findTokenOwner, takeToken } from '../tokens/one-time.ts';
import { noteProof } from '../users/change.ts';
import { findUser } from '../users/entity.ts';
import { isEmailProven } from '../users/rules.ts';
import { checkPassword, passwordErrors } from './rules.ts';

const kind = 'reset-password';

/**
 * Requests a reset mail for an address. No user is looked up here: the work and its duration are the same whether the
 * address is registered or not.
 */
export const forgetPassword = async (
  identity: Identity,
  { email, redirectTo }: { email: string; redirectTo?: string | undefined },
): Promise<void> => {
  if (!identity.options.emailAndPassword.sendResetPassword) throw passwordErrors.ResetDisabled();
  await transact(identity.db, (em) =>
    emit(em, passwordResetRequested, {
      email: email.toLowerCase(),
      redirectTo: redirectTo ?? '',
      language: mailLanguage(),
    }),
  );
};

/**
 * Returns the redirect target of a mail's link: the page that asks for the new password, with the token or the error.
 */
export const followResetLink = async (
  identity: Identity,
  token: string,
  callbackUrl: string,
): Promise<string> => {
  if (callbackUrl === '') return `${authUrl(identity)}/error?error=INVALID_TOKEN`;
  const target = new URL(callbackUrl, new URL(identity.publicUrl).origin);
  const isGood = (await findTokenOwner(identity.db, { kind, token, now: identity.now() })) !== null;
  if (isGood) target.searchParams.set('token', token);
  else target.searchParams.set('error', 'INVALID_TOKEN');
  return target.href;
};

/** Sets a new password by a reset token. */
export const resetPassword = async (
  identity: Identity,
  { newPassword, token, address }: { newPassword: string; token: string | undefined; address: string },
): Promise<void> => {
  if (!token) throw passwordErrors.InvalidToken();
  checkPassword(identity.options.emailAndPassword, newPassword);
  const showing = { kind, token, now: identity.now() } as const;
  if ((await findTokenOwner(identity.db, showing)) === null) throw passwordErrors.InvalidToken();
  const password = await identity.passwords.hash(newPassword);
  const { user, ended } = await transact(identity.db, async (em) => {
    const userId = await takeToken(em, showing);
    if (userId === null) throw passwordErrors.InvalidToken();
    const user = await findUser(em, userId);
    const areOut = user && !isEmailProven(user) ? await shutOutOthers(em, userId) : false;
    await writePassword(em, { userId, password, now: identity.now() });
    await emit(em, passwordChanged, { userId, language: mailLanguage() });
    const isOver = identity.options.emailAndPassword.revokeSessionsOnPasswordReset;
    const ended = isOver ? await endUserSessions(em, userId) : [];
    // Every remaining credential was set by way of a mail to the address.
    if (areOut && isOver) await noteProof(em, userId);
    return { user, ended };
  });
  await syncCachedSessions(identity, ended);
  if (user) resetThrottle(identity, user, address);
};

/**
 * Protects against pre-hijacking: no one had proved the address until now, when the reset proves access to its
 * mailbox. If the account has a password, an attacker may have created it and linked accounts of providers, so these
 * are unlinked. Users who signed up through a provider keep theirs. Returns whether accounts were unlinked.
 */
const shutOutOthers = async (em: EntityManager, userId: string): Promise<boolean> => {
  if ((await findHash(em, userId)) === null) return false;
  await unlinkAll(em, userId, ({ providerId }) => providerId === credentialProvider);
  return true;
};
