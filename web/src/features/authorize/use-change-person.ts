import type { AuthorizationRequest } from '../../api/account/authorization.ts';
import { useSignOutMutation } from '../../api/account/sessions.ts';
import { paths } from '../../paths.ts';
import { browser } from '../../sign-in/go.ts';
import { addressOf } from './request.ts';

/** Signs out; the next user to sign in returns to the request. The full page load clears the previous user's data. */
export const useChangePerson = (request: AuthorizationRequest) => {
  const [signOut, { isLoading }] = useSignOutMutation();
  const change = async () => {
    await signOut();
    browser.go(paths.signIn(addressOf(request)));
  };
  return { change, isLoading };
};
