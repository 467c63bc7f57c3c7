/** Users and sessions in replies of `/api/auth` (contracts/auth.md, section 5). */
import { z } from 'zod';
import { timestamp } from '../wire.ts';

/** A full user: returned by get-session. */
export const AuthUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  image: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  username: z.string().nullable(),
  displayUsername: z.string().nullable(),
  role: z.string(),
  banned: z.boolean().nullable(),
  banReason: z.string().nullable(),
  banExpires: timestamp.nullable(),
});
export type AuthUser = z.infer<typeof AuthUser>;

/** A short user ("user7"): returned by sign-up and sign-in. */
export const AuthUserBrief = AuthUser.pick({
  id: true,
  email: true,
  name: true,
  image: true,
  emailVerified: true,
  createdAt: true,
  updatedAt: true,
});
export type AuthUserBrief = z.infer<typeof AuthUserBrief>;

/** A session. `ipAddress` and `userAgent` are empty if unknown. */
export const AuthSession = z.object({
  id: z.string(),
  token: z.string(),
  userId: z.string(),
  expiresAt: timestamp,
  createdAt: timestamp,
  updatedAt: timestamp,
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  activeOrganizationId: z.string().nullable(),
  impersonatedBy: z.string().nullable(),
});
export type AuthSession = z.infer<typeof AuthSession>;

/** A session and its user. */
export const SessionAndUser = z.object({ session: AuthSession, user: AuthUser });
export type SessionAndUser = z.infer<typeof SessionAndUser>;

/** Only `true` is true; all other values are false, and none is rejected. */
const yes = z.string().transform((value) => value === 'true');

/** Query of get-session: skips the cookie cache, or does not extend the session. */
export const GetSessionQuery = z.object({
  disableCookieCache: yes.optional(),
  disableRefresh: yes.optional(),
});
export type GetSessionQuery = z.output<typeof GetSessionQuery>;

/** The reply of get-session: null if not signed in. */
export const GetSessionReply = SessionAndUser.nullable();
export type GetSessionReply = z.infer<typeof GetSessionReply>;

/** The reply of sign-out. */
export const SignOutReply = z.object({ success: z.boolean() });
export type SignOutReply = z.infer<typeof SignOutReply>;
