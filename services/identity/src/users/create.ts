/** A new user's row, for every way of becoming one. */
import { violates } from '@tessera/kit/database';
import { defineErrors } from '@tessera/kit/errors';
import { emit } from '@tessera/kit/outbox';
import { userCreated } from '@tessera/proto/events/identity';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { Identity } from '../identity.ts';
import { emailConstraint, type User, UserEntity, usernameConstraint } from './entity.ts';
import { firstRole } from './rules.ts';
import { viewUserEvent } from './view.ts';

/** What no two users have. */
export const takenErrors = defineErrors({
  UserExists: { status: 422, message: 'User already exists' },
  UsernameTaken: { status: 422, message: 'username is already taken. please try another.' },
});

/** What is known of someone new; `email` is lower-cased. */
export type NewUser = Pick<User, 'name' | 'email'> & Partial<User>;

/** Adds a user and says so. The role, and what fields of the configuration have by default, are the options', unless given. */
export const createUser = async (em: EntityManager, identity: Identity, wanted: NewUser): Promise<User> => {
  const now = identity.now();
  const user: User = {
    id: uuidv7(),
    emailVerified: false,
    image: null,
    createdAt: now,
    updatedAt: now,
    username: null,
    displayUsername: null,
    role: firstRole(identity, { email: wanted.email, emailVerified: wanted.emailVerified ?? false }),
    banned: null,
    banReason: null,
    banExpires: null,
    isEmailPassedOn: false,
    ...wanted,
    additional: { ...identity.fields.defaults(now), ...wanted.additional },
  };
  await identity.fields.claim(em, user.id, user.additional);
  await em.insert(UserEntity, user);
  await emit(em, userCreated, { user: viewUserEvent(user) });
  return user;
};

/**
 * What a caller is told when two wanted one address or one username at once; other errors as they are. Routes that say
 * in words of their own that an address is taken name them.
 */
export const takenOr = (error: unknown, addressTaken: () => Error = takenErrors.UserExists): unknown => {
  if (violates(error, emailConstraint)) return addressTaken();
  if (violates(error, usernameConstraint)) return takenErrors.UsernameTaken();
  return error;
};
