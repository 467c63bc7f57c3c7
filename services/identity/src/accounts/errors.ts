import { defineErrors } from '@tessera/kit/errors';

/** Errors of linked accounts and their tokens (contracts/auth.md, section 8). */
export const accountErrors = defineErrors({
  LastAccount: { status: 400, message: "You can't unlink your last account" },
  NotFound: { status: 400, message: 'Account not found' },
  NobodyNamed: { status: 400, message: 'Either userId or session is required' },
  ProviderNotSupported: { status: 400, message: 'Provider is not supported.' },
  ProviderNotFound: { status: 400, message: 'Provider not found.' },
  NoRefresh: { status: 400, message: 'Provider does not support token refreshing.' },
  NoAccessToken: { status: 400, message: 'Failed to get a valid access token' },
  NotRefreshed: { status: 400, message: 'Failed to refresh access token' },
});
