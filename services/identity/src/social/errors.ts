import { defineErrors } from '@tessera/kit/errors';

/** Errors of `POST /sign-in/social` and `POST /link-social`. */
export const socialErrors = defineErrors({
  ProviderNotFound: { status: 404, message: 'Provider not found' },
  IdTokenNotSupported: { status: 404, message: 'id_token not supported' },
  InvalidToken: { status: 401, message: 'invalid token' },
  NoUserInfo: { status: 401, message: 'Failed to get user info' },
  NoEmail: { status: 401, message: 'User email not found' },
});

/** Errors of signing in with a provider's profile; callbacks write the message with underscores. */
export const enterErrors = defineErrors({
  NotLinked: { status: 401, message: 'account not linked' },
  SignUpDisabled: { status: 401, message: 'signup disabled' },
  UserNotCreated: { status: 401, message: 'unable to create user' },
  SessionNotCreated: { status: 401, message: 'unable to create session' },
  NotLinkable: { status: 401, message: 'unable to link account' },
  OtherUser: { status: 401, message: 'account already linked to different user' },
});
