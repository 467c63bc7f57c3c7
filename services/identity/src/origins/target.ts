/** The check of where a GET route redirects to, after its validation (contracts/auth.md, section 6). */
import { type Identity, trustedOrigins } from '../identity.ts';
import { originErrors } from './errors.ts';
import { isTrustedTarget } from './rules.ts';

/** Throws unless a caller may be sent here; nowhere (undefined or empty) is allowed. */
export const requireTrusted = (
  identity: Pick<Identity, 'options' | 'publicUrl'>,
  target: string | undefined,
): void => {
  if (target && !isTrustedTarget(trustedOrigins(identity), target)) throw originErrors.InvalidCallbackUrl();
};
