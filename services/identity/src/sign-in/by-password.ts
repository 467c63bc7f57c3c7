/** The session of someone whose password was right a moment ago. */
import type { AppError } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/outbox';
import type { SessionRecord } from '@tessera/proto/api/asks';
import { type Credential, findHash } from '../accounts/credential.ts';
import type { Client } from '../http/client.ts';
import type { Identity } from '../identity.ts';
import { syncCachedSessions } from '../session-store/cache-sync.ts';
import { openSession } from '../sessions/open.ts';

type Opening = { credential: Credential; client: Client; isBrowserSession: boolean; refusal: () => AppError };

/**
 * Opens it, unless the password was changed since: checking one takes a while, and whoever changes it, or ends all
 * sessions with it, must not be followed by a session of the old one. Throws the refusal then.
 */
export const openByPassword = async (
  identity: Identity,
  { credential: { user, password }, client, isBrowserSession, refusal }: Opening,
): Promise<SessionRecord> => {
  const record = await transact(identity.db, async (em) => {
    // Locks the user, as everyone does who changes a password.
    const opened = await openSession(em, identity, { user, client, isBrowserSession });
    if ((await findHash(em, user.id)) !== password) throw refusal();
    return opened;
  });
  await syncCachedSessions(identity, [record.session.token]);
  return record;
};
