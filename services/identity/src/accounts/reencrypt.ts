/**
 * Key rotation: what is sealed with an older key is sealed again with the first of the ring, so that the older key can
 * be taken out of ENCRYPTION_KEYS. Runs at start, beside everything else, a batch at a time.
 */

import type { Vault } from '@tessera/kit/secrets';
import { sql } from '@tessera/kit/sql';
import type { Identity } from '../identity.ts';

type Row = { id: string; accessToken: string | null; refreshToken: string | null; idToken: string | null };
type Reencryption = Pick<Identity, 'db' | 'vault' | 'log'>;

const batch = 100;
const nobody = '00000000-0000-0000-0000-000000000000';

/** Starts sealing again; stopping waits for the present batch. */
export const startResealing = (
  identity: Reencryption,
): { stop: () => Promise<void>; done: Promise<number> } => {
  const state = { isRunning: true };
  const done = resealAll(identity, state).catch((error: unknown) => {
    identity.log.warn({ err: error }, 'tokens are sealed again at the next start');
    return 0;
  });
  return {
    done,
    stop: async () => {
      state.isRunning = false;
      await done;
    },
  };
};

const resealAll = async (identity: Reencryption, state: { isRunning: boolean }): Promise<number> => {
  let after = nobody;
  let count = 0;
  while (state.isRunning) {
    const rows = await resealBatch(identity, after);
    count += rows.count;
    if (rows.last === null) break;
    after = rows.last;
  }
  if (count > 0) identity.log.info({ count }, 'tokens were sealed with the first key');
  return count;
};

const resealBatch = (
  identity: Reencryption,
  after: string,
): Promise<{ last: string | null; count: number }> =>
  identity.db.transaction(async (em) => {
    const present = `${firstKey(identity.vault)}.%`;
    const rows = await sql<Row>(
      em,
      `SELECT id, access_token AS "accessToken", refresh_token AS "refreshToken", id_token AS "idToken"
       FROM accounts WHERE id > $1 AND (access_token NOT LIKE $2 OR refresh_token NOT LIKE $2 OR id_token NOT LIKE $2)
       ORDER BY id LIMIT ${batch} FOR UPDATE`,
      [after, present],
    );
    let count = 0;
    for (const row of rows) {
      const sealed = reencrypt(identity, row);
      if (!sealed) continue;
      await em.query(
        'UPDATE accounts SET access_token = $2, refresh_token = $3, id_token = $4 WHERE id = $1',
        [row.id, ...sealed],
      );
      count += 1;
    }
    return { last: rows.at(-1)?.id ?? null, count };
  });

/** A row whose key is gone stays as it is: the key may come back. */
const reencrypt = ({ vault, log }: Reencryption, row: Row): (string | null)[] | null => {
  try {
    return [row.accessToken, row.refreshToken, row.idToken].map((sealed) =>
      sealed === null ? null : vault.encrypt(vault.decrypt(sealed)),
    );
  } catch (error) {
    log.warn({ err: error, accountId: row.id }, 'tokens of an account cannot be opened');
    return null;
  }
};

/** The name of the key that seals now stands before the first dot. */
const firstKey = (vault: Vault): string => vault.encrypt('').split('.')[0] ?? '';
