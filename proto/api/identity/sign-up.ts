/** Sign-up with e-mail address and password (contracts/auth.md, section 8). */
import { z } from 'zod';
import { emailAddress, text, visibleText } from '../fields.ts';
import { redirectTarget } from './redirect-target.ts';
import { AuthUserBrief } from './session.ts';

/** Default bounds of the length of a password, in characters. */
export const passwordLength = { least: 8, most: 128 } as const;

/**
 * Body of `POST /sign-up/email`. Loose, because the contract checks fields in its own order and with its own
 * messages: first whether sign-up is enabled; then an absent or malformed `email` ("Invalid email"), and a password's
 * length ("Password too short", "Password too long"). An absent password or name is rejected at its place in that
 * order. Keys that the configuration may add are kept.
 */
export const SignUpEmail = z.looseObject({
  name: text.max(500).optional(),
  email: text.optional().catch(undefined),
  password: text.optional(),
  image: text.max(20_000).nullish(),
  callbackURL: redirectTarget.nullish(),
  username: text.max(500).nullish(),
  displayUsername: text.max(500).nullish(),
});
export type SignUpEmail = z.output<typeof SignUpEmail>;

/** Reply of `POST /sign-up/email`. `token` is null if no session was opened. */
export const SignUpEmailReply = z.object({ token: z.string().nullable(), user: AuthUserBrief });
export type SignUpEmailReply = z.infer<typeof SignUpEmailReply>;

/** A new password within bounds of characters. */
export const newPassword = ({ least, most }: { least: number; most: number }) =>
  text.min(least, `Must have at least ${least} characters`).max(most, `Must have at most ${most} characters`);

/** The sign-up form: the service's checks, reported per field. */
export const SignUpForm = z.object({
  name: visibleText.trim().min(1, 'Please enter your name').max(500),
  email: emailAddress,
  password: newPassword(passwordLength),
});
export type SignUpForm = z.output<typeof SignUpForm>;
