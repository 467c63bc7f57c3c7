/** The user's own account: profile, address, password, deletion (contracts/auth.md, sections 8 and 9). */
import { z } from 'zod';
import { addressPattern } from '../email-address.ts';
import { emailAddress, text } from '../fields.ts';
import { redirectTarget } from './redirect-target.ts';
import { AuthUserBrief } from './session.ts';
import { SignUpForm } from './sign-up.ts';

const callbackURL = redirectTarget.optional();

/** E-mail validation of the routes that return VALIDATION_ERROR (contracts/auth.md, section 3). */
const address = text.max(254).regex(addressPattern);

/** The replies of routes without a result. */
export const StatusReply = z.object({ status: z.boolean() });
export const SuccessReply = z.object({ success: z.boolean() });

/** Body of `POST /sign-in/username`. */
export const SignInUsername = z.object({
  username: text,
  password: text,
  rememberMe: z.boolean().default(true),
});
export type SignInUsername = z.output<typeof SignInUsername>;
export const SignInUsernameReply = z.object({
  token: z.string(),
  user: AuthUserBrief.extend({ username: z.string().nullable() }),
});

/** Body of `POST /update-user`; keys that are not input fields are ignored. `image` null removes the picture. */
export const UpdateUser = z.looseObject({
  name: text.max(500).optional(),
  image: text.max(1_000_000).nullish(),
  username: text.max(500).nullish(),
  displayUsername: text.max(500).nullish(),
});
export type UpdateUser = z.output<typeof UpdateUser>;

/** Body of `POST /send-verification-email`. */
export const SendVerificationEmail = z.object({ email: address, callbackURL });
export type SendVerificationEmail = z.output<typeof SendVerificationEmail>;

/** Query of the link in a verification mail. */
export const VerifyEmailQuery = z.object({ token: text, callbackURL });
export const VerifyEmailReply = z.object({ status: z.boolean(), user: AuthUserBrief.nullable() });

/** Body of `POST /forget-password`. */
export const ForgetPassword = z.object({ email: address, redirectTo: redirectTarget.optional() });

/** The link in a mail that resets a password, and the requests that follow. */
export const ResetPasswordLink = z.object({ callbackURL: redirectTarget });
export const ResetPasswordQuery = z.object({ token: text.optional() });
export const ResetPassword = z.object({ newPassword: text, token: text.optional() });

/** The forms for a forgotten password. */
export const ForgetPasswordForm = z.object({ email: emailAddress });
export const NewPasswordForm = z.object({ newPassword: SignUpForm.shape.password });

/** Body of `POST /change-password`. */
export const ChangePassword = z.object({
  newPassword: text,
  currentPassword: text,
  revokeOtherSessions: z.boolean().optional(),
});
export type ChangePassword = z.output<typeof ChangePassword>;
/** `token` is that of the new session if other sessions were revoked, else null. */
export const ChangePasswordReply = z.object({ token: z.string().nullable(), user: AuthUserBrief });

/** Body of `POST /change-email`. */
export const ChangeEmail = z.object({ newEmail: address, callbackURL });
export type ChangeEmail = z.output<typeof ChangeEmail>;

/** Body of `POST /delete-user`. */
export const DeleteUser = z.object({ callbackURL, password: text.optional(), token: text.optional() });
export type DeleteUser = z.output<typeof DeleteUser>;
export const DeleteUserQuery = z.object({ token: text, callbackURL });
export const DeleteUserReply = z.object({ success: z.boolean(), message: z.string() });
export type DeleteUserReply = z.output<typeof DeleteUserReply>;

/** The forms of an account page; an empty username removes it. */
export const ProfileForm = z.object({
  name: SignUpForm.shape.name,
  username: text.max(500).nullable(),
});
export const ChangeEmailForm = z.object({ newEmail: emailAddress });
export const ChangePasswordForm = NewPasswordForm.extend({
  currentPassword: text.min(1),
  revokeOtherSessions: z.boolean(),
});
