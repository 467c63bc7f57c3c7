/** Sign-in with e-mail address and password (contracts/auth.md, section 8). */
import { z } from 'zod';
import { emailAddress, text } from '../fields.ts';
import { redirectTarget } from './redirect-target.ts';
import { AuthUserBrief } from './session.ts';

/** Body of `POST /sign-in/email`. A malformed address is not rejected here, because it has its own message. */
export const SignInEmail = z.object({
  email: text,
  password: text,
  callbackURL: redirectTarget.optional(),
  rememberMe: z.boolean().default(true),
});
export type SignInEmail = z.output<typeof SignInEmail>;

/**
 * Reply of `POST /sign-in/email`. `redirect`: whether a `callbackURL` was passed; `url` repeats it, else is absent.
 */
export const SignInEmailReply = z.object({
  redirect: z.boolean(),
  token: z.string(),
  url: z.string().optional(),
  user: AuthUserBrief,
});
export type SignInEmailReply = z.infer<typeof SignInEmailReply>;

/** The sign-in form. */
export const SignInForm = z.object({
  email: emailAddress,
  password: text.min(1, 'Please enter your password').max(4000),
  rememberMe: z.boolean(),
});
export type SignInForm = z.output<typeof SignInForm>;

/** The sign-in form with one field for an e-mail address or a username (without an @). */
export const SignInNameForm = SignInForm.omit({ email: true }).extend({
  name: text
    .trim()
    .min(1, 'Please enter your e-mail or username')
    .refine(
      (name) => !name.includes('@') || emailAddress.safeParse(name).success,
      'Must be an e-mail address or a username',
    ),
});
export type SignInNameForm = z.output<typeof SignInNameForm>;
