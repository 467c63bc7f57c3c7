/** People who may do more than others. */
import { type SignedUp, signUp } from './client.ts';
import type { IdentityStack } from './factories.ts';

/** Someone signed in who has a role from now on. */
export const signUpAs = async (
  started: IdentityStack,
  role: string,
  base = started.base,
): Promise<SignedUp> => {
  const someone = await signUp(base);
  await started.stack.db.query('UPDATE users SET role = $2 WHERE id = $1', [someone.id, role]);
  // The copy in Redis still says otherwise: it is read anew from the row.
  await started.identity.sessionCache.write(someone.token, null, 0);
  return someone;
};
