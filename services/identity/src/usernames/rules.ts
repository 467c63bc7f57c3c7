/** Which usernames are possible (contracts/auth.md, section 9). Pure but for its errors. */
import { defineErrors } from '@tessera/kit/errors';
import type { IdentityOptions } from '../options.ts';

const usernameErrors = defineErrors({
  TooShort: { status: 422, message: 'username is too short' },
  TooLong: { status: 422, message: 'username is too long' },
  Invalid: { status: 422, message: 'username is invalid' },
});

/** Throws what is wrong with a username. */
export const checkUsername = (options: IdentityOptions['username'], username: string): void => {
  if (username.length < options.minUsernameLength) throw usernameErrors.TooShort();
  if (username.length > options.maxUsernameLength) throw usernameErrors.TooLong();
  if (!new RegExp(`^(?:${options.usernameValidator})$`, 'u').test(username)) throw usernameErrors.Invalid();
};

/** The columns of a username as it was typed; null takes it away, undefined leaves it. */
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
