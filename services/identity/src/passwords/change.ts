/** Changes or sets the password of a signed-in user (contracts/auth.md, section 8). */
import { AppError } from '@tessera/kit/errors';
import { emit, transact } from '@tessera/kit/events/outbox';
import type { SessionRecord } from '@tessera/proto/api/asks';
import { authDialect } from '@tessera/proto/api/error';
import type { ChangePassword } from '@tessera/proto/api/identity/account';
import { passwordChanged } from '@tessera/proto/events/identity';
import type { EntityManager } from 'typeorm';
import { findCredential, findHash, writePassword } from '../accounts/credential.ts';
import { type Client, mailLanguage } from '../http/client.ts';
import type { Identity } from '../identity.ts';
import { accountOf, throttlePasswordAttempt } from '../login-throttle/guard.ts';
import { syncCachedSessions } from '../session-store/cache-sync.ts';
import { findLiveSession } from '../sessions/current.ts';
import { endUserSessions } from '../sessions/end.ts';
import { openSession } from '../sessions/open.ts';
import { requireOwn } from '../sessions/require.ts';
import { spendTokens } from '../tokens/one-time.ts';
import { lockUser } from '../users/change.ts';
import { checkPassword, isTooLong, passwordErrors } from './rules.ts';

/** Checks the user's password and returns its hash. Throws if it is wrong or there is none. */
export const confirmPassword = async (
  identity: Identity,
  { id }: SessionRecord['user'],
  { password, address }: { password: string; address: string },
): Promise<string> => {
  const credential = await findCredential(identity.db, { id });
  if (!credential?.password) throw passwordErrors.NoCredential();
  if (isTooLong(identity.options.emailAndPassword, password)) throw passwordErrors.Invalid();
  const stored = credential.password;
  // Counts as a guess, as at sign-in, so that a stolen session cannot be used to guess the password.
  const guess = { account: accountOf(credential, id), address };
  const isRight = await throttlePasswordAttempt(identity, guess, () =>
    identity.passwords.verify(stored, password),
  );
  if (!isRight) throw passwordErrors.Invalid();
  return stored;
};

/** Changes the caller's password. With `revokeOtherSessions` all sessions end, and a new one is returned. */
export const changePassword = async (
  identity: Identity,
  { user }: SessionRecord,
  { body, ...opening }: { body: ChangePassword; client: Client; isBrowserSession: boolean },
): Promise<SessionRecord | null> => {
  checkPassword(identity.options.emailAndPassword, body.newPassword);
  const stored = await confirmPassword(identity, user, {
    password: body.currentPassword,
    address: opening.client.address,
  });
  const password = await identity.passwords.hash(body.newPassword);
  const { ended, record } = await transact(identity.db, async (em) => {
    await lockUser(em, user.id);
    // A concurrent change may have replaced the password that the caller confirmed.
    if ((await findHash(em, user.id)) !== stored) throw passwordErrors.Invalid();
    await storePassword(em, identity, { userId: user.id, password });
    if (!body.revokeOtherSessions) return { ended: [], record: null };
    const ended = await endUserSessions(em, user.id);
    return { ended, record: await openSession(em, identity, { user, ...opening }) };
  });
  await syncCachedSessions(identity, [...ended, ...(record ? [record.session.token] : [])]);
  return record;
};

/** Sets a first password for the user of a session. */
export const setPassword = async (
  identity: Identity,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<void> => {
  const record = await findLiveSession(identity, token);
  if (!record) throw new AppError(authDialect.unauthorized);
  requireOwn(record);
  checkPassword(identity.options.emailAndPassword, newPassword);
  const userId = record.user.id;
  if ((await findCredential(identity.db, { id: userId }))?.password) throw passwordErrors.AlreadySet();
  const password = await identity.passwords.hash(newPassword);
  await transact(identity.db, async (em) => {
    await lockUser(em, userId);
    if (await findHash(em, userId)) throw passwordErrors.AlreadySet();
    await storePassword(em, identity, { userId, password });
  });
};

/** Stores a hash in the caller's transaction, emits the event, and invalidates links to reset the old password. */
export const storePassword = async (
  em: EntityManager,
  identity: Pick<Identity, 'now'>,
  { userId, password }: { userId: string; password: string },
): Promise<void> => {
  const now = identity.now();
  await writePassword(em, { userId, password, now });
  await spendTokens(em, { userId, kind: 'reset-password', now });
  await emit(em, passwordChanged, { userId, language: mailLanguage() });
};
