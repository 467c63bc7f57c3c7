import { defineErrors } from '@tessera/kit/errors';

/** Errors of the admin routes (contracts/auth.md, section 11). */
export const adminErrors = defineErrors({
  MayNotSetRole: { status: 403, message: 'You are not allowed to change users role' },
  MayNotCreate: { status: 403, message: 'You are not allowed to create users' },
  MayNotList: { status: 403, message: 'You are not allowed to list users' },
  MayNotListRoles: { status: 403, message: 'You are not allowed to list roles' },
  MayNotListSessions: { status: 403, message: 'You are not allowed to list users sessions' },
  MayNotBan: { status: 403, message: 'You are not allowed to ban users' },
  MayNotImpersonate: { status: 403, message: 'You are not allowed to impersonate users' },
  MayNotRevoke: { status: 403, message: 'You are not allowed to revoke users sessions' },
  MayNotDelete: { status: 403, message: 'You are not allowed to delete users' },
  MayNotSetPassword: { status: 403, message: 'You are not allowed to set users password' },
  UserExists: { status: 400, message: 'User already exists' },
  OwnBan: { status: 400, message: 'You cannot ban yourself' },
  UserNotFound: { status: 404, message: 'User not found' },
  NotImpersonating: { status: 400, message: 'You are not impersonating anyone' },
  AdminGone: { status: 500, message: 'Failed to find user' },
  AdminSessionGone: { status: 500, message: 'Failed to find admin session' },
});
