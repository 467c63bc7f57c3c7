/** Validates usernames, and checks whether one is free (contracts/auth.md, sections 1.1 and 9). */
import { defineErrors } from '@tessera/kit/errors';
import type { RequestHandler } from 'express';
import type { Identity } from '../identity.ts';
import type { IdentityOptions } from '../options.ts';
import { takenErrors } from '../users/create.ts';
import { UserEntity } from '../users/entity.ts';

const usernameErrors = defineErrors({
  TooShort: { status: 422, message: 'username is too short' },
  TooLong: { status: 422, message: 'username is too long' },
  Invalid: { status: 422, message: 'username is invalid' },
});

/** Throws if a username is too short, too long or has invalid characters. */
export const checkUsername = (options: IdentityOptions['username'], username: string): void => {
  if (username.length < options.minUsernameLength) throw usernameErrors.TooShort();
  if (username.length > options.maxUsernameLength) throw usernameErrors.TooLong();
  if (!new RegExp(`^(?:${options.usernameValidator})$`, 'u').test(username)) throw usernameErrors.Invalid();
};

/** The columns of a username as it was typed; null removes it, undefined leaves it unchanged. */
export const usernameColumns = ({
  username,
  displayUsername,
}: {
  username?: string | null | undefined;
  displayUsername?: string | null | undefined;
}) => ({
  ...(username !== undefined && {
    username: username?.toLowerCase() ?? null,
    displayUsername: displayUsername || username,
  }),
  ...(username === undefined && displayUsername !== undefined && { displayUsername }),
});

/** Middleware of sign-up and update-user: checks the username in a body before the body's validation. */
export const checkWantedUsername =
  ({ db, options }: Pick<Identity, 'db' | 'options'>): RequestHandler =>
  async (req, _res, next) => {
    const username = (req.body as { username?: unknown } | null | undefined)?.username;
    if (typeof username === 'string') {
      checkUsername(options.username, username);
      const isTaken = await db.manager.existsBy(UserEntity, { username: username.toLowerCase() });
      if (isTaken) throw takenErrors.UsernameTaken();
    }
    next();
  };
