import { SignInNameForm } from '@tessera/proto/api/identity/sign-in';
import { checkRequest, type FieldErrors } from '../ui/form-errors.ts';

/** What is wrong with what was typed, by the shape that the server uses. */
export const checkSignIn = (values: unknown): FieldErrors =>
  checkRequest(SignInNameForm, values).errors ?? {};
