/**
 * How copies in Redis follow the rows. Whoever changes a row notes the session's token in the same transaction
 * (`noteChange`); after the commit the copy is made to follow (`settleCopies`), which also lets go of the note.
 * What a crash or a dead Redis leaves is worked off by the sweeper. A copy is only ever written while the row is
 * locked against change, so that no writer can bring back what another has changed or ended.
 */
import type { SessionRecord } from '@tessera/proto/api/asks';
import type { EntityManager } from 'typeorm';
import type { Identity } from '../identity.ts';
import { findRecord, shareRecord } from './rows.ts';

type Settling = Pick<Identity, 'db' | 'copies' | 'fields' | 'now' | 'log'>;

/** Notes, in the transaction that changes or ends sessions, that their copies have to follow. */
export const noteChange = async (em: EntityManager, tokens: string[]): Promise<void> => {
  if (tokens.length > 0)
    await em.query('INSERT INTO session_copy_jobs (token) SELECT unnest($1::text[])', [tokens]);
};

/** Makes one copy follow its row, and answers the row (null: no such session; it may have expired). */
export const settleCopy = (identity: Settling, token: string): Promise<SessionRecord | null> => {
  if (!identity.copies.isUp()) return findRecord(identity, token);
  return identity.db.transaction(async (em) => {
    const record = await shareRecord(em, token, identity.fields);
    const life = record ? record.session.expiresAt.getTime() - identity.now().getTime() : 0;
    const written = await identity.copies.write(token, record, life);
    if (written === 'done') await em.query('DELETE FROM session_copy_jobs WHERE token = $1', [token]);
    // The command may still arrive, after a later one of another process: looked at again when Redis answers.
    if (written === 'unsure') await noteChange(em, [token]);
    return record;
  });
};

/** Makes copies follow after a commit. Never throws: the change is made, and the note is still there. */
export const settleCopies = async (identity: Settling, tokens: string[]): Promise<void> => {
  for (const token of tokens) {
    try {
      await settleCopy(identity, token);
    } catch (error) {
      identity.log.warn({ err: error }, 'a session copy follows later');
    }
  }
};

/** Notes every session when copies were made with other fields of users than the configuration has now. */
export const renewCopies = (identity: Pick<Identity, 'db' | 'fields' | 'log'>): Promise<void> =>
  identity.db.transaction(async (em) => {
    const shape = identity.fields.signature;
    const [, changed] = (await em.query('UPDATE session_copy_shape SET shape = $1 WHERE shape <> $1', [
      shape,
    ])) as [unknown, number];
    if (changed === 0) return;
    await em.query('INSERT INTO session_copy_jobs (token) SELECT token FROM sessions');
    identity.log.info('users have other fields now: the copies of all sessions are written anew');
  });
