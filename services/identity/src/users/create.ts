/** Inserts users, for every way of signing up. */
import { violates } from '@tessera/kit/database/data-source';
import { defineErrors } from '@tessera/kit/errors';
import { emit } from '@tessera/kit/events/outbox';
import { userCreated } from '@tessera/proto/events/identity';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { Identity } from '../identity.ts';
import { emailConstraint, type User, UserEntity, usernameConstraint } from './entity.ts';
import { firstRole } from './rules.ts';
import { viewUserEvent } from './view.ts';

/** Errors of values that are unique among users. */
export const takenErrors = defineErrors({
  UserExists: { status: 422, message: 'User already exists' },
  UsernameTaken: { status: 422, message: 'username is already taken. please try another.' },
});

/** The data of a new user; `email` is lower-case. */
export type NewUser = Pick<User, 'name' | 'email'> & Partial<User>;

/** Inserts a user and emits the event. Role and additional fields get the configured defaults unless set. */
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
 * Maps a unique violation of concurrent requests (address or username) to its error; returns other errors unchanged.
 * Routes with an error of their own for a taken address pass it.
 */
export const takenOr = (error: unknown, addressTaken: () => Error = takenErrors.UserExists): unknown => {
  if (violates(error, emailConstraint)) return addressTaken();
  if (violates(error, usernameConstraint)) return takenErrors.UsernameTaken();
  return error;
};
