/** Why signing in with another provider did not work, in words for the person who tried (contracts/auth.md, section 13). */

const again = 'Please try again.';
const otherWay = 'Try again, or sign in another way.';

const words: Record<string, string> = {
  access_denied: 'You did not agree at the provider, so nothing has happened.',
  user_cancelled_login: 'You did not agree at the provider, so nothing has happened.',
  user_cancelled_authorize: 'You did not agree at the provider, so nothing has happened.',
  account_not_linked:
    'There is an account with your e-mail address already. Sign in to it as you did before; then you can link the provider in your account settings.',
  account_already_linked_to_different_user: 'That account is linked to somebody else here already.',
  unable_to_link_account: `Your account could not be linked. ${again}`,
  signup_disabled: 'There is no account here that belongs to it, and new ones cannot be made this way.',
  email_not_found: 'The provider did not tell us your e-mail address. Allow it to, or sign in another way.',
  please_restart_the_process: `That took too long, or was begun in another browser. ${again}`,
  state_not_found: `We cannot tell where you came from. ${again}`,
  invalid_callback_request: `The provider sent us something that we cannot read. ${otherWay}`,
  no_code: `The provider did not confirm who you are. ${otherWay}`,
  invalid_code: `The provider did not confirm who you are. ${otherWay}`,
  unable_to_get_user_info: `The provider did not tell us who you are. ${otherWay}`,
  oauth_provider_not_found: 'This provider is not set up here. Sign in another way.',
  no_callback_url: again,
  unable_to_create_user: `Your account could not be made. ${again}`,
  unable_to_create_session: `You could not be signed in. ${again}`,
  internal_server_error: 'Something went wrong on our side. Try again in a moment.',
  banned: 'This account has been banned.',
  INVALID_TOKEN: 'The link is incomplete, too old, or was used before.',
};

/** The sentence for a callback's `error`; one that only the provider knows is not repeated. */
export const describeSocialError = (error: string): string =>
  (Object.hasOwn(words, error) ? words[error] : undefined) ?? `That did not work. ${otherWay}`;
