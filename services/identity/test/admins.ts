/** Users with additional rights. */
import { type SignedUp, signUp } from './client.ts';
import type { IdentityStack } from './factories.ts';

/** Signs a user up and gives them a role. */
export const signUpAs = async (
  started: IdentityStack,
  role: string,
  base = started.base,
): Promise<SignedUp> => {
  const someone = await signUp(base);
  await started.stack.db.query('UPDATE users SET role = $2 WHERE id = $1', [someone.id, role]);
  // The session's copy in Redis has the old role: make the next request read the row.
  await started.identity.sessionCache.write(someone.token, null, 0);
  return someone;
};
