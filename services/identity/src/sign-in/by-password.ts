/** The session of someone whose password was right a moment ago. */
import type { AppError } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/outbox';
import type { SessionRecord } from '@tessera/proto/api/asks';
import { type Credential, findHash } from '../accounts/credential.ts';
import type { Identity } from '../identity.ts';
import { settleCopies } from '../session-store/settle.ts';
import { openSession } from '../sessions/open.ts';
import type { Client } from '../transport/client.ts';

type Opening = { credential: Credential; client: Client; isForgotten: boolean; refusal: () => AppError };

/**
 * Opens it, unless the password was changed since: checking one takes a while, and whoever changes it, or ends all
 * sessions with it, must not be followed by a session of the old one. Throws the refusal then.
 */
export const openByPassword = async (
  identity: Identity,
  { credential: { user, password }, client, isForgotten, refusal }: Opening,
): Promise<SessionRecord> => {
  const record = await transact(identity.db, async (em) => {
    // Locks the user, as everyone does who changes a password.
    const opened = await openSession(em, identity, { user, client, isForgotten });
    if ((await findHash(em, user.id)) !== password) throw refusal();
    return opened;
  });
  await settleCopies(identity, [record.session.token]);
  return record;
};
