/** Verifies addresses (contracts/auth.md, section 8, GET /verify-email). */
import { defineErrors } from '@tessera/kit/errors';
import { emit, transact } from '@tessera/kit/events/outbox';
import { emailVerified } from '@tessera/proto/events/identity';
import type { EntityManager } from 'typeorm';
import type { RequestCookies } from '../cookies/jar.ts';
import type { Client } from '../http/client.ts';
import type { Identity } from '../identity.ts';
import { syncCachedSessions } from '../session-store/cache-sync.ts';
import { listTokens } from '../session-store/rows.ts';
import { readCurrentSession } from '../sessions/current.ts';
import { openSession } from '../sessions/open.ts';
import { changeAddress, changeUser, editUser } from '../users/change.ts';
import { type User, UserEntity } from '../users/entity.ts';
import { isEmailProven, verifiedChange } from '../users/rules.ts';
import { readVerification } from './token.ts';

/** Errors of a verification; redirects carry the message in `error`. */
const verificationErrors = defineErrors({
  token_expired: { status: 401, message: 'token_expired' },
  invalid_token: { status: 401, message: 'invalid_token' },
  unauthorized: { status: 401, message: 'unauthorized' },
  user_not_found: { status: 401, message: 'user_not_found' },
});

type Asking = { cookies: RequestCookies; client: Client; callbackUrl: string };

/** The result of a verification: cookies to set, and the user if the address has changed. */
export type Verified = { setCookie: string[]; user: User | null };

/** Executes a token: marks its address as verified, or replaces it by another. */
export const verifyEmail = async (identity: Identity, token: string, asking: Asking): Promise<Verified> => {
  const read = await readVerification(identity.secret, token, identity.now());
  if ('failure' in read) throw verificationErrors[read.failure]();
  const { email, updateTo } = read;
  if (updateTo !== undefined) return replaceAddress(identity, { email, updateTo }, asking);
  // Tokens of other programs that have the secret may contain the address as it was typed.
  const address = email.toLowerCase();
  const { user, tokens, isNews } = await transact(identity.db, (em) => markVerified(em, identity, address));
  await syncCachedSessions(identity, tokens);
  const isSignedIn = identity.options.emailVerification.autoSignInAfterVerification;
  return { setCookie: isSignedIn ? await signIn(identity, { user, isNews }, asking) : [], user: null };
};

/** The old address consents to its replacement. The link must be followed in a session of the address's owner. */
const replaceAddress = async (
  identity: Identity,
  { email, updateTo }: { email: string; updateTo: string },
  { cookies, callbackUrl }: Asking,
): Promise<Verified> => {
  const { record } = await readCurrentSession(identity, cookies, { disableCookieCache: true });
  const isOwn = record?.session.impersonatedBy === null;
  if (!isOwn || record.user.email !== email) throw await refusalOf(identity, email);
  const move = async (em: EntityManager, user: User): Promise<User> => {
    const isFree = !(await em.existsBy(UserEntity, { email: updateTo }));
    if (user.email !== email || !isFree) throw verificationErrors.unauthorized();
    return changeAddress(em, identity, user, { email: updateTo, callbackUrl });
  };
  const user = await editUser(identity, record.user.id, move, verificationErrors.unauthorized);
  return {
    setCookie: identity.cookies.write({ ...record, user: identity.fields.show(user) }, cookies),
    user,
  };
};

/** The link is another user's, or was already used and the address belongs to no one any more. */
const refusalOf = async (identity: Identity, email: string) =>
  (await identity.db.manager.existsBy(UserEntity, { email }))
    ? verificationErrors.unauthorized()
    : verificationErrors.user_not_found();

const markVerified = async (em: EntityManager, identity: Identity, email: string) => {
  const user = await em.findOne(UserEntity, { where: { email }, lock: { mode: 'pessimistic_write' } });
  if (!user) throw verificationErrors.user_not_found();
  if (isEmailProven(user)) return { user, tokens: [], isNews: false };
  const verified = await changeUser(em, user, verifiedChange(identity, user));
  await emit(em, emailVerified, { userId: user.id, email });
  return { user: verified, tokens: await listTokens(em, user.id), isNews: true };
};

/** A link opens a session only once, when it verifies the address: mails with links may be kept for long. */
const signIn = async (
  identity: Identity,
  { user, isNews }: { user: User; isNews: boolean },
  { cookies, client }: Asking,
): Promise<string[]> => {
  const { record: present } = await readCurrentSession(identity, cookies, { disableCookieCache: true });
  if (present?.user.email === user.email) return identity.cookies.write(present, cookies);
  if (!isNews) return [];
  // Refuses banned users as every sign-in does (contracts/auth.md, section 11); their address stays verified.
  const record = await transact(identity.db, (em) => openSession(em, identity, { user, client }));
  await syncCachedSessions(identity, [record.session.token]);
  return identity.cookies.write(record, cookies);
};
