/** The check of a username that a body asks for, before the body's validation (contracts/auth.md, sections 1.1 and 9). */
import type { RequestHandler } from 'express';
import type { Identity } from '../identity.ts';
import { takenErrors } from '../users/create.ts';
import { UserEntity } from '../users/entity.ts';
import { checkUsername } from './rules.ts';

/** Middleware of sign-up and update-user. */
export const checkWantedUsername =
  ({ db, options }: Pick<Identity, 'db' | 'options'>): RequestHandler =>
  async (req, _res, next) => {
    const username = (req.body as { username?: unknown } | null | undefined)?.username;
    if (typeof username === 'string') {
      checkUsername(options.username, username);
      const isTaken = await db.getRepository(UserEntity).existsBy({ username: username.toLowerCase() });
      if (isTaken) throw takenErrors.UsernameTaken();
    }
    next();
  };
