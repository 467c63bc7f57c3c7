/** Signs in or signs up with a provider's profile (contracts/auth.md, section 13.4; section 16, item 1). */
import { violates } from '@tessera/kit/database/data-source';
import { AppError } from '@tessera/kit/errors';
import { emit, transact } from '@tessera/kit/events/outbox';
import type { SessionRecord } from '@tessera/proto/api/asks';
import { verificationRequested } from '@tessera/proto/events/identity';
import type { EntityManager } from 'typeorm';
import { encryptTokens } from '../accounts/encryption.ts';
import { linkAccount, type ProviderAccount } from '../accounts/link.ts';
import { accountConstraint, findAccount, updateTokens } from '../accounts/rows.ts';
import { type Client, mailLanguage } from '../http/client.ts';
import type { Identity } from '../identity.ts';
import { sendsVerification } from '../options.ts';
import type { Provider } from '../providers/engine.ts';
import { isStandIn } from '../providers/profile.ts';
import type { Profile, Tokens } from '../providers/provider.ts';
import { syncCachedSessions } from '../session-store/cache-sync.ts';
import { listTokens } from '../session-store/rows.ts';
import { openSession } from '../sessions/open.ts';
import { changeUser, lockUser } from '../users/change.ts';
import { createUser } from '../users/create.ts';
import { emailConstraint, type User, UserEntity } from '../users/entity.ts';
import { proven } from '../users/rules.ts';
import { claimUser, isBelieved, isClaimed } from './claim.ts';
import { enterErrors } from './errors.ts';
import { type IdTokenUse, useIdToken } from './used-tokens.ts';

/** A sign-in with a provider: the profile, and what the client asked for. */
export type ProviderSignIn = {
  provider: Provider;
  profile: Profile & { email: string };
  tokens: Tokens;
  requestSignUp?: boolean | undefined;
  callbackUrl: string;
  client: Client;
  /** The id token that the client presented; absent: the profile came from the provider itself. */
  idToken?: IdTokenUse;
};

export type OpenedSession = { record: SessionRecord; isNew: boolean };

/** Opens a session for the account's user, who may be new. */
export const signInWithProvider = async (
  identity: Identity,
  arrival: ProviderSignIn,
): Promise<OpenedSession> => {
  try {
    return await tryToEnter(identity, arrival);
  } catch (error) {
    // Two concurrent callbacks of one new user: the second finds what the first has created.
    if (!violates(error, accountConstraint) && !violates(error, emailConstraint)) throw error;
    return tryToEnter(identity, arrival);
  }
};

const tryToEnter = async (identity: Identity, arrival: ProviderSignIn): Promise<OpenedSession> => {
  const { isNew, record, tokens } = await transact(identity.db, async (em) => {
    const known = await findKnown(em, identity, arrival);
    const user = known
      ? await refreshUser(em, identity, { arrival, user: known.user })
      : await signUp(em, identity, arrival);
    const session = openSession(em, identity, { user, client: arrival.client });
    const record = await wrapFailure(session, enterErrors.SessionNotCreated);
    // Last, so that a failed sign-in reports its reason and does not use up the token.
    if (arrival.idToken) await useIdToken(em, arrival.idToken);
    const changed = await tokensToSettle(em, arrival, record);
    return { isNew: known === null, record, tokens: [...(known?.ended ?? []), ...changed] };
  });
  await syncCachedSessions(identity, tokens);
  return { record, isNew };
};

/** The new session, or all sessions of the user if the user's data may have changed. */
const tokensToSettle = async (em: EntityManager, { provider }: ProviderSignIn, { session }: SessionRecord) =>
  provider.options.overrideUserInfoOnSignIn ? listTokens(em, session.userId) : [session.token];

/** An existing user, and the tokens of sessions that this sign-in ended. */
type Known = { user: User; ended: string[] };

/** Returns the user of this account, or the one with this address if the account may be linked; null: a new user. */
const findKnown = async (
  em: EntityManager,
  identity: Identity,
  arrival: ProviderSignIn,
): Promise<Known | null> => {
  const { profile, tokens } = arrival;
  const owner = await findOwner(em, arrival);
  if (owner) {
    if (identity.options.account.updateAccountOnSignIn)
      await updateTokens(em, owner.account.id, encryptTokens(identity.vault, tokens));
    return { user: owner.user, ended: [] };
  }
  const user = await em.findOne(UserEntity, {
    where: { email: profile.email },
    lock: { mode: 'pessimistic_write' },
  });
  if (!user) return null;
  // Another account of the same provider gets no special trust: the address has to be proved all the same.
  if (!mayLink(identity, arrival)) throw enterErrors.NotLinked();
  const known = isClaimed(identity, user, arrival) ? await claimUser(em, user) : { user, ended: [] };
  const link = linkAccount(em, identity, { userId: user.id, ...accountOf(arrival) });
  await wrapFailure(link, enterErrors.NotLinkable);
  return known;
};

const accountOf = ({ provider, profile, tokens, idToken }: ProviderSignIn): ProviderAccount => ({
  providerId: provider.id,
  accountId: profile.id,
  tokens,
  isShown: idToken !== undefined,
});

/** Locks the user first, as everywhere; the account may have been unlinked until then. */
const findOwner = async (em: EntityManager, { provider, profile }: ProviderSignIn) => {
  const key = { providerId: provider.id, accountId: profile.id };
  const seen = await findAccount(em, key);
  const user = seen && (await lockUser(em, seen.userId));
  const account = user && (await findAccount(em, key));
  return account?.userId === user?.id && user && account ? { user, account } : null;
};

const mayLink = ({ options }: Identity, { provider, profile }: ProviderSignIn): boolean => {
  // A generated placeholder address cannot identify a user.
  if (!options.account.accountLinking.enabled || isStandIn(profile.email)) return false;
  return isBelieved(options, provider, profile);
};

const refreshUser = async (
  em: EntityManager,
  { fields }: Pick<Identity, 'fields'>,
  { arrival, user }: { arrival: ProviderSignIn; user: User },
): Promise<User> => {
  const { provider, profile } = arrival;
  if (!provider.options.overrideUserInfoOnSignIn) return user;
  const email = await addressFor(em, profile, user);
  const values = fields.readMapped(profile.fields ?? {});
  await fields.claim(em, user.id, values);
  return changeUser(em, user, {
    additional: { ...user.additional, ...values },
    name: profile.name,
    image: profile.image,
    email,
    ...(profile.email === email && profile.isEmailProven && proven),
    ...(email !== user.email && !profile.isEmailProven && { emailVerified: false }),
  });
};

/** Returns the provider's address, unless it is a placeholder or another user's. */
const addressFor = async (
  em: EntityManager,
  { email }: ProviderSignIn['profile'],
  user: User,
): Promise<string> => {
  if (email === user.email || isStandIn(email)) return user.email;
  return (await em.existsBy(UserEntity, { email })) ? user.email : email;
};

const signUp = async (em: EntityManager, identity: Identity, arrival: ProviderSignIn): Promise<User> => {
  const { provider, profile, requestSignUp } = arrival;
  const { disableSignUp, disableImplicitSignUp } = provider.options;
  if (disableSignUp || (disableImplicitSignUp && !requestSignUp)) throw enterErrors.SignUpDisabled();
  const { name, email, image, emailVerified, isEmailProven } = profile;
  // An unproved address must not make anyone an administrator.
  const role = emailVerified && !isEmailProven ? { role: identity.options.admin.defaultRole } : {};
  const additional = identity.fields.readMapped(profile.fields ?? {});
  const isEmailPassedOn = emailVerified && !isBelieved(identity.options, provider, profile);
  const newcomer = { name, email, image, emailVerified, isEmailPassedOn, additional, ...role };
  const user = await wrapFailure(createUser(em, identity, newcomer), enterErrors.UserNotCreated);
  await wrapFailure(
    linkAccount(em, identity, { userId: user.id, ...accountOf(arrival) }),
    enterErrors.UserNotCreated,
  );
  if (isToBeVerified(identity, profile))
    await emit(em, verificationRequested, {
      userId: user.id,
      email,
      callbackUrl: arrival.callbackUrl,
      language: mailLanguage(),
    });
  return user;
};

const isToBeVerified = (
  { options }: Identity,
  { email, emailVerified }: ProviderSignIn['profile'],
): boolean =>
  !emailVerified && options.emailVerification.sendOnSignUp && sendsVerification(options) && !isStandIn(email);

/** Wraps unexpected errors in the error of the failed step. Known errors and unique violations pass through. */
export const wrapFailure = async <Result>(
  step: Promise<Result>,
  failure: () => AppError,
): Promise<Result> => {
  try {
    return await step;
  } catch (error) {
    const isPublic = error instanceof AppError && error.status !== 500;
    if (isPublic || violates(error, accountConstraint) || violates(error, emailConstraint)) throw error;
    throw Object.assign(failure(), { cause: error });
  }
};
