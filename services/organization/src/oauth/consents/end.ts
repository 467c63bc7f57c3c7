/** Ends consents with their codes and tokens, and the token records that gateways cache. */
import { sql } from '@tessera/kit/database/sql';
import { emitRows, outboxRow } from '@tessera/kit/events/outbox';
import { oauthConsentRevoked } from '@tessera/proto/events/organization';
import { type EntityManager, type FindOptionsWhere, In } from 'typeorm';
import { noteRevocations } from '../../access-tokens/revocations.ts';
import { ConsentEntity, type ConsentRow } from './entity.ts';

/**
 * Deletes consents, in the caller's transaction. Locks their rows first, so that no code or token is added meanwhile.
 * Returns the hashes of the access tokens that ended: their cached records must be dropped after the commit.
 */
export const endConsents = async (
  em: EntityManager,
  where: FindOptionsWhere<ConsentRow>,
): Promise<string[]> => {
  const rows = await em.find(ConsentEntity, {
    where,
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  const ids = rows.map(({ id }) => id);
  const hashes = await endTokensOf(em, ids);
  await em.delete(ConsentEntity, { id: In(ids) });
  await emitRows(
    em,
    rows.map(({ id: consentId, userId, organizationId }) =>
      outboxRow(oauthConsentRevoked, {
        consentId,
        userId,
        ...(organizationId !== null && { organizationId }),
      }),
    ),
  );
  return hashes;
};

/** Deletes the tokens of locked consents. Waits for transactions that are writing one of them to Redis. */
const endTokensOf = async (em: EntityManager, consentIds: string[]): Promise<string[]> => {
  const ended = await sql<{ hash: string | null }>(
    em,
    'DELETE FROM oauth_tokens WHERE consent_id = ANY($1) RETURNING access_hash AS hash',
    [consentIds],
  );
  return noteEnded(em, ended);
};

/** Records that the cached records of deleted access tokens must be removed from Redis. Returns their hashes. */
export const noteEnded = async (em: EntityManager, rows: { hash: string | null }[]): Promise<string[]> => {
  const hashes = rows.flatMap(({ hash }) => hash ?? []);
  await noteRevocations(em, hashes);
  return hashes;
};
