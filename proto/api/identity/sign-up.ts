/** Signing up with e-mail and password (contracts/auth.md, section 8). */
import { z } from 'zod';
import { emailAddress, text } from '../fields.ts';
import { AuthUserBrief } from './session.ts';

/** Characters that a password may have, unless the configuration says otherwise. */
export const passwordLength = { least: 8, most: 128 } as const;

/**
 * Body of `POST /sign-up/email`. Loose, because the contract refuses a bad field by its own message and in its
 * own order: whatever the body lacks, signing up may be off; an absent or malformed `email` is "Invalid email", a
 * password's length "Password too short" or "Password too long". An absent password or name is refused where its
 * turn comes. Keys that configuration may add are kept.
 */
export const SignUpEmail = z.looseObject({
  name: text.max(500).optional(),
  email: text.optional().catch(undefined),
  password: text.optional(),
  image: text.max(20_000).nullish(),
  callbackURL: text.max(2083).nullish(),
  username: text.max(500).nullish(),
  displayUsername: text.max(500).nullish(),
});
export type SignUpEmail = z.output<typeof SignUpEmail>;

/** Reply of `POST /sign-up/email`. `token` is null when no session was opened. */
export const SignUpEmailReply = z.object({ token: z.string().nullable(), user: AuthUserBrief });
export type SignUpEmailReply = z.infer<typeof SignUpEmailReply>;

/** A password that somebody chooses, of so many characters. */
export const newPassword = ({ least, most }: { least: number; most: number }) =>
  text.min(least, `Must have at least ${least} characters`).max(most, `Must have at most ${most} characters`);

/** What a sign-up form asks for: the service's checks, beside the field. */
export const SignUpForm = z.object({
  name: text.trim().min(1, 'Please enter your name').max(500),
  email: emailAddress,
  password: newPassword(passwordLength),
});
export type SignUpForm = z.output<typeof SignUpForm>;
