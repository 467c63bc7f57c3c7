import { SignInNameForm } from '@tessera/proto/api/identity/sign-in';
import { checkRequest, type FieldErrors } from '../ui/forms/form-errors.ts';

/** Validation errors of the sign-in form, by the server's schema. */
export const checkSignIn = (values: unknown): FieldErrors =>
  checkRequest(SignInNameForm, values).errors ?? {};
