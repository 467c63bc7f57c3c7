import type { AuthorizationRequest } from '../../api/authorization.ts';
import { useSignOutMutation } from '../../api/sessions.ts';
import { paths } from '../../paths.ts';
import { browser } from '../../sign-in/go.ts';
import { addressOf } from './request.ts';

/** Signs out; whoever signs in then comes back to the question. Nothing of the person before stays in memory. */
export const useChangePerson = (request: AuthorizationRequest) => {
  const [signOut, { isLoading }] = useSignOutMutation();
  const change = async () => {
    await signOut();
    browser.go(paths.signIn(addressOf(request)));
  };
  return { change, isLoading };
};
