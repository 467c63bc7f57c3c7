/** Key rotation: re-encrypts secrets with the ring's first key, so that older ones can leave ENCRYPTION_KEYS. */
import type { DataSource, EntityManager } from 'typeorm';
import type { Logger } from '../log.ts';
import type { Vault } from '../secrets.ts';
import { sql } from './sql.ts';

export type Reencryption = {
  db: DataSource;
  vault: Vault;
  log: Logger;
  /** A table with a uuid `id`, and its columns with encrypted texts; empty texts are skipped. */
  table: string;
  columns: readonly string[];
};

type Row = { id: string } & Record<string, string | null>;

const batch = 100;
const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * Starts immediately, in the background, in batches; `stop` waits for the current one. `done` resolves with the
 * number of re-encrypted rows. After an error it is retried at the next start.
 */
export const startReencryption = (
  work: Reencryption,
): { stop: () => Promise<void>; done: Promise<number> } => {
  const state = { isRunning: true };
  const done = reencryptAll(work, state).catch((error: unknown) => {
    work.log.warn({ err: error, table: work.table }, 'secrets are encrypted again at the next start');
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

const reencryptAll = async (work: Reencryption, state: { isRunning: boolean }): Promise<number> => {
  let after: string | null = nobody;
  let count = 0;
  while (state.isRunning && after !== null) {
    const from: string = after;
    const step = await work.db.transaction((em) => reencryptBatch(work, em, from));
    count += step.count;
    after = step.last;
  }
  const { log, table } = work;
  if (count > 0) log.info({ count, table }, 'secrets were encrypted again with the first key');
  return count;
};

const reencryptBatch = async (
  work: Reencryption,
  em: EntityManager,
  after: string,
): Promise<{ last: string | null; count: number }> => {
  const { table, columns, vault } = work;
  const isOld = columns.map((name) => `(${name} <> '' AND NOT starts_with(${name}, $2))`).join(' OR ');
  const rows = await sql<Row>(
    em,
    `SELECT id, ${columns.join(', ')} FROM ${table} WHERE id > $1 AND (${isOld})
     ORDER BY id LIMIT ${batch} FOR UPDATE`,
    [after, `${vault.keyId}.`],
  );
  const assignments = columns.map((name, index) => `${name} = $${index + 2}`).join(', ');
  let count = 0;
  for (const row of rows) {
    const values = reencryptRow(work, row);
    if (!values) continue;
    await em.query(`UPDATE ${table} SET ${assignments} WHERE id = $1`, [row.id, ...values]);
    count += 1;
  }
  return { last: rows.at(-1)?.id ?? null, count };
};

/** A row whose key is missing is left unchanged: the key may be restored. */
const reencryptRow = ({ vault, log, table, columns }: Reencryption, row: Row): (string | null)[] | null => {
  try {
    return columns.map((name) => {
      const text = row[name];
      return text ? vault.encrypt(vault.decrypt(text)) : (text ?? null);
    });
  } catch (error) {
    log.warn({ err: error, table, id: row.id }, 'secrets of a row cannot be decrypted');
    return null;
  }
};
