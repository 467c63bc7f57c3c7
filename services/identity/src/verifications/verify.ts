/** Proving an address (contracts/auth.md, section 8, GET /verify-email). */
import { emit, transact } from '@tessera/kit/outbox';
import { userUpdated } from '@tessera/proto/events/identity';
import type { EntityManager } from 'typeorm';
import type { RequestCookies } from '../cookies/jar.ts';
import type { Identity } from '../identity.ts';
import { readCurrentSession } from '../sessions/current.ts';
import { openSession } from '../sessions/open.ts';
import { listTokens } from '../sessions/rows.ts';
import { noteChange, settleCopies } from '../sessions/settle.ts';
import type { Client } from '../transport/client.ts';
import { type User, UserEntity } from '../users/entity.ts';
import { isBanned } from '../users/rules.ts';
import { viewUserEvent } from '../users/view.ts';
import { verificationErrors } from './errors.ts';
import { readVerification } from './token.ts';

/** Marks the token's address as verified, and signs its owner in if the options say so. Answers the cookies to set. */
export const verifyEmail = async (
  identity: Identity,
  token: string,
  request: { cookies: RequestCookies; client: Client },
): Promise<string[]> => {
  const read = await readVerification(identity.secret, token, identity.now());
  if ('failure' in read) throw verificationErrors[read.failure]();
  const { user, tokens } = await transact(identity.db, (em) => markVerified(em, read.email, identity.now()));
  await settleCopies(identity, tokens);
  return identity.options.emailVerification.autoSignInAfterVerification
    ? signIn(identity, user, request)
    : [];
};

const markVerified = async (em: EntityManager, email: string, now: Date) => {
  const users = em.getRepository(UserEntity);
  const user = await users.findOne({ where: { email }, lock: { mode: 'pessimistic_write' } });
  if (!user) throw verificationErrors.user_not_found();
  if (user.emailVerified) return { user, tokens: [] };
  const verified: User = { ...user, emailVerified: true, updatedAt: now };
  await users.update({ id: user.id }, { emailVerified: true, updatedAt: now });
  await emit(em, userUpdated, { user: viewUserEvent(verified) });
  const tokens = await listTokens(em, user.id);
  await noteChange(em, tokens);
  return { user: verified, tokens };
};

const signIn = async (
  identity: Identity,
  user: User,
  { cookies, client }: { cookies: RequestCookies; client: Client },
): Promise<string[]> => {
  const { record: present } = await readCurrentSession(identity, cookies, { disableCookieCache: true });
  if (present?.user.email === user.email) return identity.cookies.write(present, cookies);
  if (isBanned(user, identity.now())) return [];
  const record = await transact(identity.db, (em) => openSession(em, identity, { user, client }));
  await settleCopies(identity, [record.session.token]);
  return identity.cookies.write(record, cookies);
};
