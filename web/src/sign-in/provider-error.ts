import { t } from '../i18n/t.ts';

/** Error codes of a callback after a failed sign-in with a provider (contracts/auth.md, section 13). */
const known = [
  'access_denied',
  'user_cancelled_login',
  'user_cancelled_authorize',
  'account_not_linked',
  'account_already_linked_to_different_user',
  'unable_to_link_account',
  'signup_disabled',
  'email_not_found',
  'please_restart_the_process',
  'state_not_found',
  'invalid_callback_request',
  'no_code',
  'invalid_code',
  'unable_to_get_user_info',
  'oauth_provider_not_found',
  'no_callback_url',
  'unable_to_create_user',
  'unable_to_create_session',
  'internal_server_error',
  'banned',
  'INVALID_TOKEN',
] as const;

/** The text for a code; texts of the provider itself are not shown. */
export const describeProviderError = (error: string): string =>
  t(`sign-in:provider.${known.find((name) => name === error) ?? 'unknown'}`);
